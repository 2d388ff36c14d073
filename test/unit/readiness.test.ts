/** When the browser's side calls a document whole: it asks again as long as something came that may ask for more. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OpenRequests } from '../../src/browser/open-requests'
import { waitUntilWhole } from '../../src/browser/readiness'
import type { CallInPage } from '../../src/in-page/contract'
import type { Settled } from '../../src/in-page/ready-types'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A browser that does not tell. */
const threadTimeMs = async () => undefined
const request = {
  html: '',
  scripted: true,
  title: undefined,
  styles: {},
  waitFor: undefined,
  timeoutMs: 60_000,
} as unknown as Parameters<typeof waitUntilWhole>[1]

/** A page that rests for so long in each round, during the first of which something comes. Returns the rounds. */
async function roundsOf(
  settledMs: number,
  { isScript, after, served = true }: { isScript: boolean; after: number; served?: boolean },
) {
  const open = new OpenRequests()
  const done = open.begin('https://example.com/a.js', { isScript, isOwn: true })
  let rounds = 0
  const callInPage = (async () => {
    if (++rounds === 1) setTimeout(() => done(served ? 1 : undefined), after)
    await vi.advanceTimersByTimeAsync(settledMs)
    return { warnings: [], waitedMs: 0, settledMs } as unknown as Settled
  }) as unknown as CallInPage
  await waitUntilWhole({ callInPage, threadTimeMs }, request, open)
  return rounds
}

it('asks once more after a round in which a script came, however long ago on a busy machine', async () => {
  expect(await roundsOf(400, { isScript: true, after: 100 })).toBe(2)
})

it('does not ask again after a picture that came a while before the end of a round', async () => {
  expect(await roundsOf(400, { isScript: false, after: 100 })).toBe(1)
})

it('asks again after a picture that came just now', async () => {
  expect(await roundsOf(400, { isScript: false, after: 390 })).toBe(2)
})

it('asks again after a script that was refused, for which another may be asked for', async () => {
  expect(await roundsOf(400, { isScript: true, after: 100, served: false })).toBe(2)
})

it('tells the page which scripts are to arrive, of those that it asked for itself', async () => {
  const open = new OpenRequests()
  open.begin('https://example.com/own.js', { isScript: true, isOwn: true })(7)
  open.begin('https://example.com/framed.js', { isScript: true, isOwn: false })(7)
  open.begin('https://example.com/refused.js', { isScript: true, isOwn: true })(undefined)
  open.begin('https://example.com/a.png', { isScript: false, isOwn: true })(7)
  expect([...open.scripts]).toEqual([['https://example.com/own.js', 7]])
})

/** Whether the page may call itself at rest without frames, round by round, if each finds it resting for so long. */
async function mayRestIn(html: string, ask: (open: OpenRequests) => void = () => undefined) {
  const open = new OpenRequests()
  ask(open)
  const rounds: boolean[] = []
  const callInPage = (async (_: string, { mayRest }: { mayRest: boolean }) => {
    rounds.push(mayRest)
    await vi.advanceTimersByTimeAsync(20)
    return { warnings: [], waitedMs: 0, settledMs: 20 } as unknown as Settled
  }) as unknown as CallInPage
  await waitUntilWhole({ callInPage, threadTimeMs }, { ...request, html }, open)
  return rounds
}

it.each([
  ['with goCreditMode', {}, true],
  ['without', undefined, false],
])('has the page look for data grids %s: %s', async (_, optimize, expected) => {
  const asked: unknown[] = []
  const callInPage = (async (_: string, { findsGrids }: { findsGrids: boolean }) => {
    asked.push(findsGrids)
    return { warnings: [], waitedMs: 0, settledMs: 0 } as unknown as Settled
  }) as unknown as CallInPage
  const optimized = { ...request, optimize } as typeof request
  await waitUntilWhole({ callInPage, threadTimeMs }, optimized, new OpenRequests())
  expect(asked).toEqual([expected])
})

it('lets a page rest without frames that asked for nothing, once', async () => {
  expect(await mayRestIn('<script>important()</script>')).toEqual([true])
})

it('does not where a file came just now, or is to come', async () => {
  const ask = (open: OpenRequests) => open.begin('/a.png', { isScript: false, isOwn: true })(7)
  expect(await mayRestIn('', ask)).toEqual([false, false])
})

it('does not where scripts came as files, or may import some', async () => {
  const ask = (open: OpenRequests) => {
    open.begin('/a.js', { isScript: true, isOwn: true })(7)
    vi.advanceTimersByTime(1000)
  }
  expect(await mayRestIn('', ask)).toEqual([false])
  expect(await mayRestIn('<script>import ("data:text/javascript,")</script>')).toEqual([false])
})

/** Rounds of a page that says that it was cut short until it has had its processor time, and what is warned of. */
async function roundsOfBusy(share: number) {
  const asked: unknown[] = []
  const begun = Date.now()
  const threadTimeMs = async () => (Date.now() - begun) * share
  const callInPage = (async (_: string, { isMoreTime }: { isMoreTime?: true }) => {
    asked.push(isMoreTime)
    await vi.advanceTimersByTimeAsync(5000)
    const isCutShort = (await threadTimeMs()) < 2000 || share === 1 || undefined
    return { warnings: [], waitedMs: 0, settledMs: 5000, isCutShort } as unknown as Settled
  }) as unknown as CallInPage
  const { warnings } = await waitUntilWhole({ callInPage, threadTimeMs }, request, new OpenRequests())
  return { asked, warnings }
}

it('gives scripts more time that had little of the processor', async () => {
  expect(await roundsOfBusy(0.2)).toEqual({ asked: [undefined, true], warnings: [] })
})

it('gives scripts that had all of it no more, and warns', async () => {
  const { asked, warnings } = await roundsOfBusy(1)
  expect(asked).toEqual([undefined])
  expect(warnings).toEqual([expect.stringContaining('more to do than they were waited for')])
})
