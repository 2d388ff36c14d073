/** Long work of one request is done in pieces: others are served meanwhile, and it ends when nobody waits for it any more. */

import { env, SELF } from 'cloudflare:test'
import { deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { turns } from '../../src/memory/isolate-turns'
import { newAccount, type TestAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { handmadePdf } from '../support/pdfs'
import { triesAll } from '../support/runs'
import { pdfUrl } from '../support/sample-pdf'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

/** A page that draws a form, which draws another one, to some depth: each has many operations in a few bytes. */
function deepForms(depth: number, operations: number): Uint8Array {
  const form = (next: number | undefined) => ({
    dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter/FlateDecode${next ? `/Resources<</XObject<</F ${next} 0 R>>>>` : ''}`,
    data: deflateSync((next ? '/F Do ' : '0 0 m ').repeat(operations)),
  })
  const page =
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>'
  return handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    page,
    { dictionary: '', data: Buffer.from('/F Do') },
    ...Array.from({ length: depth }, (_, at) => form(at + 1 < depth ? 6 + at : undefined)),
  ])
}

/** How many requests are answered, one after another, until the work has ended. */
async function servedDuring(work: Promise<unknown>): Promise<number> {
  let ended = false
  const end = work.finally(() => {
    ended = true
  })
  let served = 0
  for (; !ended; served++) {
    await (await SELF.fetch('https://platen.test/health')).arrayBuffer()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await end
  return served
}

const creditsOf = async ({ key }: TestAccount) =>
  (await (await get('/v1/credits', key)).json<{ credits_left: number }>()).credits_left

describe('an inspection of contents with many operations', () => {
  it.runIf(triesAll)('lets others run within a content, whatever rule reads it', async () => {
    const { key } = await newAccount({ credits: 1 })
    const turn = vi.spyOn(turns, 'pauseAfter')
    const body = { file: pdfUrl(deepForms(2, 200_000)), conformance: ['PDF/A-2b'] }
    expect((await post('/v1/inspect', key, body)).status).toBe(200)
    const pieces = turn.mock.calls.map(([, ms]) => ms)
    turn.mockRestore()
    expect(pieces.length).toBeGreaterThan(10)
    // By the counts: 200,000 operations are 120 ms.
    expect(Math.max(...pieces)).toBeLessThan(60)
  })

  it('ends, and costs nothing, when its caller hangs up', async () => {
    const caller = await newAccount({ credits: 3 })
    // It would last for a minute, however fast the machine is and whoever has its processors.
    const turn = vi.spyOn(turns, 'pauseAfter').mockReturnValue(1_000)
    const hangUp = new AbortController()
    const asked = SELF.fetch('https://platen.test/v1/inspect', {
      method: 'POST',
      signal: hangUp.signal,
      headers: { 'x-api-key': caller.key, 'content-type': 'application/json' },
      body: JSON.stringify({ file: pdfUrl(deepForms(12, 400_000)) }),
    })
    const hungUp = expect(asked).rejects.toThrow('abort')
    await vi.waitFor(async () => expect(await creditsOf(caller)).toBe(2), { timeout: 20_000 })
    hangUp.abort()
    await hungUp
    await vi.waitFor(async () => expect(await creditsOf(caller)).toBe(3), { timeout: 20_000 })
    turn.mockRestore()
    await caller.account.catchUp()
    const tasks = env.DB.prepare('SELECT status, error FROM tasks WHERE account_id = ?')
    const { results } = await tasks.bind(caller.accountId).all()
    expect(results).toMatchObject([{ status: 'failed', error: expect.stringContaining('"canceled"') }])
  })

  it('refuses an operand that is read in one piece and too long for that', async () => {
    const { key } = await newAccount({ credits: 1 })
    const data = deflateSync(`[${'1 '.repeat(600_000)}] 0 d`)
    const file = handmadePdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>',
      { dictionary: '/Filter/FlateDecode', data },
    ])
    const answer = await post('/v1/inspect', key, { file: pdfUrl(file) })
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { code: 'document_invalid', detail: expect.stringContaining('1,048,576') },
    ])
    expect((await answer.headers.get('x-credits-charged')) ?? '0').toBe('0')
  })
})

/** The longest piece of a finishing in milliseconds, by what was counted, and how many there were. */
async function piecesOfFinishing(file: Uint8Array, options: object) {
  const { key } = await newAccount({ credits: 1 })
  const turn = vi.spyOn(turns, 'pauseAfter').mockReturnValue(0)
  const answer = await post('/v1/finish', key, { files: [pdfUrl(file)], options })
  const pieces = turn.mock.calls.map(([, ms]) => ms)
  const owners = new Set(turn.mock.calls.map((call) => call[3]))
  turn.mockRestore()
  expect(answer.status, await answer.clone().text()).toBe(200)
  await answer.arrayBuffer()
  return { longest: Math.max(...pieces), count: pieces.length, owners: [...owners] }
}

it('a page with many operations gets its number in pieces', async () => {
  const file = handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>',
    { dictionary: '/Filter/FlateDecode', data: deflateSync('0 0 5 5 re f '.repeat(100_000)) },
  ])
  const { longest, count } = await piecesOfFinishing(file, { page_numbers: true })
  expect(count).toBeGreaterThan(1)
  // 200,000 operations are 120 ms.
  expect(longest).toBeLessThan(60)
})

describe('flattening', () => {
  const blending = (content: string, more: Parameters<typeof handmadePdf>[0] = []) =>
    handmadePdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</ExtGState<</B<</BM/Multiply>>>>/XObject<</F 5 0 R>>/Shading<</P<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 595 842]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>/Extend[true true]>>>>>>>>`,
      { dictionary: '/Filter/FlateDecode', data: deflateSync(content) },
      ...more,
    ])

  const piecesOf = (file: Uint8Array) => piecesOfFinishing(file, { pdf_format: 'PDF/A-1b' })

  it.runIf(triesAll)('of thousands of paintings that blend takes time by their number', async () => {
    // Each was painted over all others again: that had taken minutes.
    await piecesOf(blending(`/B gs ${'0 0 5 5 re f '.repeat(5_000)}`))
  })

  it.runIf(triesAll)('lets others run while one page is painted, which knows whose work it is', async () => {
    const { longest, count, owners } = await piecesOf(
      blending(`/B gs ${'0 0 595 842 re f /P sh '.repeat(4)}`),
    )
    expect(count).toBeGreaterThan(20)
    expect(longest).toBeLessThan(150)
    expect(owners).toEqual([expect.stringMatching(/^acc_/)])
  })

  it('lets others run while forms within forms are counted', async () => {
    const group = '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter/FlateDecode'
    const form = (data: string, next = '') => ({ dictionary: group + next, data: deflateSync(data) })
    const inner = '/Resources<</XObject<</F 6 0 R>>>>'
    const { longest, count } = await piecesOf(
      blending('/B gs 0 0 9 9 re f /F Do', [form('/F Do '.repeat(300), inner), form('0 0 m '.repeat(1000))]),
    )
    expect(count).toBeGreaterThan(2)
    expect(longest).toBeLessThan(150)
  })
})

it.runIf(triesAll)('an SVG of many elements is cleaned in pieces', async () => {
  const { key } = await newAccount({ credits: 1 })
  const body = `<svg xmlns="http://www.w3.org/2000/svg">${'<g onclick="a" x="1"/>'.repeat(10_000)}</svg>`
  const turn = vi.spyOn(turns, 'pauseAfter').mockReturnValue(0)
  const stored = await SELF.fetch('https://platen.test/v1/assets/many.svg', {
    method: 'PUT',
    headers: { 'x-api-key': key },
    body,
  })
  const pieces = turn.mock.calls.length
  turn.mockRestore()
  expect(stored.status, await stored.text()).toBe(201)
  expect(pieces).toBeGreaterThan(13)
  const file = await get('/v1/assets/many.svg', key)
  expect((await file.text()).match(/<g x="1" ?\/>/g)?.length).toBe(10_000)
})

it('a batch is read and stored entry by entry, while others are served', async () => {
  const { key } = await newAccount({ credits: 9, plan: 'Pro' })
  const html = '<p>Some words of a paragraph, to fill it.</p>'.repeat(20_000)
  const body = { endpoint: 'transform', entries: Array.from({ length: 10 }, () => ({ html })), dry_run: true }
  const batch = post('/v1/batch', key, body)
  // Sixty, where the machine does nothing else.
  expect(await servedDuring(batch)).toBeGreaterThan(4)
  expect((await batch).status).toBe(200)
})

it('what is accepted is stored in pieces, and whole', async () => {
  const { key } = await newAccount({ credits: 9 })
  const file = handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>',
    { dictionary: '', data: Buffer.from('0 0 m '.repeat(100_000)) },
  ])
  const stored = vi.spyOn(env.FILES, 'put')
  const pauses = vi.spyOn(turns, 'pauseAfter')
  const entries = Array.from({ length: 2 }, () => ({ files: [pdfUrl(file)] }))
  const answer = await post('/v1/batch', key, { endpoint: 'finish', entries })
  const sizes = stored.mock.calls.map(([, value]) => (value instanceof Uint8Array ? value.byteLength : 0))
  const pieces = pauses.mock.calls.length
  vi.restoreAllMocks()
  const { tasks } = await answer.json<{ tasks: { task_id: string }[] }>()
  expect(tasks).toHaveLength(2)
  // Two inputs of 800 KB each.
  expect([Math.max(...sizes) <= 256 << 10, pieces >= 6]).toEqual([true, true])
  for (const { task_id } of tasks) {
    const task = await (await get(`/v1/status/${task_id}?wait=20`, key)).json()
    expect(task).toMatchObject({ status: 'completed', pages: 1 })
  }
  vi.spyOn(env.FILES, 'put').mockRejectedValue(new Error('the bucket is full'))
  const lost = await post('/v1/batch', key, { endpoint: 'finish', entries })
  vi.restoreAllMocks()
  expect(lost.status).toBe(500)
  await vi.waitFor(
    async () => expect(await (await get('/v1/credits', key)).json()).toMatchObject({ credits_left: 7 }),
    { timeout: 20_000 },
  )
})
