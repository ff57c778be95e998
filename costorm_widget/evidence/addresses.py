"""One address for one work: what differs only in spelling, version or tracking is the same.

The canonical address is what source ids are made of. It is also a link that works.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

_DOI = re.compile(
    r"(?:doi:\s*|(?:https?://)?(?:dx\.|www\.)?doi\.org/)(?P<doi>10\.\d{4,9}/\S+)", re.IGNORECASE
)
_ARXIV_ID = r"(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?"
_ARXIV = re.compile(
    r"(?:arxiv:\s*|(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html|format)/)"
    rf"{_ARXIV_ID}(?:\.pdf)?/?(?:[?#].*)?",
    re.IGNORECASE,
)
_ARXIV_DOI = re.compile(rf"10\.48550/arxiv\.{_ARXIV_ID}", re.IGNORECASE)

_TRACKING = re.compile(
    r"utm_\w+|(?:fb|g|y|ms|dcl|tt|wbra|gbra|li_fat_|igsh)(?:cl)?id|mc_[ce]id|_hs(?:enc|mi)|"
    r"mkt_tok|ref_src|ref_url|cmpid|spm|igsh|_ga|_gl|vero_id|oly_\w+|trk\w*|at_\w+",
    re.IGNORECASE,
)
_DEFAULT_PORT = {"http": "80", "https": "443"}


def canonical_address(address: str) -> str:
    """Return the one spelling of a work's address.

    DOIs and arXiv papers become `https://doi.org/…` and `https://arxiv.org/abs/…` without
    version, in whatever form they came. Of web addresses go: `http`, `www.`, a mobile
    Wikipedia's `.m.`, the default port, tracking parameters, the fragment and the slash at the
    end; parameters are sorted. Anything else, such as a file name, only loses the space around.
    """
    address = address.strip()
    if doi := _DOI.fullmatch(address):
        name = unquote(doi["doi"]).partition("?")[0].rstrip("/.").lower()
        arxiv = _ARXIV_DOI.fullmatch(name)
        return f"https://arxiv.org/abs/{arxiv['id']}" if arxiv else f"https://doi.org/{name}"
    if arxiv := _ARXIV.fullmatch(address):
        return f"https://arxiv.org/abs/{arxiv['id']}"
    if re.match(r"https?://", address, re.IGNORECASE):
        return _canonical_link(address)
    return address


def _canonical_link(link: str) -> str:
    try:
        parts = urlsplit(link)
        host = (parts.hostname or "").rstrip(".")
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        # No valid address (a bad port or bracket); it is still the name of a source.
        return link
    host = re.sub(r"^www\d?\.", "", host)
    host = re.sub(r"^([\w-]+)\.m\.(wiki\w+\.org)$", r"\1.\2", host)
    port = "" if port[1:] == _DEFAULT_PORT[parts.scheme.lower()] else port
    # The same path may come with or without percent signs; only a coded slash means something.
    pieces = re.split("%2f", parts.path, flags=re.IGNORECASE)
    path = "%2F".join(quote(unquote(piece), safe="/:@!$&'()*+,;=~-._") for piece in pieces)
    path = path.rstrip("/")
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    kept = sorted(pair for pair in pairs if not _TRACKING.fullmatch(pair[0]))
    query = f"?{urlencode(kept)}" if kept else ""
    # `#/route` and `#!route` name a page, any other fragment a place in it.
    fragment = f"#{parts.fragment}" if parts.fragment.startswith(("/", "!")) else ""
    return f"https://{host}{port}{path}{query}{fragment}"
