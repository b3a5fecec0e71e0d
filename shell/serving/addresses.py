"""This computer's addresses in its network, and a free port."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress

#: The port of the pages, and how many further ones are tried.
USUAL_PORT = 8417
PORTS_TRIED = 20

HERE = "127.0.0.1"

#: Addresses that are routed nowhere: asking the way to them sends nothing, and tells which of ours would be used.
NOWHERE = ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255")


def own_addresses() -> list[str]:
    """Return this computer's IPv4 addresses in networks, private ones first, none if it is in no network."""
    found = dict.fromkeys(filter(None, map(address_towards, NOWHERE)))
    with suppress(OSError):
        named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found |= dict.fromkeys(str(each[4][0]) for each in named)
    usable = [each for each in found if not ipaddress.ip_address(each).is_loopback]
    return sorted(usable, key=lambda each: not ipaddress.ip_address(each).is_private)


def address_towards(target: str) -> str | None:
    """Return the address from which this computer would reach another one, or None without a way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((target, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def listen(port: int, *, lan: bool, or_another: bool) -> socket.socket:
    """Return a socket that listens at a port, `or_another`: the usual one or the next free. Raise OSError if taken."""
    ports = [port, *(range(USUAL_PORT, USUAL_PORT + PORTS_TRIED) if or_another else ())]
    for each in ports:
        opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            opened.bind(("" if lan else HERE, each))
            opened.listen(128)
        except OSError:
            opened.close()
            if each == ports[-1]:
                raise
        else:
            return opened
    raise AssertionError("the port itself is always tried")
