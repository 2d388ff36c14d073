/** Entry of the bundle for goCreditMode: auditing and repairing a document. */
import { audit, tryRepair } from './audit'
import { BUNDLE_GLOBALS } from './bundle-names'
import type { LoadFunctions, OptimizeFunctions, PaperFunctions } from './contract'
import { locate } from './locate'
import { outline } from './outline-for-model'
import type { AuditSettings } from './paper-types'
import { publish } from './publish'
import { undo } from './repair'

async function auditWhenReady(settings: AuditSettings) {
  const load: LoadFunctions = Reflect.get(globalThis, BUNDLE_GLOBALS.load)
  await load.whenReady()
  return audit(settings)
}

function auditIfRaised(settings: AuditSettings) {
  const paper: PaperFunctions = Reflect.get(globalThis, BUNDLE_GLOBALS.paper)
  return paper.areMarginsRaised() ? audit(settings) : undefined
}

const functions: OptimizeFunctions = {
  audit,
  auditWhenReady,
  auditIfRaised,
  tryRepair,
  undo,
  outline,
  locate,
}
publish(BUNDLE_GLOBALS.optimize, functions)
