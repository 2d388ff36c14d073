/** What one dispatcher starts at once, and how much may wait there. */
import { plans } from '../accounts/plans'
import type { QueueClass } from '../tasks/messages'
import type { QueueLimits } from './fair-queue'

/**
 * Room for all that the largest plan lets one account queue, which is half of it. A message that is refused comes back
 * again and again, and the messages of other accounts stand behind it in the queue; waiting here, it takes some 200 bytes.
 */
const MAX_WAITING = 2 * Math.max(...Object.values(plans).map(({ outstandingTasks }) => outstandingTasks))

/** Ten documents keep one browser's slots busy. A webhook's slot is mostly spent waiting for the receiver. */
export const QUEUE_LIMITS: Record<QueueClass, QueueLimits> = {
  documents: { slots: 10, maxWaiting: MAX_WAITING },
  codes: { slots: 10, maxWaiting: MAX_WAITING },
  webhooks: { slots: 40, maxWaiting: MAX_WAITING },
}
