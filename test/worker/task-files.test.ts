/** Files of earlier tasks that a request names: how they are looked up. */
import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Caller } from '../../src/http/auth'
import type { AppContext } from '../../src/http/context'
import { requireTaskFiles } from '../../src/http/pdf-sources'
import { findEndedTasks } from '../../src/tasks/list-tasks'
import { newAccount } from '../support/accounts'
import { post } from '../support/http'
import { pdfUrl, samplePdf } from '../support/sample-pdf'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

describe('files of earlier tasks', () => {
  it('are looked up at once and not with a call to the account for each', async () => {
    const { key, accountId } = await newAccount({ credits: 1 })
    const made = await post('/v1/finish', key, {
      files: [pdfUrl(await samplePdf({ name: 'one', pages: 1 }))],
    })
    const task_id = made.headers.get('x-task-id') ?? ''
    await made.arrayBuffer()
    const asked = { taskIds: [task_id], accountId, mode: 'live' } as const
    await vi.waitFor(async () => expect(await findEndedTasks(env.DB, asked)).toHaveProperty('size', 1), {
      timeout: 20_000,
    })
    const task = vi.fn()
    const caller = { accountId, mode: 'live', account: { task } } as unknown as Caller
    const files = Array.from({ length: 50 }, (_, index) => ({
      entry: { task_id },
      pointer: `/files/${index}`,
    }))
    await requireTaskFiles({ env } as unknown as AppContext, caller, files, async () => undefined)
    expect(task).not.toHaveBeenCalled()
    const ofAnother = { ...caller, accountId: 'acc_other' } as Caller
    await expect(
      requireTaskFiles({ env } as unknown as AppContext, ofAnother, files, async () => undefined),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
