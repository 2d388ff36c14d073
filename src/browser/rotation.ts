/** When a browser has served enough. */
import { hashOf } from '../text/hash-text'

/** Browsers serve so much more or less than is set, as a share of it. */
const JITTER = 0.1

/**
 * Documents after which the browser of a session is replaced: about as many as are set, but not as many for each, so that
 * browsers that were opened together are not replaced together, which is more than the platform opens in a second.
 */
export function rendersBeforeRotation(rendersPerBrowser: number, sessionId: string): number {
  const share = (hashOf(sessionId) % 1000) / 999
  return Math.round(rendersPerBrowser * (1 - JITTER + 2 * JITTER * share))
}
