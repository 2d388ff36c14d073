"""The operations as calls, for both clients."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .transport import Call

_PATHS = {kind: f"/v1/{kind}" for kind in ("transform", "generate", "finish", "qrcode")}

#: Seconds that one request waits for a task's end.
WAIT_SECONDS = 20
BATCH_POLL_SECONDS = 2.0
#: An account that waits in many calls is answered at once.
TASK_POLL_SECONDS = 0.5


def work(kind: str, request: Mapping[str, Any], key: str | None, **more: Any) -> Call:
    """`kind` is an operation, or the slug of an endpoint. Arguments that are `None` are left out."""
    path = _PATHS.get(kind) or f"/v1/studio/{quote(kind, safe='')}"
    return Call("POST", path, json=body_of(request, more), idempotency_key=key)


def body_of(request: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    body = {name: value for name, value in {**request, **more}.items() if value is not None}
    if "go_credit_mode" in body:
        body["goCreditMode"] = body.pop("go_credit_mode")
    return body


def preview(request: Mapping[str, Any]) -> Call:
    return Call("POST", "/v1/preview", json=body_of(request, {}))


def batch(endpoint: str, entries: Sequence[Mapping[str, Any]], webhook_url: str | None, key: str | None) -> Call:
    body = {"endpoint": endpoint, "entries": [body_of(entry, {}) for entry in entries], "webhook_url": webhook_url}
    return Call("POST", "/v1/batch", json=body_of(body, {}), idempotency_key=key)


def task(task_id: str, wait: int | None = None) -> Call:
    return Call("GET", f"/v1/status/{quote(task_id, safe='')}", query={"wait": wait})


def put_asset(name: str, file: bytes | Path) -> Call:
    content = file if isinstance(file, bytes) else file.read_bytes()
    return Call("PUT", f"/v1/assets/{quote(name, safe='')}", content=content)


def inspect(file: bytes | Path | Mapping[str, Any] | str, conformance: Sequence[str] | None, key: str | None) -> Call:
    """Bytes and paths are sent; an address, or an object with `task_id` or `url`, is named."""
    if isinstance(file, (bytes, Path)):
        content = file if isinstance(file, bytes) else file.read_bytes()
        return Call(
            "POST",
            "/v1/inspect",
            files={"file": ("document.pdf", content, "application/pdf")},
            data={"conformance": json.dumps(list(conformance))} if conformance else None,
            idempotency_key=key,
        )
    body = {"file": file, "conformance": list(conformance) if conformance else None}
    return Call("POST", "/v1/inspect", json=body_of(body, {}), idempotency_key=key)


def template(template_id: str) -> Call:
    return Call("GET", "/v1/templates/" + "/".join(quote(part, safe="") for part in template_id.split("/")))


def page_picture(task_id: str, page: int, width: int | None) -> Call:
    return Call("GET", f"/v1/status/{quote(task_id, safe='')}/pages/{page}.png", query={"width": width})


def version_picture(
    template_id: str, version: int | str, page: int, width: int | None, sample_of: int | str | None
) -> Call:
    path = f"{template(template_id).path}/versions/{version}/pages/{page}.png"
    return Call("GET", path, query={"width": width, "sample_of": sample_of})


def view(task_id: str, view_id: str | None = None) -> Call:
    path = f"/v1/status/{quote(task_id, safe='')}/view"
    return Call("GET", path if view_id is None else f"{path}/{quote(view_id, safe='')}")


def create_view(task_id: str, expires_in: int | None) -> Call:
    body = body_of({"expires_in": expires_in}, {})
    return Call("POST", view(task_id).path, json=body)


def id_of(made: str | Mapping[str, Any], name: str) -> str:
    return made if isinstance(made, str) else str(made[name])
