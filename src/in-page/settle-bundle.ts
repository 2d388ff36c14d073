/** Entry of the bundle for documents with scripts. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { SettleFunctions } from './contract'
import { fillFrames } from './frames'
import { publish } from './publish'
import { giveScriptsTime, holdScriptsStill, waitUntilSettled } from './settle'

const functions: SettleFunctions = { waitUntilSettled, fillFrames, giveScriptsTime, holdScriptsStill }
publish(BUNDLE_GLOBALS.settle, functions)
