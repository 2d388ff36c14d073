/** Templates to begin with: a sentence, a letter, a list with sums. */

export type Starter = { name: string; page: string; style: string; sample: object }

export const STARTERS: readonly Starter[] = [
  {
    name: 'A letter',
    page: `<p class="date">{{ date | date: 'long' }}</p>
<h1 class="display">{{ subject }}</h1>
<p>Dear {{ recipient | default: 'reader' }},</p>
{{ text | markdown }}
<p>{{ sender.name }}<br>{{ sender.company }}</p>
`,
    style: '.date {\n  color: var(--soft);\n}\nh1 {\n  font-size: 26pt;\n  margin: 12mm 0 6mm;\n}\n',
    sample: {
      date: '2026-11-25',
      subject: 'An offer you asked for',
      recipient: 'Ada Lovelace',
      text: 'Thank you for your visit. As we said, we can begin **on Monday**.',
      sender: { name: 'Grace Hopper', company: 'Kestrel Instruments' },
    },
  },
  {
    name: 'A list with sums',
    page: `<h1 class="display">Order {{ number }}</h1>
<p>{{ buyer.name }}, {{ date | date: 'medium' }}</p>
{% assign t = lines | totals %}
<table class="lines">
  <thead>
    <tr><th>Item</th><th class="n">Quantity</th><th class="n">Net</th></tr>
  </thead>
  <tbody>
    {% for line in lines %}
      <tr>
        <td>{{ line.name }}</td>
        <td class="n">{{ line.quantity | number }}</td>
        <td class="n">{{ line.net_price | times: line.quantity | money }}</td>
      </tr>
    {% endfor %}
  </tbody>
</table>
<p class="total">Total with VAT <strong>{{ t.gross | money }}</strong></p>
`,
    style:
      'table {\n  width: 100%;\n  border-collapse: collapse;\n  margin: 8mm 0;\n}\nth,\ntd {\n  text-align: left;\n  padding: 2mm 0;\n  border-bottom: 0.25mm solid var(--line);\n}\n.n {\n  text-align: right;\n}\n.total {\n  text-align: right;\n  font-size: 13pt;\n}\n',
    sample: {
      number: '2026-0417',
      date: '2026-11-25',
      currency: 'EUR',
      buyer: { name: 'Client & Co' },
      lines: [
        { name: 'Design', quantity: 3, net_price: 860, vat: 19 },
        { name: 'Prints, A2', quantity: 12, net_price: 24.5, vat: 7 },
      ],
    },
  },
  {
    name: 'An empty page',
    page: '<h1>{{ title }}</h1>\n',
    style: '',
    sample: { title: 'Hello' },
  },
]
