/** Entry of the bundle for documents that are printed on one sheet. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { SheetFunctions } from './contract'
import { fitSheet } from './fit-sheet'
import { publish } from './publish'

const functions: SheetFunctions = { fitSheet }
publish(BUNDLE_GLOBALS.sheet, functions)
