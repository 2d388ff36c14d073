/** The parameters of an address. */
import type { FieldError } from '../errors'

import type { AppContext } from './context'
import { putWarningsFirst } from './put-warnings-first'
import { invalidRequest } from './validation'

/** Parameters that keep caches from answering: nobody expects anything of them. */
const CACHE_BUSTERS = new Set(['_'])
/** Parameters that are told one by one. */
const MAX_TOLD = 5
const MAX_SHOWN = 60

/** A parameter that is a field of an object: `metadata.order` or `metadata[order]`. */
const FIELD = /^(metadata)(?:\.(.*)|\[(.*)\])$/s

/**
 * The parameters by their names, and fields of objects in their objects. Throws `invalid_request` for one that came more
 * than once: one value would be lost.
 */
export function readQuery(c: AppContext): Record<string, unknown> {
  const errors: FieldError[] = Object.entries(c.req.queries())
    .filter(([, values]) => values.length > 1)
    .map(([name, values]) => ({
      pointer: `/${name.slice(0, MAX_SHOWN)}`,
      message: `came ${values.length} times: send it once, and ask again for another value`,
    }))
  const lost = Object.keys(c.req.query()).find((name) => /^metadata(?:\.|\[)__proto__\]?$/.test(name))
  if (lost !== undefined)
    errors.push({ pointer: '/metadata', message: 'cannot be filtered by a field that is named __proto__' })
  if (errors.length > 0) throw invalidRequest(errors)
  return withObjects(c.req.query())
}

function withObjects(query: Readonly<Record<string, string>>): Record<string, unknown> {
  const plain: [string, unknown][] = []
  const objects = new Map<string, [string, string][]>()
  for (const [name, value] of Object.entries(query)) {
    const [, object, field, inBrackets] = FIELD.exec(name) ?? []
    if (object === undefined) plain.push([name, value])
    else objects.set(object, [...(objects.get(object) ?? []), [field ?? inBrackets ?? '', value]])
  }
  return Object.fromEntries([
    ...plain,
    ...[...objects].map(([name, fields]) => [name, Object.fromEntries(fields)]),
  ])
}

/** Tells in `X-Warnings` of parameters of an address that has none: it answers as it does without them. */
export function warnOfUnread(c: AppContext, response: Response): void {
  const names = Object.keys(c.req.query()).filter((name) => !CACHE_BUSTERS.has(name))
  if (names.length === 0 || !response.ok) return
  const shown = names.slice(0, MAX_TOLD).map((name) => JSON.stringify(name.slice(0, MAX_SHOWN)))
  const more = names.length > MAX_TOLD ? ` and ${names.length - MAX_TOLD} more` : ''
  const verb = names.length > 1 ? 'are' : 'is'
  const isRead = c.req.method === 'GET' || c.req.method === 'DELETE'
  const why = isRead
    ? 'not read: this address has no parameters, and its answer is whole'
    : 'not read from the address: fields stand in the body'
  putWarningsFirst(response, [`${shown.join(', ')}${more} ${verb} ${why}`])
}
