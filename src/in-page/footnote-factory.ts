/** Footnotes as furniture finds them: they are in a bundle of their own, which documents without notes are spared. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { FootnoteFunctions } from './contract'
import type { FootnotePages } from './footnote-pages'
import type { NoteStyles } from './furniture-types'
import type { Paper } from './paper-types'

export type FootnoteFactory = FootnoteFunctions & {
  create: (styles: NoteStyles, paper: Paper, isTagged: boolean) => FootnotePages
}

/** The footnotes of a document whose styles may have some; the page holds their bundle then. */
export function footnotePages(...args: Parameters<FootnoteFactory['create']>): FootnotePages {
  const factory: FootnoteFactory = Reflect.get(globalThis, BUNDLE_GLOBALS.footnotes)
  return factory.create(...args)
}
