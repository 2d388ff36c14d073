/** Two versions of a template as text, and how they differ. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import type { Stored } from './custom'

/** Past these, a file is shown as removed and added whole: the search takes the product of both. */
const MAX_EDITS = 500
const MAX_LINES = 20_000

/** The unified diff of all that differs, file by file; empty if nothing does. */
export function diffTemplates(from: Stored, to: Stored): string {
  const [before, after] = [textsOf(from), textsOf(to)]
  return Object.keys(after)
    .filter((name) => before[name] !== after[name])
    .map((name) => diffText(name, before[name] ?? '', after[name] ?? ''))
    .join('')
}

/** A template as the files that its author would have. */
function textsOf({ page, style, sample, ...manifest }: Stored): Record<string, string> {
  // The id holds the version, which is no difference.
  const { id: _id, ...said } = manifest as typeof manifest & { id?: string }
  return {
    'manifest.json': lines(JSON.stringify(said, null, 2)),
    'page.liquid': lines(page),
    'style.css': lines(style),
    'sample.json': lines(JSON.stringify(sample, null, 2)),
  }
}

function diffText(name: string, before: string, after: string): string {
  const few = [before, after].every((text) => text.split('\n', MAX_LINES + 1).length <= MAX_LINES)
  const patch =
    few &&
    createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, {
      context: 3,
      maxEditLength: MAX_EDITS,
      headerOptions: FILE_HEADERS_ONLY,
    })
  return patch || replaced(name, before, after)
}

/** The diff that removes all lines and adds all. */
function replaced(name: string, before: string, after: string): string {
  const [removed, added] = [before, after].map((text) => text.split('\n').slice(0, -1))
  const hunk = `@@ -${range(removed)} +${range(added)} @@`
  const marked = [...(removed ?? []).map((line) => `-${line}`), ...(added ?? []).map((line) => `+${line}`)]
  return [`--- a/${name}`, `+++ b/${name}`, hunk, ...marked, ''].join('\n')
}

function range(all: readonly string[] = []): string {
  return all.length === 0 ? '0,0' : `1,${all.length}`
}

/** With an end to its last line. */
function lines(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
