"""Webhooks, verified by Standard Webhooks 1.0 (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from .types import WebhookEvent

#: How far a timestamp may be from now, in seconds.
_TOLERANCE = 300


class WebhookVerificationError(Exception):
    """A call that Platen did not sign, or not just now."""


def verify_webhook(body: str | bytes, headers: Mapping[str, str], secret: str) -> WebhookEvent:
    """The event of a webhook call, with its `id`.

    `body` is what came, before any parsing; `secret` is `whsec_…`. Raises `WebhookVerificationError`. Calls repeat:
    remember the ids that you have handled. Calls of test keys are signed too: their header `X-Test-Mode` is `true`.
    """
    given = {name.lower(): value for name, value in headers.items()}
    missing = [name for name in ("webhook-id", "webhook-timestamp", "webhook-signature") if name not in given]
    if missing:
        raise WebhookVerificationError(f"{missing[0]} is missing.")
    message_id, timestamp = given["webhook-id"], given["webhook-timestamp"]
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > _TOLERANCE:
        raise WebhookVerificationError("webhook-timestamp is not within five minutes of now.")
    raw = body.encode() if isinstance(body, str) else body
    key = _decoded(secret.removeprefix("whsec_"))
    expected = hmac.new(key, f"{message_id}.{timestamp}.".encode() + raw, hashlib.sha256).digest()
    for signature in given["webhook-signature"].split(" "):
        if signature.startswith("v1,") and hmac.compare_digest(_decoded(signature[3:]), expected):
            return cast("WebhookEvent", {**json.loads(raw), "id": message_id})
    raise WebhookVerificationError("webhook-signature is not by this secret.")


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
