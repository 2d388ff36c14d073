/** One account queues ten thousand documents, then another one ten: the dispatchers' queues under a virtual clock. */
import { expect, it } from 'vitest'
import { plans } from '../../src/accounts/plans'
import { FairQueue, type QueuedWork } from '../../src/queue/fair-queue'
import { QUEUE_LIMITS } from '../../src/queue/queue-limits'
import { randomFrom } from '../fuzz/random'
import { VirtualClock } from '../support/virtual-clock'

/** Milliseconds of a document, of handing over a batch of messages, and until one that was refused comes back. */
const TIME = { document: 700, batch: 100, refused: 15_000 }
const BATCH = 40

/** Dispatchers as `dispatcher.ts` are, each fed by messages in the order in which they were sent, a batch at a time. */
async function simulate({ dispatchers, batchesAtOnce }: { dispatchers: number; batchesAtOnce: number }) {
  const clock = new VirtualClock()
  const { fraction, integer } = randomFrom(1)
  const ended: QueuedWork[] = []
  const queues = Array.from({ length: dispatchers }, () => new FairQueue<QueuedWork>(QUEUE_LIMITS.documents))
  const startNext = (queue: FairQueue<QueuedWork>) => {
    for (let next = queue.start(); next; next = queue.start()) {
      const work = next
      void clock.sleep(-TIME.document * Math.log(1 - fraction())).then(() => {
        queue.end(work)
        ended.push(work)
        startNext(queue)
      })
    }
  }
  const documents = (accountId: string, count: number) =>
    Array.from({ length: count }, (_, n): QueuedWork => ({ id: `${accountId}${n}`, accountId, mode: 'live' }))
  const messages = [...documents('a', plans.Max.outstandingTasks), ...documents('b', 10)]
  const consumer = async () => {
    for (;;) {
      const batch = messages.splice(0, BATCH)
      await clock.sleep(TIME.batch)
      for (const work of batch) {
        const queue = queues[integer(dispatchers)] as FairQueue<QueuedWork>
        if (queue.add(work)) startNext(queue)
        else void clock.sleep(TIME.refused * (1 + fraction())).then(() => messages.push(work))
      }
    }
  }
  for (let one = 0; one < batchesAtOnce; one++) void consumer()
  await clock.runUntil(120_000)
  return ended
}

it.each([
  { dispatchers: 1, batchesAtOnce: 1 },
  { dispatchers: 1, batchesAtOnce: 10 },
  { dispatchers: 10, batchesAtOnce: 10 },
])('ten documents behind ten thousand are done before the 500th of those: %o', async (asked) => {
  expect(plans.Max.outstandingTasks).toBe(10_000)
  const ended = await simulate(asked)
  const last = ended.findLastIndex(({ accountId }) => accountId === 'b')
  expect(ended.filter(({ accountId }) => accountId === 'b')).toHaveLength(10)
  const before = ended.slice(0, last).filter(({ accountId }) => accountId === 'a').length
  expect(before).toBeLessThan(500)
})
