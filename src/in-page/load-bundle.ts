/** Entry of the bundle that every document needs. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { LoadFunctions } from './contract'
import { publish } from './publish'
import { waitUntilReady, whenReady, writeDocument, writePart } from './ready'

const functions: LoadFunctions = { writeDocument, writePart, waitUntilReady, whenReady }
publish(BUNDLE_GLOBALS.load, functions)
