/** Entry of the bundle for documents with footnotes, whose furniture takes it from there. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { FootnoteFactory } from './footnote-factory'
import { FootnotePages } from './footnote-pages'
import { publish } from './publish'

const factory: FootnoteFactory = {
  loadFootnotes: () => undefined,
  create: (styles, paper, isTagged) => new FootnotePages(styles, paper, isTagged),
}
publish(BUNDLE_GLOBALS.footnotes, factory)
