/** Work ends within the lease of its hold: it is charged once or not at all, and nobody does what is charged to nobody. */
import { env } from 'cloudflare:test'
import { deflateSync } from 'node:zlib'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { turns } from '../../src/memory/isolate-turns'
import { newAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { handmadePdf } from '../support/pdfs'
import { pdfUrl } from '../support/sample-pdf'
import { applySchema } from '../support/schema'

/** Less than the lease of what is finished, and more than all that is waited for otherwise. Milliseconds. */
const LONG_MS = 200_000

beforeAll(() => applySchema())
afterEach(() => {
  vi.restoreAllMocks()
})

const file = pdfUrl(
  handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>',
    { dictionary: '/Filter/FlateDecode', data: deflateSync('0 0 m '.repeat(200_000)) },
  ]),
)

/** Has whatever is to happen after a long time happen at once, and long work wait for others without end. */
function endLeasesAtOnce() {
  const real = setTimeout
  vi.spyOn(turns, 'pauseAfter').mockReturnValue(LONG_MS / 2)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms = 0) =>
    real(work, ms >= LONG_MS ? 200 : ms)) as typeof setTimeout)
}

it.each([
  ['finished', '/v1/finish', { files: [file], options: { page_numbers: true } }],
  [
    'finished by the queue',
    '/v1/finish',
    { files: [file], options: { page_numbers: true }, async_mode: true },
  ],
  ['inspected', '/v1/inspect', { file }],
])('a file that is not %s within its lease is given up, and costs nothing', async (_, path, body) => {
  const caller = await newAccount({ credits: 3 })
  endLeasesAtOnce()
  const answer = await post(path, caller.key, body)
  if (answer.status === 202) {
    const { task_id } = await answer.json<{ task_id: string }>()
    const task = async () => await (await get(`/v1/status/${task_id}`, caller.key)).json()
    await expect
      .poll(task, { timeout: 20_000 })
      .toMatchObject({ status: 'failed', error: { code: 'render_timeout' } })
  } else expect([answer.status, await answer.json()]).toMatchObject([504, { code: 'render_timeout' }])
  vi.restoreAllMocks()
  const left = await (await get('/v1/credits', caller.key)).json()
  expect(left).toMatchObject({ credits_left: 3 })
  await caller.account.catchUp()
  const tasks = env.DB.prepare('SELECT status, credits_charged FROM tasks WHERE account_id = ?')
  const { results } = await tasks.bind(caller.accountId).all()
  expect(results).toEqual([{ status: 'failed', credits_charged: 0 }])
})
