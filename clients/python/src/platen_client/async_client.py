"""The client for `asyncio` and `trio`: as `Platen`, awaited."""

from __future__ import annotations

from collections.abc import Callable, AsyncIterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import anyio
import httpx

from . import calls
from .document import AsyncDocument
from .errors import ConnectionError, NotFoundError, TaskFailedError, error_of
from .transport import Call, Settings, renew_key, request_of, wait_before

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .types import (
        AcceptedBatch,
        AcceptedTask,
        Batch,
        Brand,
        FinishRequest,
        GenerateRequest,
        QrCodeRequest,
        StudioRequest,
        Task,
        TransformRequest,
    )


class AsyncPlaten:
    """Every operation that a key may call.

    `retries` is how often what may pass is tried again, `max_wait` the longest wait before that in seconds (a longer
    `Retry-After` is raised), `timeout` the time for one try in seconds.
    """

    def __init__(
        self,
        url: str,
        key: str,
        *,
        retries: int = 3,
        max_wait: float = 30,
        timeout: float = 100,
        client: httpx.AsyncClient | None = None,
    ) -> None:
        self._settings = Settings(url, key, retries, max_wait, timeout)
        self._client = client or httpx.AsyncClient()

    async def __aenter__(self) -> AsyncPlaten:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._client.aclose()

    async def transform(self, *, idempotency_key: str | None = None, **request: Unpack[TransformRequest]) -> AsyncDocument:
        """A PDF from HTML or Markdown."""
        return AsyncDocument(await self._send(calls.work("transform", request, idempotency_key)))

    async def generate(self, *, idempotency_key: str | None = None, **request: Unpack[GenerateRequest]) -> AsyncDocument:
        """A PDF from a template and its data."""
        return AsyncDocument(await self._send(calls.work("generate", request, idempotency_key)))

    async def run_endpoint(
        self, slug: str, *, idempotency_key: str | None = None, **request: Unpack[StudioRequest]
    ) -> AsyncDocument:
        """A PDF from one of your endpoints."""
        return AsyncDocument(await self._send(calls.work(slug, request, idempotency_key)))

    async def finish(self, *, idempotency_key: str | None = None, **request: Unpack[FinishRequest]) -> AsyncDocument:
        """PDFs of yours, merged and finished."""
        return AsyncDocument(await self._send(calls.work("finish", request, idempotency_key)))

    async def qrcode(self, *, idempotency_key: str | None = None, **request: Unpack[QrCodeRequest]) -> AsyncDocument:
        """A QR code, as PNG or SVG."""
        return AsyncDocument(await self._send(calls.work("qrcode", request, idempotency_key)))

    async def preview(self, **request: Any) -> AsyncDocument:
        """How a document will look: costs nothing."""
        return AsyncDocument(await self._send(calls.preview(request)))

    async def submit(
        self,
        kind: str,
        request: Mapping[str, Any],
        *,
        webhook_url: str | None = None,
        deliver_to: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> AcceptedTask:
        """Begins work and returns its task. `kind` is an operation, or the slug of an endpoint."""
        more = {"async_mode": True, "webhook_url": webhook_url, "deliver_to": deliver_to, "metadata": metadata}
        made: AcceptedTask = await self._json(calls.work(kind, request, idempotency_key, **more))
        return made

    async def wait_for(
        self, task: str | Mapping[str, Any], on_progress: Callable[[Task], None] | None = None
    ) -> Task:
        """The task at its end. Raises `TaskFailedError`."""
        task_id = calls.id_of(task, "task_id")
        while True:
            found: Task = await self._json(calls.task(task_id, calls.WAIT_SECONDS))
            if on_progress:
                on_progress(found)
            if found["status"] == "completed":
                return found
            if found["status"] == "failed":
                raise TaskFailedError(task_id, dict(found.get("error") or {}))
            await anyio.sleep(calls.TASK_POLL_SECONDS)

    async def download(self, task: Mapping[str, Any]) -> AsyncDocument:
        """The file of a completed task, or the ZIP of a batch."""
        url = task.get("download_url") or (await self.task(task["task_id"])).get("download_url")
        if not url:
            raise NotFoundError({"detail": "The task has no file.", "code": "not_found"}, 404)
        # The address is signed: the key is not sent along.
        return AsyncDocument(await self._checked(self._client.build_request("GET", url, timeout=self._settings.timeout)))

    async def submit_batch(
        self,
        endpoint: str,
        entries: Sequence[Mapping[str, Any]],
        *,
        webhook_url: str | None = None,
        idempotency_key: str | None = None,
    ) -> AcceptedBatch:
        """Begins many jobs of one kind; all are accepted or none."""
        made: AcceptedBatch = await self._json(calls.batch(endpoint, entries, webhook_url, idempotency_key))
        return made

    async def wait_for_batch(
        self, batch: str | Mapping[str, Any], on_progress: Callable[[Batch], None] | None = None
    ) -> Batch:
        """The batch when all its tasks have ended, failed ones included."""
        path = f"/v1/batches/{calls.id_of(batch, 'batch_id')}"
        while True:
            found: Batch = await self._json(Call("GET", path))
            if on_progress:
                on_progress(found)
            if found["counts"]["pending"] + found["counts"]["processing"] == 0:
                return found
            await anyio.sleep(calls.BATCH_POLL_SECONDS)

    async def task(self, task_id: str, *, wait: int | None = None) -> Task:
        found: Task = await self._json(calls.task(task_id, wait))
        return found

    async def tasks(self, **filters: Any) -> AsyncIterator[Task]:
        """Every task that the filters find, newest first."""
        cursor: str | None = None
        while True:
            page = await self._json(Call("GET", "/v1/tasks", query={**filters, "cursor": cursor}))
            for one in page["tasks"]:
                yield one
            cursor = page.get("next_cursor")
            if cursor is None:
                return

    async def delete_task(self, task_id: str) -> None:
        """Cancels a task that has not ended, and deletes its data."""
        await self.call("DELETE", calls.task(task_id).path)

    async def page_picture(self, task_id: str, page: int, *, width: int | None = None) -> AsyncDocument:
        """A page of a task's PDF as PNG."""
        return AsyncDocument(await self._send(calls.page_picture(task_id, page, width)))

    async def version_picture(
        self,
        template_id: str,
        version: int | str,
        page: int,
        *,
        width: int | None = None,
        sample_of: int | str | None = None,
    ) -> AsyncDocument:
        """A page of a version of one of your templates as PNG, with the sample of `sample_of`."""
        return AsyncDocument(await self._send(calls.version_picture(template_id, version, page, width, sample_of)))

    async def create_view(self, task_id: str, *, expires_in: int | None = None) -> dict[str, Any]:
        """A link that shows a task's file to somebody without a key, for so many seconds, a week if unsaid."""
        view: dict[str, Any] = await self._json(calls.create_view(task_id, expires_in))
        return view

    async def views(self, task_id: str) -> list[dict[str, Any]]:
        """The links of a task that work, newest first."""
        listed: dict[str, Any] = await self._json(Call("GET", calls.view(task_id).path))
        links: list[dict[str, Any]] = listed["views"]
        return links

    async def delete_view(self, task_id: str, view_id: str) -> None:
        """Takes one link back; the others go on."""
        await self.call("DELETE", calls.view(task_id, view_id).path)

    async def inspect(
        self,
        file: bytes | Path | Mapping[str, Any] | str,
        *,
        conformance: Sequence[str] | None = None,
        idempotency_key: str | None = None,
    ) -> dict[str, Any]:
        """What is in a PDF: its bytes or path, its address, or the task that made it."""
        report: dict[str, Any] = await self._json(calls.inspect(file, conformance, idempotency_key))
        return report

    async def check_invoice(self, **request: Any) -> dict[str, Any]:
        """Whether an e-invoice keeps its rules."""
        report: dict[str, Any] = await self._json(Call("POST", "/v1/invoice/check", json=request))
        return report

    async def templates(self) -> list[dict[str, Any]]:
        listed: list[dict[str, Any]] = await self._json(Call("GET", "/v1/templates"))
        return listed

    async def template(self, template_id: str) -> dict[str, Any]:
        """Variables, sample data and preview of a template."""
        found: dict[str, Any] = await self._json(calls.template(template_id))
        return found

    async def put_asset(self, name: str, file: bytes | Path) -> dict[str, Any]:
        """Stores an image or a font, which documents then name as `asset:` and its name."""
        asset: dict[str, Any] = await self._json(calls.put_asset(name, file))
        return asset

    async def brand(self) -> Brand:
        """What templates look like whose data have no `brand`. Raises `NotFoundError` if none is set."""
        found: Brand = await self._json(Call("GET", "/v1/brand"))
        return found

    async def put_brand(self, brand: Brand) -> Brand:
        """Sets the brand as a whole; its files are assets, such as `asset:logo.svg`."""
        stored: Brand = await self._json(Call("PUT", "/v1/brand", json=brand))
        return stored

    async def delete_brand(self) -> None:
        await self._json(Call("DELETE", "/v1/brand"))

    async def credits(self) -> dict[str, Any]:
        balance: dict[str, Any] = await self._json(Call("GET", "/v1/credits"))
        return balance

    async def dry_run(self, kind: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """The price by item, the warnings, and what would refuse the call. Nothing is made or charged."""
        price: dict[str, Any] = await self._json(calls.work(kind, request, None, dry_run=True))
        return price

    async def call(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None) -> Any:
        """Any other operation: `call("PUT", "/v1/endpoints/hello", body={…})`."""
        return await self._json(Call(method, path, query=query or {}, json=body))

    async def _json(self, call: Call) -> Any:
        response = await self._send(call)
        content = await response.aread()
        await response.aclose()
        return response.json() if content else None

    async def _send(self, call: Call) -> httpx.Response:
        request = request_of(self._client, call, self._settings)
        tried = 0
        while True:
            try:
                return await self._checked(request)
            except Exception as error:
                wait = wait_before(error, tried, call, self._settings)
                if wait is None:
                    raise
                renew_key(request, error)
            await anyio.sleep(wait)
            tried += 1

    async def _checked(self, request: httpx.Request) -> httpx.Response:
        """The response, if it is a success. Raises `PlatenError` and `ConnectionError`."""
        try:
            response = await self._client.send(request, stream=True, follow_redirects=False)
        except httpx.TransportError as error:
            raise ConnectionError(f"{request.url.host} could not be reached.") from error
        if response.is_success:
            return response
        await response.aread()
        await response.aclose()
        raise error_of(response)
