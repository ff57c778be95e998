"""What the `wikipedia` package gets in place of `requests`: requests that a wiki is glad of.

The package asks with `requests.get(url, params=, headers=)` and reads `.json()` of what it gets.
Here every answer that is no reply becomes an error of ours, so that the package only ever sees
replies it can read.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from costorm_widget.errors import SourceError
from costorm_widget.retrieval.requesting import Requests
from costorm_widget.retrieval.wikipedia.refusals import check_reply, check_status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from requests import Session


class Reply:
    """What the package reads of an answer."""

    def __init__(self, content: dict[str, Any]) -> None:
        self._content = content

    def json(self) -> dict[str, Any]:
        """Return what the wiki said."""
        return self._content


class Transport:
    """Stands in for the `requests` module.

    Args:
        contact: An e-mail or web address of whoever runs this, for the user agent; may be empty.
        timeout: Seconds that a wiki may say nothing.
        session: The `requests.Session` to ask with; None makes one.
    """

    def __init__(self, contact: str, timeout: float, session: Session | None = None) -> None:
        self._requests = Requests(contact, timeout, session)

    def get(
        self,
        url: str,
        params: Mapping[str, str | int],
        headers: Mapping[str, str] | None = None,  # noqa: ARG002 - the package's user agent
    ) -> Reply:
        """Ask a wiki and return its reply.

        Raises:
            SourceRefused: If it does not want this request or this caller.
            SourceNotFound: If there is no wiki.
            SourceBusy: If it wants to be asked later.
            SourceError: If it cannot be reached, says nothing, or sends what is no reply.
        """
        host = urlsplit(url).netloc
        # The package asks for JSON that spells every letter beyond ASCII in six.
        answer = self._requests.get(url, {**params, "utf8": 1})
        check_status(host, answer.status, answer.body, answer.pause)
        try:
            content = json.loads(answer.body)
        except ValueError as error:
            raise SourceError(
                f"{host} sent something that is no reply of a wiki; open https://{host} in a "
                "browser: a login page of the network, or an outage, shows there."
            ) from error
        return Reply(check_reply(host, content, answer.pause))
