"""What both clients share: how a request is made, and when it is tried again."""

from __future__ import annotations

import random
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from .errors import ConnectionError, PlatenError

#: What may pass by itself. A document that took too long (504) would do so again.
_PASSING = {408, 425, 429, 500, 502, 503}


@dataclass(frozen=True)
class Settings:
    url: str
    key: str
    retries: int = 3
    max_wait: float = 30
    timeout: float = 100

    def __post_init__(self) -> None:
        if not self.key:
            raise ValueError("Platen needs a key.")
        if not self.url.startswith(("https://", "http://")):
            raise ValueError("Platen needs the url of the service, such as https://platen.example.com.")


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    json: Any = None
    files: Mapping[str, Any] | None = None
    data: Mapping[str, str] | None = None
    content: bytes | None = None
    idempotency_key: str | None = None


def request_of(client: httpx.Client | httpx.AsyncClient, call: Call, settings: Settings) -> httpx.Request:
    """The request; its key is the same for all tries of a call, so that no work is done or charged twice."""
    headers = {"X-API-Key": settings.key}
    if call.method == "POST":
        headers["Idempotency-Key"] = call.idempotency_key or str(uuid.uuid4())
    query = {
        name: value
        for key, given in call.query.items()
        for name, value in _fields(key, given)
        if value is not None
    }
    return client.build_request(
        call.method,
        settings.url.rstrip("/") + call.path,
        headers=headers,
        params=query,
        json=call.json,
        files=call.files,
        data=call.data,
        content=call.content,
        timeout=settings.timeout,
    )


def renew_key(request: httpx.Request, error: Exception) -> None:
    """Gives another try of work that failed a key of its own."""
    if is_failure_of_work(error) and "Idempotency-Key" in request.headers:
        request.headers["Idempotency-Key"] = str(uuid.uuid4())


def is_failure_of_work(error: Exception) -> bool:
    """The service has begun the work and failed, at no charge: the same key would get the same failure again."""
    return isinstance(error, PlatenError) and error.status in (500, 502) and error.request_id is not None


def _fields(name: str, value: Any) -> list[tuple[str, Any]]:
    """An object is a filter: `metadata[order]=17`."""
    if isinstance(value, Mapping):
        return [(f"{name}[{key}]", one) for key, one in value.items()]
    return [(name, value)]


def wait_before(error: Exception, tried: int, call: Call, settings: Settings) -> float | None:
    """Seconds before another try; `None` where it would not help."""
    if tried >= settings.retries or not isinstance(error, (PlatenError, ConnectionError)):
        return None
    if is_failure_of_work(error) and call.idempotency_key:
        return None
    jittered: float = 0.5 * 2**tried * (1 + random.random() / 2)
    if isinstance(error, PlatenError):
        if error.status not in _PASSING and error.code != "idempotency_in_flight":
            return None
        jittered = max(error.retry_after or 0, jittered)
    return jittered if jittered <= settings.max_wait else None
