/** Entry of the bundle for documents with scripts. */
import { BUNDLE_GLOBALS, type SettleFunctions } from './contract'
import { publish } from './publish'
import { waitUntilSettled } from './settle'

const functions: SettleFunctions = { waitUntilSettled }
publish(BUNDLE_GLOBALS.settle, functions)
