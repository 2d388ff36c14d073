/** What a document's task keeps of the warnings of printing and of finishing. */
import { expect, test } from 'vitest'
import type { Job } from '../../src/jobs/job'
import { type RunDeps, run } from '../../src/jobs/run'
import { Timings } from '../../src/time/timings'

const bytes = new Uint8Array([1])
const notHere = () => Promise.reject(new Error('is not needed here'))

function depsWith(printing: string[], finishing: string[]): RunDeps {
  return {
    fetchFile: notHere,
    readTaskFile: notHere,
    findInvoice: notHere,
    render: async () => ({ bytes, title: 'Report', ownLang: 'en', warnings: printing }),
    finish: async () => ({ bytes, pages: 1, warnings: finishing }),
    drawPictures: notHere,
    store: async () => undefined,
    fileUrl: notHere,
    countUnpaid: async () => undefined,
    ledger: {
      settle: async () => ({ creditsCharged: 1, creditsLeft: 0 }),
      release: async (_taskId, { error }) => Promise.reject(new Error(String(error))),
    },
    timings: new Timings(() => 0),
    now: () => 0,
  }
}

const job: Job = {
  taskId: 'tsk_1',
  kind: 'transform',
  accountId: 'acc_1',
  mode: 'live',
  origin: 'https://example.com',
  createdAt: 0,
  expiresAt: 1,
  source: { html: '<p>Report' },
  options: {},
  optimize: false,
}

const many = (of: string) => Array.from({ length: 100 }, (_, n) => `${of} ${n} ${'x'.repeat(80)}`)

test('the warnings of both together are bounded, and the last one counts all that are left out', async () => {
  const deps = depsWith(many('printing'), many('finishing'))
  const { warnings } = await run(job, { tries: 1 }, deps)
  expect(JSON.stringify(warnings).length).toBeLessThanOrEqual(8_000)
  expect(warnings.at(-1)).toBe(`… and ${200 - (warnings.length - 1)} more.`)
})

test('warnings that fit are all kept, those of printing first', async () => {
  const { warnings } = await run(job, { tries: 1 }, depsWith(['printed'], ['finished']))
  expect(warnings).toEqual(['printed', 'finished'])
})

test('what is found while the browser works stands before what was found in the request', async () => {
  let isPrinting = false
  const deps: RunDeps = {
    ...depsWith(['printed'], ['finished']),
    render: async () => {
      isPrinting = true
      return { bytes, title: '', ownLang: '', warnings: ['printed'] }
    },
    findLate: async () => [isPrinting ? 'late' : 'early'],
  }
  const { warnings } = await run({ ...job, warnings: ['asked'] }, { tries: 1 }, deps)
  expect(warnings).toEqual(['printed', 'late', 'asked', 'finished'])
})
