/** A QR code as a task, its tools in hand: what is charged where the file is found. */
import { describe, expect, it } from 'vitest'
import type { CachedFile } from '../../src/deliver/cache'
import { runCode } from '../../src/jobs/code'
import type { QrJob } from '../../src/jobs/job'
import { makeQr } from '../../src/qr/make'
import { Timings } from '../../src/timings'

const job: QrJob = {
  taskId: 'tsk_mine',
  kind: 'qrcode',
  accountId: 'acc_1',
  mode: 'live',
  options: { data: 'https://example.com' },
  upload: undefined,
  cacheKey: 'cache/acc_1/live/1',
  origin: 'https://platen.test',
  createdAt: 0,
  expiresAt: 1_000,
}
const { bytes } = makeQr(job.options, undefined)

/** Runs the job where the cache knows the file of `taskId`; answers what was asked of the account and remembered. */
async function runWith(taskId: string) {
  const found: CachedFile = {
    taskId,
    bytes,
    contentType: 'image/png',
    fileName: 'qrcode.png',
    expiresAt: 500,
  }
  const settled: (number | undefined)[] = []
  const stored: string[] = []
  const remembered: string[] = []
  const produced = await runCode(
    job,
    { answers: { completed: async () => undefined, failed: () => undefined } },
    {
      find: async () => found,
      fetchFile: () => Promise.reject(new Error('this job names no files')),
      store: async (id) => void stored.push(id),
      remember: async (_, file) => void remembered.push(file.taskId),
      ledger: {
        settle: async (_, __, { credits } = {}) => {
          settled.push(credits)
          return { creditsCharged: credits ?? 1, creditsLeft: 0 }
        },
        release: async () => undefined,
      },
      timings: new Timings(() => 0),
      now: () => 0,
    },
  )
  return { settled, stored, remembered, bytes: produced.bytes, creditsCharged: produced.creditsCharged }
}

describe('a queued QR code', () => {
  it('that another task has made is copied for nothing, and the cache keeps the first', async () => {
    expect(await runWith('tsk_other')).toEqual({
      settled: [0],
      stored: ['tsk_mine'],
      remembered: [],
      bytes,
      creditsCharged: 0,
    })
  })

  it('that its own earlier try stored before it was interrupted is charged', async () => {
    expect(await runWith('tsk_mine')).toMatchObject({ settled: [undefined], bytes, creditsCharged: 1 })
  })
})
