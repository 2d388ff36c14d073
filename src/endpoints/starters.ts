/**
 * The three endpoints that every account begins with: one on a template, one on HTML, one express. They are not
 * stored: an account that puts one under the same slug, or deletes it, has a row that hides it.
 */
import type { Endpoint } from './endpoint-config'

const TICKET_HTML = `<!doctype html>
<html lang="{{ locale | default: 'en' }}">
<head><meta charset="utf-8"><title>{{ event | default: 'Ticket' }}</title>
<style>
@page { margin: 0 }
body { margin: 0; padding: 22mm 20mm; font: 11pt/1.45 Georgia, serif; color: #171715 }
h1 { font-size: 40pt; line-height: 1.05; font-weight: 400; margin: 0 0 6mm }
p { margin: 0 0 2mm }
.code { width: 42mm; margin-top: 12mm }
</style></head>
<body>
<p>{{ date | date: 'full' }}{% if place %}, {{ place }}{% endif %}</p>
<h1>{{ event | default: 'An evening out' }}</h1>
<p>{{ name }}{% if seat %} · {{ seat }}{% endif %}</p>
<div class="code">{{ code | qr }}</div>
</body>
</html>`

export const STARTERS: readonly Endpoint[] = [
  {
    slug: 'invoice',
    name: 'Invoice',
    revision: 'starter-1',
    template_id: 'invoice/classic',
    data: { locale: 'en', currency: 'EUR', seller: { name: 'Your company' } },
    goCreditMode: false,
    express: false,
  },
  {
    slug: 'ticket',
    name: 'Ticket',
    revision: 'starter-1',
    html: TICKET_HTML,
    data: { event: 'An evening out', name: 'Admit one', code: 'PLATEN-0001' },
    options: { paper: 'A5' },
    goCreditMode: false,
    express: false,
  },
  {
    slug: 'badge',
    name: 'Badge',
    revision: 'starter-1',
    template_id: 'event/badge',
    data: { event: { name: 'Your event' } },
    goCreditMode: false,
    express: true,
  },
]
