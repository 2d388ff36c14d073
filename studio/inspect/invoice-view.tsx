/** The e-invoice inside a PDF, for people: who, what, how much, and which rules it breaks. */
import type { InvoiceReport } from '../../clients/typescript/src/schemas'
import { Facts } from '../shell/facts'
import { Table } from '../shell/table'
import { TEXTS } from '../texts'

const words = TEXTS.inspect

export function InvoiceView({ report }: { report: InvoiceReport }) {
  const invoice = report.invoice ?? {}
  const lines = listOf(invoice.lines).map((line, at) => ({ at, ...recordOf(line) }) as Line)
  return (
    <section>
      <h2>
        {words.invoice}:{' '}
        <span class={report.valid ? 'ok' : 'bad-text'}>{report.valid ? words.valid : words.invalid}</span>
      </h2>
      <Facts
        facts={[
          [words.profile, report.profile],
          [words.number, textOf(invoice.number)],
          [words.date, textOf(invoice.issue_date)],
          [words.seller, textOf(recordOf(invoice.seller).name)],
          [words.buyer, textOf(recordOf(invoice.buyer).name)],
          ...Object.entries(report.totals ?? {}).map(
            ([name, value]) => [words.totals[name] ?? name, `${value} ${textOf(invoice.currency)}`] as const,
          ),
        ]}
      />
      {lines.length > 0 && (
        <Table
          caption={words.lines}
          columns={[
            { name: words.item, cell: (line) => textOf(line.name) },
            { name: words.quantity, isNumber: true, cell: (line) => textOf(line.quantity) },
            { name: words.price, isNumber: true, cell: (line) => textOf(line.net_price) },
          ]}
          rows={lines}
          keyOf={({ at }) => String(at)}
        />
      )}
      {report.findings.length > 0 && (
        <Table
          caption={words.findings}
          columns={[
            { name: words.rule, cell: ({ rule }) => <code>{rule}</code> },
            { name: words.severity, cell: ({ severity }) => severity },
            { name: words.finding, cell: ({ message }) => message },
          ]}
          rows={report.findings}
          keyOf={({ rule, pointer, message }) => `${rule} ${pointer} ${message}`}
        />
      )}
    </section>
  )
}

type Line = { at: number; name?: unknown; quantity?: unknown; net_price?: unknown }

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { name: value }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
