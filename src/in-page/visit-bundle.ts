/** Entry of the bundle for documents that are clicked, scrolled or hidden from before they are printed. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { VisitFunctions } from './contract'
import { publish } from './publish'
import { clickFirst, hideAll, scrollThrough } from './visit'

const functions: VisitFunctions = { clickFirst, hideAll, scrollThrough }
publish(BUNDLE_GLOBALS.visit, functions)
