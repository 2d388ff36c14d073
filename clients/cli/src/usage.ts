/** What may be typed, and how a command ends. */
import type { parseArgs } from 'node:util'

export const EXIT = { refused: 1, usage: 2, unreachable: 3 }

/** The command was not typed as it should be. */
export class UsageError extends Error {}

export const options = {
  output: { type: 'string', short: 'o' },
  paper: { type: 'string' },
  landscape: { type: 'boolean' },
  margin: { type: 'string' },
  template: { type: 'string' },
  data: { type: 'string' },
  name: { type: 'string' },
  style: { type: 'string' },
  size: { type: 'string' },
  conformance: { type: 'string', multiple: true },
  set: { type: 'string', multiple: true },
  optimize: { type: 'boolean' },
  port: { type: 'string' },
  id: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export type Given = ReturnType<
  typeof parseArgs<{ options: typeof options; allowPositionals: true }>
>['values']
