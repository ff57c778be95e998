"""The transport of httpx that connects to no address it has not checked.

A name is resolved once; all its addresses are checked; and the connection goes to one of those
very addresses. With a second look-up in between, a name could stand for a public address when it
is checked and for a private one when it is connected to (DNS rebinding). The name of the host
stays in the request and in TLS, so certificates are verified against it.

Proxies of the environment are not used: a proxy would look the name up itself. Who needs one gives
`Web` a transport of their own, `httpx.AsyncHTTPTransport(proxy=…)`, and the proxy then decides.
"""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import httpx

from costorm_widget.retrieval.threads import in_thread
from costorm_widget.retrieval.web.links import check_address

if TYPE_CHECKING:
    import ssl

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""From a host and a port to its IP addresses; raises OSError where there are none."""


async def resolve(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a host, as the system's resolver gives them."""
    found = await in_thread(partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM))
    return tuple(dict.fromkeys(str(address[0]) for *_, address in found))


class CheckedTransport(httpx.AsyncBaseTransport):
    """Connects to public addresses alone.

    Args:
        allow_private: Whether private and loopback addresses may be connected to as well.
        resolve: Finds the addresses of a host.
        verify: Certificates to trust; None takes certifi's, or those that SSL_CERT_FILE names.
    """

    def __init__(
        self,
        *,
        allow_private: bool = False,
        resolve: Resolve = resolve,
        verify: ssl.SSLContext | None = None,
    ) -> None:
        self._allow_private = allow_private
        self._resolve = resolve
        # A connection is known by its address, and two hosts may share one. Kept open, what was
        # verified for the one host would serve the other; so each request has its own.
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        self._inner = httpx.AsyncHTTPTransport(
            verify=verify or httpx.create_ssl_context(), trust_env=False, limits=limits
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request to the first checked address that answers.

        Raises:
            SourceRefused: If any address of the host may not be asked.
            httpx.TransportError: If none can be connected to.
        """
        host = request.url.host
        port = request.url.port or (443 if request.url.scheme == "https" else 80)
        try:
            addresses = await self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise httpx.ConnectError(f"no address for {host}", request=request) from error
        for address in addresses:
            check_address(host, address, allow_private=self._allow_private)
        failure = httpx.ConnectError(f"no address for {host}", request=request)
        for address in addresses:
            try:
                return await self._inner.handle_async_request(_sent_to(request, address))
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                failure = error  # type: ignore[assignment]
        raise failure

    async def aclose(self) -> None:
        """Close what is open."""
        await self._inner.aclose()


def _sent_to(request: httpx.Request, address: str) -> httpx.Request:
    """Return the same request, sent to an address; its `Host` header is set already."""
    return httpx.Request(
        request.method,
        request.url.copy_with(host=address.partition("%")[0]),
        headers=request.headers,
        stream=request.stream,
        extensions={**request.extensions, "sni_hostname": request.url.host},
    )
