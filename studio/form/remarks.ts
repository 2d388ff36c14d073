/** What is said of fields: a warning or a fault stands at the field that it names. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { PlatenError } from '../../clients/typescript/src/errors'
import { withoutPath } from '../shell/fault-words'
import { warningsByField } from '../shell/warnings'
import { TEXTS } from '../texts'
import type { Schema } from './schema'

export type Remark = { text: string; isFault: boolean }
/** By paths such as `lines.0.net_price`. */
export type Remarks = ReadonlyMap<string, readonly Remark[]>

export const RemarksContext = createContext<Remarks>(new Map())

/** What the service says of all places that are essential and empty, in one sentence. */
const EMPTY = / (?:is|are) empty, and \S+ is not complete without /

/** What is said of this very field. */
export function useRemarks(path: string): readonly Remark[] {
  return useContext(RemarksContext).get(path) ?? []
}

/** How much is said of these fields and of those within them. */
export function useRemarkCount(paths: readonly string[]): number {
  const remarks = useContext(RemarksContext)
  let count = 0
  for (const [place, said] of remarks)
    if (paths.some((path) => place === path || place.startsWith(`${path}.`))) count += said.length
  return count
}

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
    const text = !isKnown ? remark.text : EMPTY.test(remark.text) ? TEXTS.empty : withoutPath(remark.text)
    remarks.set(place, [...(remarks.get(place) ?? []), { ...remark, text }])
  }
  for (const [path, said] of warnings ? warningsByField(warnings) : [])
    for (const text of said) add(path, { text, isFault: false })
  for (const [path, text] of advice) add(path, { text, isFault: false })
  const faults = errors.flatMap((error) => (error instanceof PlatenError ? error.errors : []))
  for (const { pointer, message } of faults) {
    const path = /^(?:\/request)?\/data\/(.+)$/.exec(pointer)?.[1]?.replaceAll('/', '.')
    if (path !== undefined) add(path, { text: message, isFault: true })
  }
  return remarks
}

/** Whether a form of `schema` has a field at `path`, in an entry of a list where a number stands in it. */
function hasField(schema: Schema, path: string): boolean {
  if (path === '') return false
  let part: Schema | undefined = schema
  for (const name of path.split('.')) part = /^\d+$/.test(name) ? part?.items : part?.properties?.[name]
  return part !== undefined
}
