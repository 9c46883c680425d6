"""Addresses that only programs of this machine can reach."""

from __future__ import annotations

import ipaddress
import socket

from lineai_core.errors import ConfigError

_NAMES = ("127.0.0.1", "localhost", "[::1]")


def listen(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen on ``port`` (0: any free one) of every loopback address of ``host``.

    ``localhost`` may have two, of which clients try either first. Raises ``ConfigError`` if others than
    this machine could reach ``host``, or if nothing can listen there.
    """
    if not is_loopback(host):
        raise ConfigError(
            f"MCP over HTTP is served to this machine only, and {host} can be reached from others.",
            hint="Leave out --host, or give 127.0.0.1, ::1 or localhost.",
        )
    sockets: list[socket.socket] = []
    failure: OSError | OverflowError | None = None
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, OverflowError) as error:
        found, failure = [], error
    for family, kind, protocol, _, address in found:
        if not is_loopback(str(address[0])):
            continue
        listening = socket.socket(family, kind, protocol)
        try:
            if family is socket.AF_INET6:  # else ::ffff:127.0.0.1 could not be listened on
                listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            listening.bind((address[0], port, *address[2:]))
            listening.listen()
        except OSError as error:
            listening.close()
            failure = failure or error
        else:
            port = int(listening.getsockname()[1])
            sockets.append(listening)
    if not sockets:
        raise ConfigError(
            f"Cannot listen on {host}, port {port}: {failure or 'the name has no loopback address'}.",
            hint="Choose another --port, or another loopback address as --host.",
        )
    return sockets


def is_loopback(host: str) -> bool:
    """Return whether ``host``, an address or a name, is this machine and nothing else."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host.lower() == "localhost"
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback


def in_url(host: str) -> str:
    """Return ``host`` as it stands in a URL: an IPv6 address has brackets."""
    return f"[{host}]" if ":" in host else host


def host_headers(host: str, port: int) -> list[str]:
    """Return every value of the header ``Host`` that a client of this server may send."""
    names = dict.fromkeys((*_NAMES, in_url(host.lower())))
    values = [f"{name}:{port}" for name in names]
    return [*values, *names] if port == 80 else values


def origins() -> list[str]:
    """Return the web origins that may ask: pages of this machine, whatever their port."""
    return [
        f"{scheme}://{name}{port}" for scheme in ("http", "https") for name in _NAMES for port in ("", ":*")
    ]
