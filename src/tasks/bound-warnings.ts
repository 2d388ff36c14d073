/** What a task's row may hold of its warnings. */
import { jsonBytes } from '../binary/bytes'

/** Bytes of a task's warnings as JSON: a document may have thousands, each with a long address. */
const MAX_WARNINGS_BYTES = 8_000

/** The first of the warnings that fit into a row; the last one counts those that do not. */
export function boundWarnings(warnings: readonly string[]): string[] {
  if (jsonBytes(warnings) <= MAX_WARNINGS_BYTES) return [...warnings]
  let bytes = jsonBytes([countMore(warnings.length)])
  const kept = warnings.findIndex((warning) => {
    bytes += jsonBytes(warning) + 1
    return bytes > MAX_WARNINGS_BYTES
  })
  return [...warnings.slice(0, kept), countMore(warnings.length - kept)]
}

/** The entry that stands for `count` that are left out. */
export function countMore(count: number): string {
  return `… and ${count} more.`
}
