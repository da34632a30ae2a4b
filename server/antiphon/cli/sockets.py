"""The sockets that a server listens on, and a sentence where they cannot be had."""

import errno
import os
import socket
from contextlib import ExitStack

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.texts import shown


def family_of(host: str, port: int) -> socket.AddressFamily:
    """Of the address that the host is or names. Raises `AntiphonError` where it is none that can be listened on."""
    try:
        found = {each[0] for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)}
    except (socket.gaierror, ValueError):  # ValueError: no name at all, such as "a..b"
        message = (
            f"The host {shown(host)} is no address or name that can be listened on. Give an address of this machine, "
            "such as 127.0.0.1, or 0.0.0.0 for all of them."
        )
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message) from None
    return socket.AF_INET if socket.AF_INET in found else socket.AF_INET6


def listen_on(host: str, port: int, family: socket.AddressFamily, doors: ExitStack) -> list[socket.socket]:
    """Return the sockets that listen there, until `doors` are closed."""
    return [doors.enter_context(listen(host, port, family))]


def listen_on_both(host: str, port: int, family: socket.AddressFamily, doors: ExitStack) -> list[socket.socket]:
    """The same, and on all addresses of IPv6 at the same port, where there are any.

    One socket for both would tell IPv4 addresses as mapped ones, which are in no `Host`.
    """
    listener = doors.enter_context(listen(host, port, family))
    try:
        other = socket.create_server(("::", listener.getsockname()[1]), family=socket.AF_INET6, backlog=128)
    except OSError:
        return [listener]  # no IPv6 here, or another server has that port of it: IPv4 will do
    return [listener, doors.enter_context(other)]


def listen(host: str, port: int, family: socket.AddressFamily) -> socket.socket:
    """Return a socket that listens there. Raises `AntiphonError` with what to do where it cannot."""
    try:
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        other = "Choose another port with --port (0: a free one)."
        if error.errno == errno.EADDRNOTAVAIL:
            other = "Give an address of this machine with --host, such as 127.0.0.1, or 0.0.0.0 for all of them."
        message = f"Cannot listen on {host}:{port}: {reason}. {other}"
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message) from None
