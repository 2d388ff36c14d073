/** Entry of the bundle for documents with a bleed or crop marks. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { BleedFunctions } from './contract'
import { growPages } from './grow-pages'
import { publish } from './publish'

const functions: BleedFunctions = { growPages }
publish(BUNDLE_GLOBALS.bleed, functions)
