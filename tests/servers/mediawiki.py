"""A real MediaWiki on 127.0.0.1, with articles of the tests' own, for as long as they need it.

`tests/servers/mediawiki.sh` installs the program. Here its settings, its SQLite database and its
index are made in a folder of the caller's, and PHP's own server answers. It has TextExtracts, the
extension that `prop=extracts` comes from, and the page property by which Wikipedia marks
disambiguation pages.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PROGRAM = Path(os.environ.get("MEDIAWIKI", "/usr/share/mediawiki"))

_DATABASE = "testwiki"

_SETTINGS = r"""<?php
$wgSitename = "Test wiki";
$wgScriptPath = "";
$wgServer = "http://127.0.0.1:PORT";
$wgArticlePath = "/index.php/$1";
$wgDBtype = "sqlite";
$wgDBname = "DATABASE";
$wgSQLiteDataDir = "FOLDER/data";
$wgCacheDirectory = "FOLDER/cache";
$wgMainCacheType = CACHE_NONE;
$wgMessageCacheType = CACHE_NONE; // requests at once would wait for one another to write it
$wgParserCacheType = CACHE_NONE;
$wgSecretKey = "of a test that keeps no secret";
$wgLanguageCode = "en";
$wgJobRunRate = 0;
$wgPingback = false;
$wgEnableEmail = false;
wfLoadExtension( 'Cite' );
wfLoadExtension( 'TextExtracts' );
// What the extension Disambiguator does, which Debian does not have: __DISAMBIG__ marks a page.
$wgExtensionMessagesFiles['TestMagic'] = "FOLDER/magic.php";
$wgHooks['GetDoubleUnderscoreIDs'][] = static function ( &$ids ) {
	$ids[] = 'disambiguation';
};
"""

_MAGIC_WORDS = """<?php
$magicWords = [ 'en' => [ 'disambiguation' => [ 0, '__DISAMBIG__' ] ] ];
"""


@dataclass(frozen=True, slots=True)
class Article:
    """A page to fill the wiki with."""

    title: str
    wikitext: str
    time: str = "2024-05-01T12:00:00Z"


@dataclass(frozen=True, slots=True)
class Wiki:
    """The wiki, while it runs.

    Attributes:
        url: Its address.
        log: What PHP's server wrote: a line for each request.
    """

    url: str
    log: Path

    @property
    def api_url(self) -> str:
        """The address that programs ask."""
        return f"{self.url}/api.php"


def missing() -> str:
    """Return what the wiki lacks on this machine; empty if nothing."""
    if shutil.which("php") is None:
        return "PHP is not here: sh tests/servers/mediawiki.sh"
    if not (PROGRAM / "maintenance/install.php").is_file():
        return "MediaWiki is not here: sh tests/servers/mediawiki.sh"
    return ""


@contextmanager
def running(folder: Path, articles: Sequence[Article]) -> Iterator[Wiki]:
    """Set a wiki up in an empty folder, fill it and run it."""
    port = _free_port()
    _install(folder, port)
    _fill(folder, articles)
    log = folder / "server.log"
    with log.open("wb") as lines:
        server = subprocess.Popen(
            [_php(), "-S", f"127.0.0.1:{port}", "-t", str(PROGRAM)],
            env={**_environment(folder), "PHP_CLI_SERVER_WORKERS": "3"},
            stdin=subprocess.DEVNULL,
            stdout=lines,
            stderr=lines,
            start_new_session=True,  # its workers end with it
        )
    try:
        wiki = Wiki(f"http://127.0.0.1:{port}", log)
        _await_answer(wiki, server)
        yield wiki
    finally:
        os.killpg(server.pid, 15)
        server.wait(10)


def _install(folder: Path, port: int) -> None:
    for each in ("data", "cache"):
        (folder / each).mkdir()
    _run(
        folder,
        *("install.php", "--dbtype=sqlite", f"--dbname={_DATABASE}", f"--dbpath={folder}/data"),
        *(f"--confpath={folder}", f"--server=http://127.0.0.1:{port}", "--scriptpath="),
        *("--pass=for-tests-on-loopback", "Test wiki", "Admin"),
    )
    (folder / "magic.php").write_text(_MAGIC_WORDS)
    settings = _SETTINGS.replace("PORT", str(port)).replace("FOLDER", str(folder))
    (folder / "LocalSettings.php").write_text(settings.replace("DATABASE", _DATABASE))


def _fill(folder: Path, articles: Sequence[Article]) -> None:
    dump = folder / "articles.xml"
    dump.write_text(
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" '
        f'xml:lang="en">{"".join(map(_page, articles))}</mediawiki>',
        encoding="utf-8",
    )
    _run(folder, "importDump.php", "--quiet", str(dump))
    _run(folder, "rebuildtextindex.php")
    _run(folder, "runJobs.php", "--quiet")


def _page(article: Article) -> str:
    size = quoteattr(str(len(article.wikitext.encode())))
    return (
        f"<page><title>{escape(article.title)}</title><ns>0</ns><revision>"
        f"<timestamp>{article.time}</timestamp><contributor><username>Tests</username>"
        "</contributor><model>wikitext</model><format>text/x-wiki</format>"
        f'<text bytes={size} xml:space="preserve">{escape(article.wikitext)}</text>'
        "</revision></page>\n"
    )


def _run(folder: Path, script: str, *arguments: str) -> None:
    done = subprocess.run(
        [_php(), str(PROGRAM / "maintenance" / script), *arguments],
        env=_environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{script} failed:\n{done.stdout}\n{done.stderr}"


def _php() -> str:
    return shutil.which("php") or "php"


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "MW_CONFIG_FILE": str(folder / "LocalSettings.php")}


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _await_answer(wiki: Wiki, server: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        assert server.poll() is None, wiki.log.read_text()
        try:
            with urllib.request.urlopen(f"{wiki.api_url}?action=query&format=json"):  # noqa: S310
                return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    message = f"MediaWiki does not answer:\n{wiki.log.read_text()}"
    raise AssertionError(message)
