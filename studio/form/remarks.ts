/** What is said of the fields of a form: a warning or a fault stands at the field that it names. */
import { PlatenError } from '../../clients/typescript/src/errors'
import { sentenceOf, withoutPath, withoutTerms } from '../shell/fault-words'
import { warningsByField } from '../shell/warnings'
import { TEXTS } from '../texts'
import type { Schema } from './schema'

export type Remark = { text: string; isFault: boolean }
/** By paths such as `lines.0.net_price`. */
export type Remarks = ReadonlyMap<string, readonly Remark[]>

/** What the service says of all places that are essential and empty, in one sentence. */
const EMPTY = / (?:is|are) empty, and \S+ is not complete without /

type Said = {
  warnings: string | undefined
  errors: readonly unknown[]
  /** What the Studio says itself, by fields. */
  advice?: readonly (readonly [path: string, text: string])[]
}

/** What was said of data, by the fields of a form of `schema`; under an empty path all that is about none of them. */
export function remarksOf(schema: Schema | undefined, { warnings, errors, advice = [] }: Said): Remarks {
  const remarks = new Map<string, Remark[]>()
  const add = (path: string, remark: Remark) => {
    const isKnown = schema && hasField(schema, path)
    const place = isKnown ? path : ''
    const text = isKnown ? asSaidThere(remark.text) : remark.text
    // What an e-invoice misses is empty, and what refused it was a warning before: each is said once.
    const isSaid = (said: string) =>
      isKnown && (said.startsWith(text) || (said === TEXTS.empty && /\bis missing\b/.test(text)))
    const former = (remarks.get(place) ?? []).filter((one) => !isSaid(one.text))
    remarks.set(place, [...former, { ...remark, text }])
  }
  for (const [path, said] of warnings ? warningsByField(warnings) : [])
    for (const text of said) add(path, { text, isFault: false })
  for (const [path, text] of advice) add(path, { text, isFault: false })
  const faults = errors.flatMap((error) => (error instanceof PlatenError ? error.errors : []))
  for (const { pointer, message, rule } of faults) {
    const path = /^(?:\/request)?\/data\/(.+)$/.exec(pointer)?.[1]?.replaceAll('/', '.')
    if (path !== undefined) add(path, { text: rule ? `${message} (${rule})` : message, isFault: true })
  }
  return remarks
}

/** What is said of a field, at that field. */
function asSaidThere(text: string): string {
  return EMPTY.test(text) ? TEXTS.empty : sentenceOf(withoutTerms(withoutPath(text)))
}

/** Whether a form of `schema` has a field at `path`, in an entry of a list where a number stands in it. */
function hasField(schema: Schema, path: string): boolean {
  if (path === '') return false
  let part: Schema | undefined = schema
  for (const name of path.split('.')) part = /^\d+$/.test(name) ? part?.items : part?.properties?.[name]
  return part !== undefined
}
