"""What Schemathesis must be told beside the description: who calls, and what would only cost time."""

import ast
import functools
import itertools
import json
import os
import re
import threading

import schemathesis
from hypothesis.internal import charmap

# CPython 3.11 keeps one recursion depth for all threads that parse, and ends a run with a SystemError ("AST constructor
# recursion depth mismatch") when two parse at once: Hypothesis does, to describe what it generates.
_parse = ast.parse
_parsing = threading.RLock()


def _parse_alone(*args, **kwargs):
    with _parsing:
        return _parse(*args, **kwargs)


ast.parse = _parse_alone

# Hypothesis looks at each character of Unicode to find those that a codec has, and each thread would: once is enough.
_intervals_of = functools.cache(charmap.intervals_from_codec)


def _intervals_once(codec_name):
    with _parsing:
        return _intervals_of(codec_name)


charmap.intervals_from_codec = _intervals_once

# Several accounts in turns, since the rate limit of one would refuse most of a run. Each keeps its turn for a while,
# so that what was made by one request is still there for the next.
KEYS = os.environ["PLATEN_KEYS"].split(",")
TURN = 300

# Accounts without credits: a valid request is a 402 to them, the last check of all, and nothing is rendered. So many
# rendering requests of one are made by these; the rest is done and paid for.
POOR_KEYS = os.environ["PLATEN_POOR_KEYS"].split(",")
PAID_EVERY = int(os.environ["PLATEN_PAID_EVERY"])
RENDERING = {"/v1/transform", "/v1/generate", "/v1/studio/{slug}", "/v1/batch", "/v1/finish"}

_requests = itertools.count()
_renders = itertools.count()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """`null` means absent, as the description says once for all: here it stands at every field that may be left out."""
    schemas = raw_schema["components"]["schemas"]
    reached = set()

    def allow(schema):
        for item in schema if isinstance(schema, list) else []:
            allow(item)
        if not isinstance(schema, dict):
            return
        name = schema.get("$ref", "").rpartition("/")[2]
        if name and name not in reached:
            reached.add(name)
            allow(schemas[name])
        for keyword, inner in schema.items():
            if keyword == "properties":
                required = schema.get("required", [])
                for field in inner.values():
                    allow(field)
                schema[keyword] = {
                    field: one if field in required else {"anyOf": [one, {"type": "null"}]}
                    for field, one in inner.items()
                }
            elif keyword not in ("default", "enum", "examples"):
                allow(inner)

    for methods in raw_schema["paths"].values():
        for operation in methods.values():
            content = operation.get("requestBody", {}).get("content", {})
            allow(content.get("application/json", {}).get("schema", {}))


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
    if case.meta and not case.meta.generation.mode.is_positive:
        _name_unknown(body, _names(context.operation.schema))
        # An empty field of a form is what browsers send for one that nobody filled in.
        if case.media_type == "multipart/form-data" and isinstance(body, dict):
            body.update({name: "x" for name, value in body.items() if value == ""})
    options = body.get("options") if isinstance(body, dict) else None
    if isinstance(options, dict) and case.meta and case.meta.generation.mode.is_positive:
        options.pop("wait_for", None)
        if context.operation.path != "/v1/finish":
            options["timeout"] = 20


# Every name that the description has.
_known = set()


def _names(schema):
    if not _known:
        _known.update(re.findall(r'"([^"]+)":', json.dumps(schema.raw_schema)))
    return _known


def _name_unknown(value, names):
    """`null` counts as absent, also where the field is none of ours: only with a value is it one too many."""
    for item in value if isinstance(value, list) else []:
        _name_unknown(item, names)
    for name, item in list(value.items()) if isinstance(value, dict) else []:
        if item is None and name not in names:
            value[name] = 0
        elif name not in ("data", "metadata"):
            _name_unknown(item, names)


# What the service says of a value that its schema forbids (src/http/validation.ts, and the texts of schemas' patterns). All
# other refusals of valid data are by rules that no JSON Schema can tell: between fields, of addresses, of templates, of
# what a code can hold. The built-in check of valid data cannot make this difference, so it is off (description.test.ts),
# and the check below stands in its place.
BY_SCHEMA = re.compile(
    "|".join(
        [
            r"^must be an? (string|number|boolean|object|array|whole number)$",
            r'^must be (one of )?("[^"]*"|\d+)(, ("[^"]*"|\d+))*(; did you mean ".*"\?)?$',
            r'^must be "#RRGGBB"',
            r"^must be (at least|more than|at most) [\d.e+-]+( (characters|entries) long)?$",
            r"^must not be empty$",
            r"^has none of the allowed forms$",
            r"^is not a known field",
            r"^is required$",
            r"^must be (an http:|a colour of the form|a language tag)",
            r"^must not contain control characters$",
        ]
    )
)


@schemathesis.check
def refuses_only_what_schemas_cannot_tell(context, response, case):
    """A 400 for valid data that says what a schema could say: the description says less than it could, or too much."""
    if not (case.meta and case.meta.generation.mode.is_positive and response.status_code == 400):
        return
    for error in response.json().get("errors", []):
        told = BY_SCHEMA.search(error["message"]) and not _depends(error, case)
        assert not told, f"valid data was refused: {error}"


def _depends(error, case):
    """Whether a refusal that a schema could tell of one field depends on another field after all, or on our counting."""
    pointer, message = error["pointer"], error["message"]
    # A batch's entries are what its endpoint takes, and which fields a QR code needs is its type's matter.
    if pointer.startswith("/entries/") or (case.path == "/v1/qrcode" and message == "is required"):
        return True
    value = case.body
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list) and name.isdigit():
            value = value[int(name)]
        else:
            value = value.get(name) if isinstance(value, dict) else None
    if not isinstance(value, str):
        return False
    # JSON Schema counts characters; we count UTF-16 units, two for those beyond U+FFFF.
    if message.endswith("characters long"):
        return not value.isascii()
    # A length with its unit, such as "3mm": no schema can compare it with a number of inches.
    return re.fullmatch(r"must be (at least|at most) [\d.e+-]+", message) is not None
