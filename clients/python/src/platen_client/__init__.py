"""Client of Platen: HTML or templates in; PDF, e-invoices and QR codes out."""

from .async_client import AsyncPlaten
from .client import Platen
from .document import AsyncDocument, Document
from .errors import (
    AuthenticationError,
    ConnectionError,
    FieldFault,
    InsufficientCreditsError,
    InvalidRequestError,
    NotFoundError,
    PermissionError,
    PlatenError,
    RateLimitError,
    ServiceError,
    TaskFailedError,
)
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "AsyncDocument",
    "AsyncPlaten",
    "AuthenticationError",
    "ConnectionError",
    "Document",
    "FieldFault",
    "InsufficientCreditsError",
    "InvalidRequestError",
    "NotFoundError",
    "PermissionError",
    "Platen",
    "PlatenError",
    "RateLimitError",
    "ServiceError",
    "TaskFailedError",
    "WebhookVerificationError",
    "verify_webhook",
]
