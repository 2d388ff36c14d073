/** Which tabs stay with their accounts, and which one an account gets. */
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Cdp } from '../../src/browser/cdp'
import { InPageWorld } from '../../src/browser/in-page-world'
import { KeptTabs } from '../../src/browser/kept-tabs'
import { emptyTab, type Tab } from '../../src/browser/tab'

const PLACES = 6

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function tabOf(name: string): Tab {
  return {
    browserContextId: name,
    targetId: name,
    sessionId: name,
    openedAt: Date.now(),
    documents: 1,
    viewport: { width: 1, height: 1 },
    media: '',
    world: new InPageWorld(),
  }
}

/** A browser in which accounts print one document after another. */
function browser() {
  const disposed: string[] = []
  const kept = new KeptTabs((tab) => disposed.push(tab.sessionId))
  let made = 0
  return {
    kept,
    disposed,
    /** One document of `owner`; whether it found a tab of its own. */
    async print(owner: string): Promise<boolean> {
      const found = await kept.take(owner)
      const tab = found ?? tabOf(`${owner}-${made++}`)
      if (kept.makeRoom(owner, tab, Date.now())) kept.keep(owner, tab, Promise.resolve())
      await vi.advanceTimersByTimeAsync(200)
      return found !== undefined
    },
  }
}

describe('kept tabs', () => {
  it.each([2 * PLACES, 100])(
    'of %d accounts in turn, as many as there are places find theirs each time',
    async (count) => {
      const { print } = browser()
      const owners = Array.from({ length: count }, (_, n) => `account-${n}`)
      for (const owner of owners) await print(owner)
      const found = []
      for (const owner of owners) found.push(await print(owner))
      expect(found.filter(Boolean)).toHaveLength(PLACES)
    },
  )

  it('make way for an account that comes more often than the one that was here longest ago', async () => {
    const { print, disposed } = browser()
    for (let n = 0; n < PLACES; n++) await print(`rare-${n}`)
    await print('often')
    await print('often')
    expect(await print('often')).toBe(true)
    expect(disposed).toEqual(['rare-0-0'])
  })

  it('are given out when they are empty, before those that are still being emptied', async () => {
    const { kept } = browser()
    kept.keep('one', tabOf('empty'), Promise.resolve())
    await vi.advanceTimersByTimeAsync(1)
    kept.keep('one', tabOf('emptied later'), new Promise(() => {}))
    expect((await kept.take('one'))?.sessionId).toBe('empty')
  })

  it('go half a minute after their last document', async () => {
    const { print, kept, disposed } = browser()
    await print('one')
    await vi.advanceTimersByTimeAsync(29_000)
    // A document later is the last one now.
    await print('one')
    await vi.advanceTimersByTimeAsync(29_799)
    expect([disposed, kept.count]).toEqual([[], 1])
    await vi.advanceTimersByTimeAsync(1)
    expect([disposed, kept.count]).toEqual([['one-0'], 0])
  })

  it('are not kept after their fiftieth document, nor in their sixth minute', () => {
    const { kept } = browser()
    expect(kept.makeRoom('one', { ...tabOf('used'), documents: 50 }, Date.now())).toBe(false)
    expect(kept.makeRoom('one', { ...tabOf('old'), openedAt: Date.now() - 300_000 }, Date.now())).toBe(false)
    expect(kept.makeRoom('one', tabOf('new'), Date.now())).toBe(true)
  })
})

it('an empty page has the functions that the last two documents in its tab called, and no others', async () => {
  const tab = tabOf('one')
  const brought: string[] = []
  const sendTo = async (_: string, method: string, params: { expression?: string }) => {
    if (method === 'Runtime.evaluate') brought.push(params.expression ?? '')
    return {}
  }
  const cdp = { sendTo, send: async () => ({}) } as unknown as Cdp
  const print = async (optimize: boolean) => {
    tab.world.expression('writePart', '')
    const sent = optimize ? tab.world.expression('undo', 0).length > 1000 : false
    await emptyTab(cdp, tab)
    const page: Record<string, unknown> = { document: {}, Document: class {} }
    for (const script of brought.splice(0)) runInNewContext(script, page)
    return { sent, has: ['platenLoad', 'platenOptimize', 'platenPaper'].filter((name) => name in page) }
  }
  const [load, both] = [['platenLoad'], ['platenLoad', 'platenOptimize']]
  expect(await print(false)).toEqual({ sent: false, has: load })
  expect(await print(true)).toEqual({ sent: true, has: both })
  expect(await print(false)).toEqual({ sent: false, has: both })
  expect(await print(true)).toEqual({ sent: false, has: both })
  expect(await print(false)).toEqual({ sent: false, has: both })
  expect(await print(false)).toEqual({ sent: false, has: load })
})

/** What is said to a tab that is emptied behind its document of that number, if the page says `exceptionDetails` of the new one. */
async function emptied(
  documents: number,
  { hasPolicies = false, exceptionDetails = undefined as unknown } = {},
) {
  const tab = { ...tabOf('one'), documents, hasPolicies }
  const addresses: unknown[] = []
  const sendTo = async (_: string, method: string, params: { url?: string }) => {
    if (method === 'Page.navigate') addresses.push(params.url)
    return { exceptionDetails }
  }
  await emptyTab({ sendTo, send: async () => ({}) } as unknown as Cdp, tab)
  return addresses
}

describe('a tab is emptied', () => {
  it.each([2, 9, 10, 12, 20, 50])(
    'by putting an empty document in the place of number %d',
    async (number) => {
      expect(await emptied(number)).toEqual(['javascript:""'])
    },
  )

  it.each([1, 11, 21, 41])(
    'by a navigation behind document %d, so that policies do not add up',
    async (number) => {
      expect(await emptied(number)).toEqual(['about:blank'])
    },
  )

  it('by a navigation if the next document would inherit policies', async () => {
    expect(await emptied(2, { hasPolicies: true })).toEqual(['about:blank'])
  })

  it('by a navigation if the page still has the document that was printed', async () => {
    const addresses = await emptied(2, { exceptionDetails: { text: 'Uncaught' } })
    expect(addresses).toEqual(['javascript:""', 'about:blank'])
  })
})

it('what looks whether an empty document is new throws where one was printed', async () => {
  const tab = { ...tabOf('one'), documents: 2 }
  let expression = ''
  const sendTo = async (_: string, method: string, params: { expression?: string }) => {
    if (method === 'Runtime.evaluate') expression = params.expression ?? ''
    return {}
  }
  const printing = tab.world.expression('writePart', '').replace(/platenLoad\.writePart\(""\)$/, '')
  await emptyTab({ sendTo, send: async () => ({}) } as unknown as Cdp, tab)
  const page = { document: {}, Document: class {} }
  runInNewContext(printing, page)
  expect(() => runInNewContext(expression, page)).toThrow()
  expect(() => runInNewContext(expression, { document: {}, Document: class {} })).not.toThrow()
})
