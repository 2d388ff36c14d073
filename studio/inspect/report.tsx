/** What a PDF has, part by part. */
import type { Inspection } from '../../clients/typescript/src/schemas'
import { Facts } from '../shell/facts'
import { sentenceOf } from '../shell/fault-words'
import { sizeOf } from '../shell/format'
import { Table } from '../shell/table'
import { TEXTS } from '../texts'
import { Verdicts } from './verdicts'

const words = TEXTS.inspect
const MM = 25.4 / 72

export function Report({ report }: { report: Inspection }) {
  const { properties, encryption, page_sizes: sizes } = report
  return (
    <>
      <Facts
        facts={[
          [words.pages, report.pages],
          [words.paper, sizes.map(paperOf).slice(0, 6).join(', ')],
          [words.size, sizeOf(report.bytes)],
          [words.version, `PDF ${report.version}`],
          [words.docTitle, properties.title],
          [words.author, properties.author],
          [words.producer, properties.producer],
          [words.language, report.language],
          [words.tagged, report.tagged ? words.yes : words.no],
          [words.text, report.text_length === 0 ? words.noText : undefined],
          [words.encryption, encryption?.method],
        ]}
      />
      {report.warnings.length > 0 && (
        <section>
          <h2>{TEXTS.warnings}</h2>
          <ul class="plain-list">
            {report.warnings.map((warning) => (
              <li key={warning}>{sentenceOf(warning)}</li>
            ))}
          </ul>
        </section>
      )}
      <Verdicts verdicts={report.conformance.verdicts} />
      <Part
        title={words.fonts}
        rows={report.fonts}
        columns={[
          { name: words.name, cell: ({ name }) => name },
          { name: words.kind, cell: ({ type }) => type },
          {
            name: words.embedded,
            cell: ({ embedded, subset }) => (embedded ? (subset ? words.subset : words.yes) : words.no),
          },
          { name: words.firstPage, isNumber: true, cell: ({ first_page: page }) => page },
        ]}
      />
      <Part
        title={words.attachments}
        rows={report.embedded_files}
        columns={[
          { name: words.name, cell: ({ name }) => name },
          { name: words.kind, cell: ({ type }) => type },
          { name: words.relation, cell: ({ relationship }) => relationship },
          { name: words.size, isNumber: true, cell: ({ bytes }) => bytes !== null && sizeOf(bytes) },
        ]}
      />
      <Part
        title={words.fields}
        rows={report.fields}
        columns={[
          { name: words.name, cell: ({ name }) => name },
          { name: words.kind, cell: ({ type }) => type },
          { name: words.value, cell: ({ value }) => (Array.isArray(value) ? value.join(', ') : value) },
        ]}
      />
      <Part
        title={words.signatures}
        rows={report.signatures}
        columns={[
          { name: words.name, cell: ({ name, field }) => name ?? field },
          { name: words.date, cell: ({ date }) => date },
          { name: words.whole, cell: ({ covers_whole_file: whole }) => (whole ? words.yes : words.no) },
        ]}
      />
    </>
  )
}

type PartProps<Row> = Pick<Parameters<typeof Table<Row>>[0], 'rows' | 'columns'> & { title: string }

/** Nothing where the file has none. */
function Part<Row>({ title, rows, columns }: PartProps<Row>) {
  if (rows.length === 0) return null
  const numbered = rows.map((row, at) => ({ row, at }))
  return (
    <section>
      <h2>{title}</h2>
      <Table
        caption={title}
        columns={columns.map(({ cell, ...column }) => ({
          ...column,
          cell: ({ row }: { row: Row }) => cell(row),
        }))}
        rows={numbered}
        keyOf={({ at }) => String(at)}
      />
    </section>
  )
}

/** `1–3: 210 × 297 mm` */
function paperOf({ from, to, width, height }: Inspection['page_sizes'][number]): string {
  const paper = `${Math.round(width * MM)} × ${Math.round(height * MM)} mm`
  return from === to ? `${from}: ${paper}` : `${from}–${to}: ${paper}`
}
