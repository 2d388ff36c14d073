/**
 * Looks of running elements and counters of the document as furniture finds them: they are in a bundle of their own, which
 * documents without are spared.
 */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { MarginFunctions } from './contract'
import type { CounterUse, FurnitureStyles } from './furniture-types'

/** An element, and the texts that it sets by their names. */
export type SetStrings = { element: Element; values: Map<string, string> }

type CounterAt = (element: Element, use: CounterUse) => string

export type MarginsFactory = MarginFunctions & {
  applyLooks: (strings: FurnitureStyles['strings'], found: SetStrings[]) => string[]
  countersAt: (asked: ReadonlySet<Element>) => CounterAt
}

const factory = (): MarginsFactory => Reflect.get(globalThis, BUNDLE_GLOBALS.margins)

/** Gives margin boxes the looks of the running elements that they show. Returns what is left out. */
export function applyLooks(strings: FurnitureStyles['strings'], found: SetStrings[]): string[] {
  return strings.some(({ name }) => name.startsWith('()')) ? factory().applyLooks(strings, found) : []
}

/** What counters say at some elements; all are asked for at once. */
export function countersAt(asked: ReadonlySet<Element>): CounterAt {
  return asked.size === 0 ? () => '' : factory().countersAt(asked)
}
