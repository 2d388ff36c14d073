"""A file that the service made, with what its headers say of it."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import IO

import httpx

from .errors import ConnectionError


class _Headers:
    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    @property
    def content_type(self) -> str:
        return self._text("content-type") or "application/octet-stream"

    @property
    def file_name(self) -> str | None:
        """`invoice.pdf`, as the service names it."""
        found = re.search(r'filename="([^"]*)"', self._text("content-disposition") or "")
        return found[1] if found else None

    @property
    def task_id(self) -> str | None:
        return self._text("x-task-id")

    @property
    def request_id(self) -> str | None:
        return self._text("x-request-id")

    @property
    def pages(self) -> int | None:
        return self._number("x-page-count")

    @property
    def credits_charged(self) -> int | None:
        return self._number("x-credits-charged")

    @property
    def credits_left(self) -> int | None:
        return self._number("x-credits-left")

    @property
    def warnings(self) -> str | None:
        """What the document lacks or lost, up to 1 KB; whole in its task."""
        return self._text("x-warnings")

    @property
    def conformance(self) -> str | None:
        """Such as `PDF/A-2b; checks=57`."""
        return self._text("x-conformance")

    @property
    def is_cached(self) -> bool:
        """Whether an earlier identical request had made it."""
        return self._text("x-cache") == "HIT"

    def _text(self, name: str) -> str | None:
        value: str | None = self._response.headers.get(name)
        return value

    def _number(self, name: str) -> int | None:
        text = self._text(name)
        return None if text is None else int(text)


class Document(_Headers):
    """Read it once: `bytes()` or `save(path)`."""

    def bytes(self) -> bytes:
        try:
            return self._response.read()
        except httpx.TransportError as error:
            raise ConnectionError("The file broke off.") from error
        finally:
            self._response.close()

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the file as it arrives. If it breaks off, what stood there before stays."""
        target = Path(path)
        unfinished = _unfinished(target)
        try:
            with unfinished as file:
                for piece in self._response.iter_bytes():
                    file.write(piece)
            os.replace(unfinished.name, target)
        except BaseException as error:
            Path(unfinished.name).unlink(missing_ok=True)
            if isinstance(error, httpx.TransportError):
                raise ConnectionError("The file broke off.") from error
            raise
        finally:
            self._response.close()
        return target


class AsyncDocument(_Headers):
    """Read it once: `await bytes()` or `await save(path)`."""

    async def bytes(self) -> bytes:
        try:
            return await self._response.aread()
        except httpx.TransportError as error:
            raise ConnectionError("The file broke off.") from error
        finally:
            await self._response.aclose()

    async def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the file as it arrives. If it breaks off, what stood there before stays."""
        target = Path(path)
        unfinished = _unfinished(target)
        try:
            with unfinished as file:
                async for piece in self._response.aiter_bytes():
                    file.write(piece)
            os.replace(unfinished.name, target)
        except BaseException as error:
            Path(unfinished.name).unlink(missing_ok=True)
            if isinstance(error, httpx.TransportError):
                raise ConnectionError("The file broke off.") from error
            raise
        finally:
            await self._response.aclose()
        return target


def _unfinished(target: Path) -> IO[bytes]:
    file: IO[bytes] = tempfile.NamedTemporaryFile(  # noqa: SIM115
        dir=target.parent, prefix=f"{target.name}.", suffix=".part", delete=False
    )
    return file
