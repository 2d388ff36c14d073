/** Entry of the bundle for documents with scripts. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { SettleFunctions } from './contract'
import { fillFrames } from './frames'
import { publish } from './publish'
import { holdScriptsStill, waitUntilSettled } from './settle'

const functions: SettleFunctions = { waitUntilSettled, fillFrames, holdScriptsStill }
publish(BUNDLE_GLOBALS.settle, functions)
