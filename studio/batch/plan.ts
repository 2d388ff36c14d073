/** What a batch is made of: a table, what it fills, and how. */
import { dataOf, groupRows, type Mapping } from './mapping'
import type { DataTable, Row } from './table'

export type Target = { kind: 'template'; id: string } | { kind: 'endpoint'; slug: string }

export type Plan = {
  table: DataTable
  target: Target
  mapping: Mapping
  /** What all documents have. */
  base: Record<string, unknown>
  options: Record<string, unknown>
  /** Rows with the same value in this column make one document. */
  grouping: string | undefined
  /** The column that files are named by. */
  naming: string | undefined
}

/** A document of the batch: what is sent, and what its file is called. */
export type Entry = { name: string; request: Record<string, unknown> }

/** What the API calls the endpoint of all entries. */
export function endpointOf(target: Target): string {
  return target.kind === 'template' ? 'generate' : target.slug
}

export function entriesOf(plan: Plan): Entry[] {
  const names = new Set<string>()
  return groupRows(plan.table.rows, plan.grouping).map((rows, at) => {
    const name = uniqueName(nameOf(plan, rows, at), names)
    return { name, request: requestOf(plan, rows, name) }
  })
}

function requestOf(
  { target, base, mapping, options }: Pick<Plan, 'target' | 'base' | 'mapping' | 'options'>,
  rows: readonly Row[],
  name?: string,
): Record<string, unknown> {
  return {
    ...(target.kind === 'template' && { template_id: target.id }),
    data: dataOf(base, rows, mapping),
    options: { ...options, ...(name !== undefined && { filename: name }) },
  }
}

function nameOf({ naming, table }: Plan, rows: readonly Row[], at: number): string {
  const said = naming === undefined ? undefined : rows[0]?.[naming]
  const text = said === undefined || said === null ? '' : String(said)
  // What no file system minds.
  const plain = text
    .replaceAll(/[^\p{Letter}\p{Number} ._-]+/gu, '-')
    .replaceAll(/^[ .-]+|[ .-]+$/g, '')
    .slice(0, 80)
  return plain || `${table.name.replace(/\.\w+$/, '').slice(0, 60) || 'document'}-${at + 1}`
}

function uniqueName(name: string, taken: Set<string>): string {
  let free = name
  for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${name}-${count}`
  taken.add(free.toLowerCase())
  return `${free}.pdf`
}

/** Pieces of a list, each of `size`. */
export function chunked<T>(list: readonly T[], size: number): { from: number; items: T[] }[] {
  const chunks = []
  for (let from = 0; from < list.length; from += size)
    chunks.push({ from, items: list.slice(from, from + size) })
  return chunks
}
