/** What may be typed, and how a command ends. */
import type { parseArgs } from 'node:util'

/** `local` is this machine's own: a file, a port. `notStarted` is the local service. */
export const EXIT = { refused: 1, usage: 2, unreachable: 3, local: 4, notStarted: 5, interrupted: 130 }

/** The command was not typed as it should be. */
export class UsageError extends Error {}

/** The local service did not start. */
export class StartError extends Error {}

export const options = {
  output: { type: 'string', short: 'o' },
  paper: { type: 'string' },
  landscape: { type: 'boolean' },
  margin: { type: 'string' },
  template: { type: 'string' },
  data: { type: 'string' },
  name: { type: 'string' },
  style: { type: 'string' },
  header: { type: 'string', multiple: true },
  size: { type: 'string' },
  conformance: { type: 'string', multiple: true },
  set: { type: 'string', multiple: true },
  optimize: { type: 'boolean' },
  port: { type: 'string' },
  id: { type: 'string' },
  local: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

export type Given = ReturnType<
  typeof parseArgs<{ options: typeof options; allowPositionals: true }>
>['values']
