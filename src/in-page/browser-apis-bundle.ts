/**
 * Entry of the bundle that runs before the scripts of a document, in their own world: what they find in every browser
 * and would not find in the sandbox. It promises nothing to the service, since those scripts may undo it; what keeps
 * them in is the lockdown (`tab.ts`) and the policy (`interception.ts`).
 */
import { installBareFrames } from './bare-frames'
import { installAnimationWatch } from './begun-animations'
import { installClock } from './clock'
import { installIndexedDb } from './indexed-db'
import { installLaterCalls } from './later-calls'
import { installReadableImages } from './readable-images'
import { installStillness } from './stillness'
import { installStorage } from './storage'
import { removeUnusable } from './unusable-apis'
import { installWorkers } from './workers'

if (window === window.top) {
  // Before what keeps these events from all who listen after it.
  installAnimationWatch()
  installStillness()
  installClock()
}
installStorage()
installIndexedDb()
installWorkers()
installReadableImages()
installBareFrames()
removeUnusable()
// Last: what was given back above is what scripts call.
if (window === window.top) installLaterCalls()
