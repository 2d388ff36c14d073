/**
 * Documents that compute without end leave most of the processors to the suites that run beside theirs. Not all of them:
 * other documents in the same browser shall end in time.
 */
import { guardRenderers } from '../../scripts/renderer-guard.mjs'

export default function setup() {
  return guardRenderers({ lowest: 5 })
}
