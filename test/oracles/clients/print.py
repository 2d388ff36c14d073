"""Uses the client that was made from the description: one PDF, its address, one batch, one page of tasks."""

import json
import sys

sys.path.insert(0, sys.argv[1])
from platen_client import AuthenticatedClient
from platen_client.api.documents import create_batch, transform
from platen_client.api.tasks import list_tasks
from platen_client.models import BatchRequest, Options, OptionsPaper, TransformRequest, TransformRequestReturnType

client = AuthenticatedClient(
    base_url=sys.argv[2], token=sys.argv[3], prefix="", auth_header_name="X-API-Key", timeout=60
)
page = TransformRequest(html="<h1>Hello</h1>", options=Options(paper=OptionsPaper.A5))
made = transform.sync(client=client, body=page)
linked = transform.sync(
    client=client,
    body=TransformRequest(html="<h1>Hello</h1>", return_type=TransformRequestReturnType.URL),
)
link = json.load(linked.payload)
batch = create_batch.sync(
    client=client, body=BatchRequest(endpoint="transform", entries=[TransformRequest(html="<h1>One</h1>")])
)
tasks = list_tasks.sync(client=client)
print(json.dumps([made.payload.read(4).decode("latin-1"), link["url"].startswith("http"), batch.count, len(tasks.tasks) > 0]))
