/** Entry of the bundle for goCreditMode: auditing and repairing a document. */
import { audit, tryRepair } from './audit'
import { BUNDLE_GLOBALS, type OptimizeFunctions } from './contract'
import { outline } from './outline'
import { publish } from './publish'
import { undo } from './repair'

const functions: OptimizeFunctions = { audit, tryRepair, undo, outline }
publish(BUNDLE_GLOBALS.optimize, functions)
