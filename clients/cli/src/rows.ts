/** Rows of a table as data: CSV by its heads, JSON as a list, JSON Lines. */
import { parse } from 'csv-parse/sync'
import { UsageError } from './usage.js'

export type Row = Record<string, unknown>

/** `name` tells the form. Heads with dots are objects: `buyer.name`. Throws `UsageError` with the line. */
export function readRows(text: string, name: string): Row[] {
  if (/\.(?:xlsx?|ods|numbers)$/i.test(name))
    throw new UsageError(`${name} is a spreadsheet: save it as CSV, and name that.`)
  try {
    if (/\.json$/i.test(name)) return listOf(JSON.parse(text))
    if (/\.jsonl$/i.test(name))
      return listOf(
        text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => JSON.parse(line)),
      )
    return readTable(text)
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${(error as Error).message}`)
  }
}

function readTable(text: string): Row[] {
  const [head = ''] = text.split('\n', 1)
  // Spreadsheets of many countries write semicolons.
  const delimiter = [',', ';', '\t'].sort((a, b) => head.split(b).length - head.split(a).length)[0] ?? ','
  const rows = parse(text, {
    columns: true,
    bom: true,
    delimiter,
    skip_empty_lines: true,
    trim: true,
  }) as Record<string, string>[]
  return rows.map((row) => {
    const data: Row = {}
    for (const [field, value] of Object.entries(row)) if (value !== '') setAt(data, field.split('.'), value)
    return data
  })
}

function setAt(data: Row, [name = '', ...rest]: string[], value: string): void {
  if (name === '__proto__') return
  if (rest.length === 0) {
    data[name] = value
    return
  }
  const inner = data[name]
  const object: Row = typeof inner === 'object' && inner !== null ? (inner as Row) : {}
  data[name] = object
  setAt(object, rest, value)
}

function listOf(value: unknown): Row[] {
  if (!Array.isArray(value) || value.some((row) => typeof row !== 'object' || row === null))
    throw new Error('it must be a list of objects')
  return value as Row[]
}
