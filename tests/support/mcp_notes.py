"""A server of tools, by the package `mcp`: notes. Run as a program it speaks over its pipes, or at `--port`."""

import argparse
import asyncio
import os
import sys

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

LONG = 100_000


def notes(port: int) -> FastMCP:
    server = FastMCP("notes", host="127.0.0.1", port=port, log_level="ERROR")
    kept = {"Milk": "two litres"}

    @server.tool(annotations=ToolAnnotations(readOnlyHint=True))
    def read(title: str) -> str:
        """Read a note aloud"""
        return kept[title]

    @server.tool(annotations=ToolAnnotations(readOnlyHint=True))
    def count() -> dict[str, int]:
        """Count the notes"""
        return {"notes": len(kept)}

    @server.tool()
    def remove(title: str) -> str:
        """Remove a note"""
        return kept.pop(title)

    @server.tool(name="über alles", annotations=ToolAnnotations(readOnlyHint=True))
    def odd() -> str:
        """A tool with a name that no action has"""
        return os.environ.get("NOTES_KEY", "no key")

    @server.tool(annotations=ToolAnnotations(readOnlyHint=True))
    async def wait() -> str:
        """Wait for ever"""
        await asyncio.Event().wait()
        return ""

    @server.tool(annotations=ToolAnnotations(readOnlyHint=True))
    def long() -> str:
        """Tell far too much"""
        return "x" * LONG

    @server.tool(annotations=ToolAnnotations(readOnlyHint=True))
    def leave() -> str:
        """End the server"""
        os._exit(3)

    return server


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    given = parser.parse_args()
    print("This line is no message.", file=sys.stderr)
    notes(given.port).run("streamable-http" if given.port else "stdio")
