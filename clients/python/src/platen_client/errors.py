"""What goes wrong: one class for each kind of remedy, all with the service's own words."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple

import httpx


class FieldFault(NamedTuple):
    """One fault of a request. `pointer` is a JSON Pointer into the body; empty: all of it."""

    pointer: str
    message: str
    rule: str | None = None


class PlatenError(Exception):
    """The service refused or failed. `code` is stable; the message says what happened and what to do."""

    def __init__(self, problem: dict[str, Any], status: int, retry_after: float | None = None) -> None:
        super().__init__(problem.get("detail") or f"The service answered {status}.")
        self.code: str = problem.get("code", "internal")
        self.status = status
        #: For questions to the operator of the service.
        self.request_id: str | None = problem.get("request_id")
        self.errors = [
            FieldFault(fault.get("pointer", ""), fault.get("message", ""), fault.get("rule"))
            for fault in problem.get("errors", [])
        ]
        #: Seconds after which trying again makes sense.
        self.retry_after = retry_after


class InvalidRequestError(PlatenError):
    """400, 413, 415, 422: the request, a file it names, or the document has a fault. See `errors`."""


class AuthenticationError(PlatenError):
    """401: no key, or one that does not work."""


class InsufficientCreditsError(PlatenError):
    """402: the account has too few credits."""


class PermissionError(PlatenError):  # noqa: A001
    """403: the key's scopes or the plan do not allow it."""


class NotFoundError(PlatenError):
    """404, 410: it is not there, or not any more."""


class RateLimitError(PlatenError):
    """429: too much at once. `retry_after` says when to come again."""


class ServiceError(PlatenError):
    """5xx: the fault is the service's."""


class TaskFailedError(PlatenError):
    """A task ended as failed."""

    def __init__(self, task_id: str, error: dict[str, Any] | None) -> None:
        error = error or {}
        detail = error.get("message", "The task failed.")
        super().__init__({"detail": detail, "code": error.get("code", "internal")}, 200)
        self.task_id = task_id


class ConnectionError(Exception):  # noqa: A001
    """The service could not be reached, or broke off."""


_CLASSES: dict[int, type[PlatenError]] = {
    401: AuthenticationError,
    402: InsufficientCreditsError,
    403: PermissionError,
    404: NotFoundError,
    410: NotFoundError,
    429: RateLimitError,
}


def error_of(response: httpx.Response) -> PlatenError:
    """The error that a response tells of; its body was read before."""
    try:
        problem = response.json()
    except ValueError:
        problem = {}
    if not isinstance(problem, dict):
        problem = {}
    status = response.status_code
    kind = _CLASSES.get(status, ServiceError if status >= 500 else InvalidRequestError)
    named = {"request_id": response.headers.get("x-request-id"), **problem}
    return kind(named, status, _seconds(response.headers.get("retry-after")))


def _seconds(header: str | None) -> float | None:
    """`Retry-After` in seconds, from a number or a date."""
    if header is None:
        return None
    if header.isdigit():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None
