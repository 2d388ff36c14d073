"""The client against a running service: `PLATEN_URL=… PLATEN_KEY=… python -m unittest discover -s tests`."""

import asyncio
import base64
import hashlib
import hmac
import http.server
import os
import tempfile
import threading
import time
import unittest
from pathlib import Path

import httpx

from platen_client import (
    AsyncPlaten,
    AuthenticationError,
    ConnectionError,
    InvalidRequestError,
    NotFoundError,
    Platen,
    RateLimitError,
    ServiceError,
    TaskFailedError,
    WebhookVerificationError,
    verify_webhook,
)

URL, KEY = os.environ["PLATEN_URL"], os.environ["PLATEN_KEY"]
PAGE = "<title>T</title><p>Hello"


class Service(unittest.TestCase):
    def setUp(self) -> None:
        self.platen = Platen(URL, KEY)
        self.addCleanup(self.platen.close)

    def test_makes_documents_and_streams_them_to_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            pdf = self.platen.transform(html=PAGE, go_credit_mode=False, options={"paper": "A5"})
            self.assertEqual((pdf.pages, pdf.credits_charged, pdf.content_type), (1, 1, "application/pdf"))
            file = pdf.save(Path(folder) / "a.pdf")
            self.assertTrue(file.read_bytes().startswith(b"%PDF-"))
            self.assertEqual(os.listdir(folder), ["a.pdf"])
            self.assertEqual(self.platen.inspect(file)["pages"], 1)
            svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
            self.assertEqual(self.platen.put_asset("logo.svg", svg)["address"], "asset:logo.svg")
        self.platen.put_brand({"name": "Acme", "logo": "asset:logo.svg"})
        self.assertEqual(self.platen.brand(), {"name": "Acme", "logo": "asset:logo.svg"})
        self.platen.delete_brand()
        with self.assertRaises(NotFoundError):
            self.platen.brand()
        lines = [{"name": "Design", "quantity": 1, "net_price": 10}]
        invoice = self.platen.generate(template_id="invoice/classic", data={"number": "7", "lines": lines})
        self.assertRegex(invoice.task_id or "", "^tsk_")
        link = self.platen.create_view(invoice.task_id or "", expires_in=3600)
        self.assertRegex(httpx.get(link["url"]).headers["content-disposition"], "^inline")
        self.assertEqual(self.platen.views(invoice.task_id or ""), [link])
        self.platen.delete_view(invoice.task_id or "", link["view_id"])
        self.assertEqual((httpx.get(link["url"]).status_code, self.platen.views(invoice.task_id or "")), (410, []))
        self.assertIn(b"<svg", self.platen.qrcode(data="https://example.com", format="svg").bytes())
        self.assertTrue(self.platen.qrcode(data="https://example.com", format="svg").is_cached)
        self.assertEqual(self.platen.dry_run("transform", {"html": PAGE, "options": {"compress": True}})["price"], 3)

    def test_waits_for_tasks_and_batches(self) -> None:
        seen: list[str] = []
        task = self.platen.submit("transform", {"html": PAGE}, metadata={"n": 1})
        done = self.platen.wait_for(task, on_progress=lambda found: seen.append(found["status"]))
        self.assertEqual((seen[-1], done["metadata"]), ("completed", {"n": 1}))
        self.assertTrue(self.platen.download(done).bytes().startswith(b"%PDF-"))
        batch = self.platen.submit_batch("transform", [{"html": PAGE}, {"html": PAGE, "options": {"page_ranges": "5"}}])
        ended = self.platen.wait_for_batch(batch)
        self.assertEqual((ended["counts"]["completed"], ended["counts"]["failed"]), (1, 1))
        failed = next(one for one in ended["tasks"] if one["status"] == "failed")
        with self.assertRaises(TaskFailedError):
            self.platen.wait_for(failed)
        self.assertIn(task["task_id"], [one["task_id"] for one in self.platen.tasks(status="completed", limit=1)])
        self.platen.delete_task(task["task_id"])
        with self.assertRaises(NotFoundError):
            self.platen.task(task["task_id"])

    def test_says_what_was_refused(self) -> None:
        with self.assertRaises(InvalidRequestError) as caught:
            self.platen.transform(html=PAGE, options={"paper": "A7", "margin_top": -1})  # type: ignore[typeddict-item]
        self.assertEqual((caught.exception.code, caught.exception.status), ("invalid_request", 400))
        pointers = [fault.pointer for fault in caught.exception.errors]
        self.assertEqual(pointers, ["/options/paper", "/options/margin_top"])
        self.assertRegex(caught.exception.request_id or "", "^req_")
        with self.assertRaises(AuthenticationError), Platen(URL, KEY[:-1] + "_") as stranger:
            stranger.credits()
        with self.assertRaisesRegex(ValueError, "https://"):
            Platen("platen.example", KEY)

    def test_tries_again_with_the_same_key_and_is_charged_once(self) -> None:
        keys: list[str] = []
        real = httpx.HTTPTransport()

        class Lossy(httpx.BaseTransport):
            def handle_request(self, request: httpx.Request) -> httpx.Response:
                keys.append(request.headers["idempotency-key"])
                response = real.handle_request(request)
                if len(keys) == 1:
                    response.read()
                    raise httpx.ReadError("the connection broke off")
                return httpx.Response(503, text="busy") if len(keys) == 2 else response

        before = self.platen.credits()["credits_left"]
        with Platen(URL, KEY, client=httpx.Client(transport=Lossy())) as unlucky:
            self.assertGreater(len(unlucky.transform(html=PAGE, go_credit_mode=False).bytes()), 500)
        self.assertEqual(keys, [keys[0]] * 3)
        self.assertEqual(self.platen.credits()["credits_left"], before - 1)

    def test_gives_work_that_failed_a_new_key(self) -> None:
        keys: list[str] = []
        real = httpx.HTTPTransport()

        class Failing(httpx.BaseTransport):
            def handle_request(self, request: httpx.Request) -> httpx.Response:
                keys.append(request.headers["idempotency-key"])
                if len(keys) > 1 and keys[-1] != "mine":
                    return real.handle_request(request)
                return httpx.Response(502, json={"code": "browser_lost", "request_id": "req_1"})

        with Platen(URL, KEY, client=httpx.Client(transport=Failing())) as unlucky:
            unlucky.transform(html=PAGE, go_credit_mode=False).bytes()
            self.assertEqual(len(set(keys)), 2)
            with self.assertRaises(ServiceError):
                unlucky.transform(html=PAGE, go_credit_mode=False, idempotency_key="mine")
        self.assertEqual(len(keys), 3)

    def test_raises_at_once_what_would_wait_too_long(self) -> None:
        class Busy(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(429)
                self.send_header("Retry-After", "3600")
                self.end_headers()
                self.wfile.write(b'{"code":"test_quota","detail":"Tomorrow."}')

            def log_message(self, *_: object) -> None:
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Busy)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        with Platen(f"http://127.0.0.1:{server.server_port}", "plt_test_x") as busy:
            with self.assertRaises(RateLimitError) as caught:
                busy.credits()
        self.assertEqual((caught.exception.retry_after, str(caught.exception)), (3600, "Tomorrow."))
        with Platen("http://127.0.0.1:1", "plt_test_x", retries=0) as nowhere, self.assertRaises(ConnectionError):
            nowhere.credits()

    def test_does_the_same_asynchronously(self) -> None:
        async def use() -> tuple[bytes, int | None, str, list[str]]:
            async with AsyncPlaten(URL, KEY) as platen:
                first, second = await asyncio.gather(
                    platen.transform(html=PAGE, go_credit_mode=False),
                    platen.wait_for(await platen.submit("transform", {"html": PAGE})),
                )
                listed = [one["task_id"] async for one in platen.tasks(limit=2)]
                with tempfile.TemporaryDirectory() as folder:
                    file = await (await platen.download(second)).save(Path(folder) / "b.pdf")
                    return file.read_bytes(), first.pages, second["task_id"], listed

        content, pages, task_id, listed = asyncio.run(use())
        self.assertTrue(content.startswith(b"%PDF-"))
        self.assertEqual(pages, 1)
        self.assertIn(task_id, listed)


class Webhooks(unittest.TestCase):
    def test_are_verified(self) -> None:
        body = '{"task_id":"tsk_1","status":"completed","download_url":null,"metadata":{}}'
        now = int(time.time())
        event = verify_webhook(body, signed(body, now), SECRET)
        self.assertEqual((event["id"], event["task_id"]), ("msg_1", "tsk_1"))
        other = "whsec_" + base64.b64encode(b"another secret").decode()
        for text, headers, secret in [
            (body + " ", signed(body, now), SECRET),
            (body, signed(body, now - 600), SECRET),
            (body, signed(body, now), other),
            (body, {}, SECRET),
        ]:
            with self.assertRaisesRegex(WebhookVerificationError, "webhook-"):
                verify_webhook(text, headers, secret)


SECRET = "whsec_" + base64.b64encode(b"a secret of 24 bytes ...").decode()


def signed(body: str, now: int) -> dict[str, str]:
    digest = hmac.new(b"a secret of 24 bytes ...", f"msg_1.{now}.{body}".encode(), hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(digest).decode()
    return {"Webhook-Id": "msg_1", "Webhook-Timestamp": str(now), "Webhook-Signature": signature}


if __name__ == "__main__":
    unittest.main()
