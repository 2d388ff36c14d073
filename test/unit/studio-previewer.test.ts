/** Pictures of what is being written: whatever comes late, the newest state is shown in the end. */
import { beforeEach, expect, it, vi } from 'vitest'
import { ServiceError } from '../../clients/typescript/src/errors'
import type { Platen } from '../../clients/typescript/src/index'
import { Previewer, type Shown, type Wanted } from '../../studio/shell/previewer'

type Asked = { page: string; answer: () => void; fail: (error: unknown) => void }

/** The requests that are made, in their order, each answered when the test says so; and what is shown. */
function previewer() {
  const asked: Asked[] = []
  const shown: Shown[] = []
  const preview = ({ pages }: { pages: string }, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, fail) => {
      const answer = () => resolve({ blob: async () => new Blob([pages]), pages: Number(pages) })
      asked.push({ page: pages, answer, fail })
      signal.addEventListener('abort', () => fail(signal.reason))
    })
  const made = new Previewer({ preview } as unknown as Platen, (now) => shown.push(now))
  const want = (pages: string, store?: Wanted['store']) =>
    made.want({ request: { endpoint: 'generate', pages } as Wanted['request'], ...(store && { store }) })
  return { made, want, asked, shown: () => shown.at(-1) }
}

/** Until all that is planned has begun. */
const rest = () => vi.advanceTimersByTimeAsync(2000)

/** As long as a test wants. Ends with a decoded picture. */
let decode: Promise<void>

beforeEach(() => {
  vi.useFakeTimers()
  decode = Promise.resolve()
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal(
    'Image',
    class {
      decode = () => decode
    },
  )
  return () => void vi.useRealTimers()
})

it('is of no former state once what was on its way is no longer wanted', async () => {
  const { want, asked, shown } = previewer()
  want('1')
  await rest()
  asked[0]?.answer()
  await rest()
  want('2')
  await rest()
  expect(shown()).toMatchObject({ pages: 1, isOld: true })
  want('1')
  await rest()
  expect(shown()).toMatchObject({ pages: 1, isOld: false })
  expect(asked.map(({ page }) => page)).toEqual(['1', '2'])
})

it('asks again for what was given up, whether its request or its picture was on its way', async () => {
  const { want, asked, shown } = previewer()
  want('1')
  await rest()
  want('2')
  want('1')
  await rest()
  expect(asked.map(({ page }) => page)).toEqual(['1', '1'])
  let end = () => {}
  decode = new Promise((resolve) => {
    end = resolve
  })
  asked[1]?.answer()
  await rest()
  want('2')
  want('1')
  end()
  await rest()
  asked[2]?.answer()
  await rest()
  expect(shown()).toMatchObject({ pages: 1, isOld: false })
})

it('stores what is shown where another state was stored meanwhile', async () => {
  const { want, asked, shown } = previewer()
  const stored: string[] = []
  const store = (state: string) => ({ state, send: async () => void stored.push(state) })
  want('1', store('a'))
  await rest()
  asked[0]?.answer()
  await rest()
  want('1', store('b'))
  await rest()
  want('1', store('a'))
  await rest()
  asked[2]?.answer()
  await rest()
  expect([stored, shown()]).toEqual([['a', 'b', 'a'], expect.objectContaining({ isOld: false })])
})

it('waits for a busy service, and says so meanwhile', async () => {
  const { want, asked, shown } = previewer()
  want('1')
  await rest()
  const busy = new ServiceError({ code: 'pool_full' }, 503, 4)
  asked[0]?.fail(busy)
  await rest()
  expect(shown()).toMatchObject({ error: busy, isOld: false })
  await vi.advanceTimersByTimeAsync(4000)
  asked[1]?.answer()
  await rest()
  expect(shown()).toMatchObject({ pages: 1, error: undefined, isOld: false })
})

it('does nothing else while a state is being stored, however many wait', async () => {
  const { made, want } = previewer()
  const order: string[] = []
  let end = () => {}
  const send = async () => {
    order.push('stores')
    await new Promise<void>((resolve) => {
      end = resolve
    })
    order.push('stored')
  }
  want('1', { state: 'a', send })
  await rest()
  want('2', { state: 'b', send: async () => undefined })
  await rest()
  const work = (name: string) => made.alone(async () => void order.push(name))
  const both = Promise.all([work('first'), work('second')])
  await rest()
  end()
  await rest()
  await both
  expect(order).toEqual(['stores', 'stored', 'first', 'second'])
})
