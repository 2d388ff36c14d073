/** Entry of the bundle for documents with rules for single pages. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { NthFactory } from './nth-factory'
import { NthPages } from './nth-pages'
import { publish } from './publish'

let made: NthPages | undefined

const factory: NthFactory = {
  loadNthPages: () => undefined,
  create: (nths, tracked, paper) => {
    made = new NthPages(nths, tracked, paper)
    return made
  },
  usePageRules: (rules) => made?.activate(rules),
}
publish(BUNDLE_GLOBALS.nth, factory)
