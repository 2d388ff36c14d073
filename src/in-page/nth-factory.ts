/** Rules for single pages as furniture finds them: they are in a bundle of their own, which documents without are spared. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { NthFunctions } from './contract'
import type { FurnitureStyles } from './furniture-types'
import type { NthPages } from './nth-pages'
import type { Paper } from './paper-types'
import type { Tracked } from './tracked-pages'

type NthRules = NonNullable<FurnitureStyles['nths']>

export type NthFactory = NthFunctions & {
  create: (nths: NthRules, tracked: Tracked, paper: Paper) => NthPages
}

/** The single pages of a document whose styles have rules for some; the page holds their bundle then. */
export function nthPages(
  nths: FurnitureStyles['nths'],
  tracked: Tracked,
  paper: Paper,
): NthPages | undefined {
  if (!nths?.length) return undefined
  const factory: NthFactory = Reflect.get(globalThis, BUNDLE_GLOBALS.nth)
  return factory.create(nths, tracked, paper)
}
