"""The demo page and the browser module: files of one folder, and nothing else of this machine."""

import asyncio
import hashlib
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from aiohttp import hdrs, web
from multidict import istr

from antiphon.domain.errors import ErrorCode
from antiphon.http.headers import FOR_EVERYBODY
from antiphon.http.problems import problem

CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/vnd.microsoft.icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ts": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""The kinds of files that are served. The machine's own table differs from one to the next, and `.js` must not."""

PAGE = "demo/index.html"
NEEDS_PAIRING = '<meta name="antiphon-pairing" content="needed" />'
"""Tells the page, which would otherwise have to ask a server without pairing for what it does not have."""
MAX_PATH = 200
OPEN_FILES = 8
"""At a time. Who waits for one does not keep it open while its client reads."""
PIECE_BYTES = 32 * 1024


_REFUSALS = {412: (412, ErrorCode.PRECONDITION_FAILED), 416: (416, ErrorCode.INVALID_MESSAGE)}
"""All others are of files that cannot be read, or are gone by now."""
_DETAILS = {
    404: "There is nothing at this address.",
    412: "The file is not the one that `If-Match` or `If-Unmodified-Since` means.",
    416: "The file has no such range of bytes; its length stands in `Content-Range`.",
}


_NO_BYTES = re.compile(r"\s*bytes\s*=\s*-0+\s*", re.IGNORECASE)
"""The last no bytes of a file."""


class Contents:
    """The contents of the files that were asked for, kept once for all clients; a changed file is read anew."""

    def __init__(self) -> None:
        self.few = asyncio.Semaphore(OPEN_FILES)
        self._known: dict[Path, tuple[tuple[str | None, ...], bytes]] = {}

    def of(self, path: Path, version: tuple[str | None, ...], file: IO[Any]) -> bytes:
        """Return the whole file. `version` identifies its state on the disk. It takes as long as a disk does."""
        with file:
            known = self._known.get(path)
            if known is None or known[0] != version:
                known = self._known[path] = version, file.read()
        return known[1]


class Refusable(web.StreamResponse):
    """An answer that becomes a problem where it turns out, as late as it is begun, that it is a refusal."""

    refusal: bytes = b""
    """The body of the problem."""

    async def prepare(self, request: web.BaseRequest) -> Any:
        if self.status >= 400:
            self._refuse(request)
        return await super().prepare(request)

    def _refuse(self, request: web.BaseRequest) -> None:
        status, code = _REFUSALS.get(self.status, (404, ErrorCode.NOT_FOUND))
        told = problem(code, _DETAILS[status], status=status)
        assert isinstance(told.body, bytes)
        self.set_status(status)
        for name in (hdrs.CACHE_CONTROL, hdrs.ETAG, hdrs.LAST_MODIFIED):
            self.headers.pop(name, None)
        self.headers[hdrs.CONTENT_TYPE] = told.headers[hdrs.CONTENT_TYPE]
        self.content_length = len(told.body)
        if request.method != hdrs.METH_HEAD:
            self.refusal = told.body


class File(web.FileResponse, Refusable):
    """A file that is read at once and written as every other answer is.

    aiohttp would keep it open for as long as its client likes to read. And where a client goes meanwhile, asyncio's
    `sendfile` raises what is no `ConnectionError`, also where nobody can catch it. And it refuses without a word. A
    part is given where `If-Range` is a date; with a tag, which aiohttp does not compare, it is the whole file
    (RFC 9110, 13.1.5). Private names that are touched: `_sendfile`, `_path`.
    """

    def __init__(self, path: Path, contents: Contents, headers: Mapping[istr, str]) -> None:
        super().__init__(path, headers=headers)
        self._contents = contents
        self._text: memoryview = memoryview(b"")

    async def prepare(self, request: web.BaseRequest) -> Any:
        if hdrs.IF_RANGE in request.headers and request.if_range is None:
            request = _with_range(request, None)
        elif _NO_BYTES.fullmatch(request.headers.get(hdrs.RANGE, "")):
            # aiohttp takes it for all of the file; RFC 9110, 14.1.2, for what no file has.
            request = _with_range(request, f"bytes={sys.maxsize}-")
        async with self._contents.few:
            return await super().prepare(request)

    async def _sendfile(self, request: web.BaseRequest, fobj: IO[Any], offset: int, count: int) -> Any:
        version = (self.headers.get(hdrs.ETAG), self.headers.get(hdrs.CONTENT_ENCODING))
        read = asyncio.get_running_loop().run_in_executor
        whole = await read(None, self._contents.of, self._path, version, fobj)
        self._text = memoryview(whole)[offset : offset + count]
        return await web.StreamResponse.prepare(self, request)

    async def write_eof(self, data: bytes = b"") -> None:
        text, self._text = self._text or memoryview(self.refusal), memoryview(b"")
        self.refusal = b""
        for start in range(0, len(text), PIECE_BYTES):
            await self.write(text[start : start + PIECE_BYTES])
        await super().write_eof(data)


class Static:
    """The browser module's files. `pages` are further pages, by the paths where they stand."""

    def __init__(self, root: Path, pages: Mapping[str, str], *, needs_pairing: bool = False) -> None:
        self._root = root.resolve()
        self._pages = pages
        self._needs_pairing = needs_pairing
        self._contents = Contents()

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", self._page),
            *(web.get(path, self._further) for path in self._pages),
            web.get("/client/{path:.+}", self._file),
        ]

    async def _page(self, request: web.Request) -> web.StreamResponse:
        text = self._at_the_top(PAGE)
        if self._needs_pairing:
            text = text.replace("<head>", f"<head>{NEEDS_PAIRING}", 1)
        return _html(request, text)

    async def _further(self, request: web.Request) -> web.StreamResponse:
        return _html(request, self._at_the_top(self._pages[request.path]))

    def _at_the_top(self, path: str) -> str:
        """Serve a page of the folder beside `client/`, wherever that is: its links stay relative."""
        up = "../" * len(path.split("/"))
        return self._root.joinpath(path).read_text("utf-8").replace(f'"{up}client/', '"client/')

    async def _file(self, request: web.Request) -> web.FileResponse:
        """Serve a file of the module to pages of all origins, or none could be told in its console what to set here."""
        response = self._response(request.match_info["path"])
        response.headers.update(FOR_EVERYBODY)
        return response

    def _response(self, path: str) -> web.FileResponse:
        file = self._find(path)
        if file is None:
            raise web.HTTPNotFound
        headers = {hdrs.CONTENT_TYPE: CONTENT_TYPES[file.suffix], hdrs.CACHE_CONTROL: "no-cache"}
        return File(file, self._contents, headers)

    def _find(self, path: str) -> Path | None:
        """Find the file, if it really lies in the folder, also when symbolic links are followed."""
        parts = path.split("/")
        if len(path) > MAX_PATH or "\0" in path or any(part.startswith(".") or not part for part in parts):
            return None
        file = self._root.joinpath(*parts).resolve()
        if file.suffix not in CONTENT_TYPES or not file.is_relative_to(self._root) or not file.is_file():
            return None
        return file


def _with_range(request: web.BaseRequest, value: str | None) -> web.BaseRequest:
    headers = request.headers.copy()
    headers.popall(hdrs.RANGE, None)
    if value is not None:
        headers[hdrs.RANGE] = value
    return request.clone(headers=headers)


def _html(request: web.Request, text: str) -> web.Response:
    """Serve a page that a browser may keep, as it may a file, and asks for again."""
    etag = hashlib.sha256(text.encode()).hexdigest()[:32]
    kept = any(one.value in (etag, "*") for one in request.if_none_match or ())
    response = web.Response(text=None if kept else text, status=304 if kept else 200, content_type="text/html")
    response.headers[hdrs.CACHE_CONTROL] = "no-cache"
    response.etag = etag
    return response
