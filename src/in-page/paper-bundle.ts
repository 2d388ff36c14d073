/** Entry of the bundle for headers, footers and a document's own paper. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { PaperFunctions } from './contract'
import { fillEmptyCells } from './empty-cells'
import { layOutLargerPages } from './larger-pages'
import { holdFonts, measureHeaderFooter } from './measure-header-footer'
import { measurePageArea } from './page-area'
import { areMarginsRaised, raiseMargins } from './page-margins'
import { keepAtEdge } from './print-edge'
import { publish } from './publish'
import { inlineSprites } from './sprites'
import { narrowRoot, widenRoot } from './wide-root'

const functions: PaperFunctions = {
  fillEmptyCells,
  inlineSprites,
  raiseMargins,
  areMarginsRaised,
  measureHeaderFooter,
  holdFonts,
  measurePageArea,
  layOutLargerPages,
  widenRoot,
  narrowRoot,
  keepAtEdge: () => keepAtEdge(),
}
publish(BUNDLE_GLOBALS.paper, functions)
