/** A table; on a phone each row is a small list of its own. */
import type { ComponentChildren } from 'preact'

export type Column<Row> = {
  /** Unique among the columns; its heading unless there is another. */
  name: string
  /** A heading for screen readers alone, for a column of buttons. */
  isUnnamed?: boolean
  /** Figures stand at the right, under each other. */
  isNumber?: boolean
  cell: (row: Row) => ComponentChildren
}

type TableProps<Row> = {
  /** Says what the table is, to screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Rows that are about to be replaced are dimmed. */
  isOld?: boolean
}

export function Table<Row>({ caption, columns, rows, keyOf, isOld = false }: TableProps<Row>) {
  const kind = ({ isNumber }: Column<Row>) => (isNumber ? 'number' : '')
  return (
    <table class={isOld ? 'old' : ''} aria-busy={isOld}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" class={kind(column)}>
              <span class={column.isUnnamed ? 'unseen' : ''}>{column.name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, at) => {
              const label = column.isUnnamed ? undefined : column.name
              // What a row is about is read with each of its cells.
              return at === 0 ? (
                <th key={column.name} scope="row" class={kind(column)} data-label={label}>
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.name} class={kind(column)} data-label={label}>
                  {column.cell(row)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
