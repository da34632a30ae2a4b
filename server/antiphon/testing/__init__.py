"""The public test kit: a caller in virtual time, a headless caller over WebRTC, the scripted providers."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from antiphon.testing.virtual_caller import VirtualCaller

__all__ = ["VirtualCaller"]


def __getattr__(name: str) -> Any:
    """Import the caller when it is asked for: it needs all of the server's parts, and other modules here none."""
    if name != "VirtualCaller":
        raise AttributeError(name)
    from antiphon.testing.virtual_caller import VirtualCaller

    return VirtualCaller
