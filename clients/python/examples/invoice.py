"""An invoice with its e-invoice inside: `PLATEN_URL=… PLATEN_KEY=… python examples/invoice.py`."""

import os
import sys

from platen_client import InvalidRequestError, Platen

with Platen(os.environ["PLATEN_URL"], os.environ["PLATEN_KEY"]) as platen:
    try:
        invoice = platen.generate(
            template_id="invoice/classic",
            data={
                "number": "2026-0417",
                "issue_date": "2026-11-23",
                "due_date": "2026-12-23",
                "seller": {
                    "name": "Studio Nord GmbH",
                    "vat_id": "DE123456788",
                    "address": {"line1": "Hafen 1", "postcode": "20457", "city": "Hamburg", "country": "DE"},
                },
                "buyer": {"name": "Client SARL", "address": {"city": "Paris", "country": "FR"}},
                "lines": [{"name": "Design", "quantity": 3, "net_price": 860, "vat": 19}],
                "payment": {"iban": "DE89370400440532013000"},
            },
            options={"factur_x": True},
        )
        invoice.save("invoice.pdf")
        print(f"invoice.pdf: {invoice.pages} page, {invoice.credits_charged} credits, {invoice.conformance}")
    except InvalidRequestError as error:
        for fault in error.errors:
            print(fault.pointer, fault.message, file=sys.stderr)
        sys.exit(1)
