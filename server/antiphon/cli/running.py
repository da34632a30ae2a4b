"""Find out whether a server of Antiphon has a port already; asked from outside, and within moments."""

import http.client
import json
import ssl

from antiphon.http.trust import CERTIFICATE, CONTENT_TYPE
from antiphon.settings import EVERY_ADDRESS

ASK_S = 2.0
PROBLEM = "urn:antiphon:error:"
"""So begins the type of what it refuses."""
_MOST_BYTES = 1 << 16

Answer = tuple[int, str, bytes]


def server_at(host: str, port: int) -> tuple[str, bool] | None:
    """The URL of the server that listens there, and whether it takes calls. None: it is no server of Antiphon.

    Raises `TimeoutError` where it is silent, as a server is while it loads its models.
    """
    try:
        scheme, answer = "http", _ask("http", host, port, "/readyz")
        if answer is None:
            scheme, answer = "https", _ask("https", host, port, "/readyz")
        told = json.loads(answer[2]) if answer is not None else None
    except ValueError:
        return None
    if answer is None or not isinstance(told, dict):
        return None
    ready = answer[0] == 200 and "refused_assistants" in told
    if not ready and not str(told.get("type")).startswith(PROBLEM):
        return None
    name = _reached(host)
    return f"{scheme}://{f'[{name}]' if ':' in name else name}:{port}/", ready


def explains_trust(host: str, port: int) -> bool:
    """Return whether a server of Antiphon tells there how to trust it."""
    try:
        answer = _ask("http", host, port, CERTIFICATE)
    except TimeoutError:
        return False
    return answer is not None and answer[:2] == (200, CONTENT_TYPE)


def _ask(scheme: str, host: str, port: int, path: str) -> Answer | None:
    """Status, content type and body; None where nobody speaks so there. Raises `TimeoutError`."""
    connection = http.client.HTTPConnection(_reached(host), port, timeout=ASK_S)
    if scheme == "https":
        # Nothing is told to it and nothing is believed: its certificate is its own, and may not be trusted here.
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection(_reached(host), port, timeout=ASK_S, context=context)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.headers.get_content_type(), answer.read(_MOST_BYTES)
    except TimeoutError:
        raise
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def _reached(host: str) -> str:
    """From this machine, one that listens on every address is reached on its own."""
    return "127.0.0.1" if host == EVERY_ADDRESS else host
