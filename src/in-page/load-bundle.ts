/** Entry of the bundle that every document needs. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { LoadFunctions } from './contract'
import { publish } from './publish'
import { waitUntilReady, whenReady, writePart } from './ready'
import { layOutForScreen } from './screen-layout'

const functions: LoadFunctions = {
  writePart,
  waitUntilReady,
  whenReady,
  layOutForScreen,
}
publish(BUNDLE_GLOBALS.load, functions)
