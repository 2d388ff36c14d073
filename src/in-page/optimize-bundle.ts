/** Entry of the bundle for goCreditMode: auditing and repairing a document. */
import { audit, tryRepair } from './audit'
import { type AuditSettings, BUNDLE_GLOBALS, type LoadFunctions, type OptimizeFunctions } from './contract'
import { outline } from './outline-for-model'
import { publish } from './publish'
import { undo } from './repair'

async function auditWhenReady(settings: AuditSettings) {
  const load: LoadFunctions = Reflect.get(globalThis, BUNDLE_GLOBALS.load)
  await load.whenReady()
  return audit(settings)
}

const functions: OptimizeFunctions = { audit, auditWhenReady, tryRepair, undo, outline }
publish(BUNDLE_GLOBALS.optimize, functions)
