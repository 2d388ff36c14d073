"""What Schemathesis must be told beside the description: who calls, and what would only cost time."""

import itertools
import os
import re

import schemathesis

# Several accounts in turns, since the rate limit of one would refuse most of a run. Each keeps its turn for a while,
# so that what was made by one request is still there for the next.
KEYS = os.environ["PLATEN_KEYS"].split(",")
TURN = 300

# Accounts without credits: a valid request is a 402 to them, the last check of all, and nothing is rendered. So many
# rendering requests of one are made by these; the rest is done and paid for.
POOR_KEYS = os.environ["PLATEN_POOR_KEYS"].split(",")
PAID_EVERY = int(os.environ["PLATEN_PAID_EVERY"])
RENDERING = {"/v1/transform", "/v1/generate", "/v1/studio/{slug}", "/v1/batch"}

_requests = itertools.count()
_renders = itertools.count()


@schemathesis.auth(refresh_interval=None)
class Callers:
    def get(self, case, context):
        return next(_requests)

    def set(self, case, number, context):
        path = context.operation.path
        case.headers = case.headers or {}
        if path.startswith("/admin/"):
            case.headers["Authorization"] = f"Bearer {os.environ['PLATEN_OPERATOR']}"
        elif path.startswith("/v1/"):
            unpaid = path in RENDERING and next(_renders) % PAID_EVERY > 0
            keys = POOR_KEYS if unpaid else KEYS
            case.headers["X-API-Key"] = keys[number // TURN % len(keys)]


@schemathesis.hook
def before_call(context, case, kwargs):
    """Waits and time limits of up to a minute are valid; every example would take one. `test/worker` has them."""
    body = case.body
    options = body.get("options") if isinstance(body, dict) else None
    if isinstance(options, dict) and case.meta and case.meta.generation.mode.is_positive:
        options.pop("wait_for", None)
        options["timeout"] = 20


# What a batch's entries hold is told by the schema of the endpoint that the same body names.
WITHIN_ENTRIES = "/entries/"

# Rules between fields, and what no JSON Schema can tell of a text. The built-in check of valid data cannot make this
# difference, so it is off (description.test.ts), and the check below stands in its place.
BEYOND_SCHEMAS = re.compile(
    "|".join(
        [
            # addresses: what is public
            "address",
            # a place in a list, which only an earlier answer gives
            "must be a next_cursor that an answer gave",
            # options that go together or exclude each other, and what is left to print on
            "go together|cannot stand beside|works only together|Give the invoice once|leaves less than",
            "ISO 19005|needs a tagged document|must be page numbers and ranges",
            # passwords: the tables of SASLprep
            "SASLprep",
            # templates: syntax, and what their sample holds
            "cannot be printed|prints (text|a number|a list|an object)|template|Liquid|tag |filter|variable",
            # endpoints
            "An endpoint renders|css goes with html|is reserved|the type is",
            # QR codes: fields by type, contrast, capacity
            "is required|too alike|too long|too small|fits|scan|degrees|surrogate|together with a file",
        ]
    )
)


@schemathesis.check
def refuses_only_what_schemas_cannot_tell(context, response, case):
    """A 400 for valid data names one of the rules above, or the description says less than it could."""
    if not (case.meta and case.meta.generation.mode.is_positive and response.status_code == 400):
        return
    problem = response.json()
    for error in problem.get("errors") or [{"pointer": "", "message": problem["detail"]}]:
        told_by_endpoint = error["pointer"].startswith(WITHIN_ENTRIES)
        assert told_by_endpoint or BEYOND_SCHEMAS.search(error["message"]), f"valid data was refused: {error}"
