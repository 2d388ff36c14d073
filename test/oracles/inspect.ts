/** What pikepdf finds in a file. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { python } from './tools'

export type Inspection = {
  pages: number
  links: number
  addresses: string[]
  outline: unknown[]
  destinations: string[]
  /** Structure elements. */
  tags: number
  fields: [name: string, value: string | null][]
  info: Record<string, string>
  xmp: Record<string, string>
  lang: string | null
  files: Record<string, { size: number; type: string; md5: string; bytes: string; relationship: string }>
  encryption: { R: number; V: number; bits: number; P: number } | null
  allow: Record<string, boolean>
}

const source = readFileSync(path.join(import.meta.dirname, 'inspect.py'), 'utf8')

export function inspect(file: string, password = ''): Inspection {
  return inspectAll([file], password)[0] as Inspection
}

/** Of many files at once, in their order: starting Python costs more than looking. */
export function inspectAll(files: string[], password = ''): Inspection[] {
  return JSON.parse(python(source, password, ...files))
}
