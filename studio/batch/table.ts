/** What was dropped, as columns and rows. */
import { isRecord } from '../form/data-path'
import { readCsv } from './csv'

export type Cell = string | number | boolean | null | readonly unknown[]
export type Row = Readonly<Record<string, Cell>>

export type DataTable = {
  name: string
  columns: string[]
  rows: Row[]
}

/** Rows that are taken. More belong to the command line, which goes on where it broke off. */
const MAX_ROWS = 1000
/** Characters of a file. */
export const MAX_TEXT = 5_000_000

/** CSV, a JSON list, or JSON Lines, told apart by how it begins. Throws an error in words. */
export function readDataTable(name: string, text: string): DataTable {
  const table = { name, ...(/^\s*[[{]/.test(text) ? fromJson(text) : fromCsv(text)) }
  if (table.rows.length === 0) throw new Error('there are no rows: the first line names the columns')
  if (table.rows.length > MAX_ROWS)
    throw new Error(
      `${table.rows.length} rows are too many for this page, which takes ${MAX_ROWS}: use "platen batch"`,
    )
  return table
}

function fromCsv(text: string): Omit<DataTable, 'name'> {
  const { columns, rows } = readCsv(text)
  const named = rows.map((cells) =>
    Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])),
  )
  return { columns, rows: named }
}

function fromJson(text: string): Omit<DataTable, 'name'> {
  const list = listOf(text)
  const rows = list.map((entry, at) => {
    if (!isRecord(entry)) throw new Error(`entry ${at + 1} is no object`)
    return Object.fromEntries(flattened(entry))
  })
  return { columns: [...new Set(rows.flatMap((row) => Object.keys(row)))], rows }
}

function listOf(text: string): unknown[] {
  if (/^\s*\[/.test(text)) return JSON.parse(text)
  try {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line))
  } catch {
    const whole: unknown = JSON.parse(text)
    return [whole]
  }
}

/** Objects inside become columns with dots, `buyer.name`; lists stay what they are. */
function flattened(entry: Record<string, unknown>, before = ''): [string, Cell][] {
  return Object.entries(entry).flatMap(([name, value]): [string, Cell][] => {
    const path = before + name
    if (isRecord(value)) return flattened(value, `${path}.`)
    return [[path, Array.isArray(value) ? value : (value as Cell)]]
  })
}
