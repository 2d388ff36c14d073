"""What requests and results hold, by the names of the API. The fields are explained in its reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import Required

TaskStatus = Literal["pending", "processing", "completed", "failed"]


class Permissions(TypedDict, total=False):
    """What `password` allows."""

    print: Literal["none", "low", "high"]
    copy: bool
    modify: bool
    annotate: bool
    fill_forms: bool
    assemble: bool


class Watermark(TypedDict, total=False):
    """Text across every page."""

    text: Required[str]
    color: str
    opacity: float
    angle: float


class Options(TypedDict, total=False):
    """How a document is printed and finished."""

    pdf_format: Literal["PDF/A-1a", "PDF/A-1b", "PDF/A-2b", "PDF/A-3b"]
    pdf_ua: bool
    password: str
    owner_password: str
    permissions: Permissions
    compress: bool
    factur_x: bool | dict[str, Any]
    invoice: dict[str, Any]
    invoice_xml: str
    embed_files: list[str]
    watermark: str | Watermark
    author: str
    subject: str
    keywords: str | list[str]
    attachments: list[str]
    attachment_passwords: list[str]
    paper: Literal["A4", "A3", "A5", "Letter", "Legal"]
    orientation: Literal["portrait", "landscape"]
    scale: float
    margin_top: float | str
    margin_bottom: float | str
    margin_left: float | str
    margin_right: float | str
    header_html: str
    footer_html: str
    header_first_html: str
    footer_first_html: str
    header_last_html: str
    footer_last_html: str
    page_number_start: int
    omit_backgrounds: bool
    page_ranges: str
    paper_width: float | str
    paper_height: float | str
    prefer_css_page_size: bool
    single_page: bool
    media: Literal["print", "screen"]
    wait_for: str | dict[str, Any]
    viewport: dict[str, Any]
    click: list[str]
    hide: list[str]
    scroll: bool
    timeout: float
    title: str
    lang: str
    tagged: bool
    outline: bool
    toc: bool | dict[str, Any]
    forms: bool
    filename: str
    base_url: str
    isolation: Literal["account", "strict"]
    strict: bool


class FinishOptions(TypedDict, total=False):
    """How PDFs of yours are finished."""

    pdf_format: Literal["PDF/A-1a", "PDF/A-1b", "PDF/A-2b", "PDF/A-3b"]
    pdf_ua: bool
    password: str
    owner_password: str
    permissions: Permissions
    compress: bool
    factur_x: bool | dict[str, Any]
    invoice: dict[str, Any]
    invoice_xml: str
    embed_files: list[str]
    watermark: str | Watermark
    author: str
    subject: str
    keywords: str | list[str]
    title: str
    lang: str
    fields: dict[str, Any]
    flatten: bool
    stamp: str | dict[str, Any] | list[dict[str, Any]]
    page_numbers: bool | dict[str, Any]
    split: dict[str, Any]
    filename: str
    strict: bool


class BasicAuth(TypedDict):
    username: str
    password: str


class TransformRequest(TypedDict, total=False):
    html: str
    url: str
    fetch_headers: dict[str, str]
    cookies: dict[str, str]
    basic_auth: BasicAuth
    user_agent: str
    accept_language: str
    markdown: str
    style: Literal["report", "letter", "manual"]
    css: str
    options: Options
    go_credit_mode: bool
    output: Literal["pdf", "png", "jpeg", "webp"]
    dpi: float
    pages: str


class GenerateRequest(TypedDict, total=False):
    template_id: Required[str]
    data: Required[dict[str, Any]]
    options: Options
    go_credit_mode: bool
    output: Literal["pdf", "png", "jpeg", "webp"]
    dpi: float
    pages: str


class StudioRequest(TypedDict, total=False):
    data: dict[str, Any]
    options: Options
    go_credit_mode: bool
    output: Literal["pdf", "png", "jpeg", "webp"]
    dpi: float
    pages: str


class QrCodeRequest(TypedDict, total=False):
    data: str
    type: Literal["text", "url", "product", "email", "tel", "sms", "wifi", "geo", "vcard"]
    size: Literal["small", "default", "big"]
    error_level: Literal["low", "medium", "quartile", "high"]
    color: str | list[int]
    background: Literal["transparent"] | str | list[int] | list[float]
    margin: int
    style: Literal["square"]
    logo_url: str
    logo_width: int
    format: Literal["png", "svg"]
    subject: str
    body: str
    message: str
    ssid: str
    password: str
    encryption: Literal["WPA", "WEP", "nopass"]
    hidden: bool
    lat: float | str
    lng: float | str
    name: str
    org: str
    phone: str
    email: str
    url: str


class FinishRequest(TypedDict, total=False):
    files: Required[list[str | dict[str, Any]]]
    options: FinishOptions


class Brand(TypedDict, total=False):
    """Files are assets, such as `asset:logo.svg`."""

    name: str
    logo: str
    accent: str
    font: str
    font_bold: str
    footer: str


class TaskError(TypedDict, total=False):
    code: Required[str]
    message: Required[str]


class TaskDelivery(TypedDict, total=False):
    """A result on its way to the address in `deliver_to`."""

    status: Required[Literal["waiting", "pending", "delivered", "failed"]]
    host: Required[str]
    tries: Required[int]
    next_try_at: str
    ended_at: str
    error: str


class Task(TypedDict, total=False):
    """A job, as its status tells it."""

    task_id: Required[str]
    status: Required[TaskStatus]
    kind: Required[str]
    created_at: Required[str]
    started_at: str
    completed_at: str
    download_url: str
    expires_at: str
    credits_charged: Required[int]
    pages: int
    bytes: int
    warnings: list[str]
    metadata: dict[str, Any]
    batch_id: str
    error: TaskError
    delivery: TaskDelivery
    conformance: dict[str, Any]
    optimization: dict[str, Any]
    factur_x: str


class AcceptedTask(TypedDict, total=False):
    task_id: Required[str]
    status: Required[Literal["pending"]]
    check_status_url: Required[str]


class AcceptedBatch(TypedDict, total=False):
    batch_id: Required[str]
    count: Required[int]
    tasks: Required[list[dict[str, Any]]]


class Batch(TypedDict, total=False):
    batch_id: Required[str]
    created_at: Required[str]
    count: Required[int]
    counts: Required[dict[TaskStatus, int]]
    tasks: Required[list[Task]]
    download_url: str


class WebhookEvent(TypedDict, total=False):
    """What a webhook call says. `id` is the call's own."""

    id: Required[str]
    task_id: Required[str]
    status: Required[Literal["completed", "failed"]]
    download_url: Required[str | None]
    metadata: Required[dict[str, Any]]
    delivery: dict[str, str]
    error: TaskError

