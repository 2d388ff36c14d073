/** The slots of a browser: given out, used, freed and waited for, fairly among accounts. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Urgency } from '../../src/browser/fair-share'
import { Slots } from '../../src/browser/slots'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function claim(slots: Slots, accountId: string, waitMs = 0, urgency: Urgency = 'caller') {
  return slots.claim({ accountId, waitMs, urgency })
}

/** A slot that was claimed at once. */
async function taken(slots: Slots, accountId: string, urgency: Urgency = 'caller'): Promise<string> {
  const slot = await claim(slots, accountId, 0, urgency)
  if (slot === undefined) throw new Error('there is no slot')
  return slot
}

/** How many of `wanted` slots an account is given at once. */
async function given(slots: Slots, accountId: string, wanted: number, urgency: Urgency = 'caller') {
  const got = await Promise.all(Array.from({ length: wanted }, () => claim(slots, accountId, 0, urgency)))
  return got.filter(Boolean).length
}

/** A document of an account is printed, in so many milliseconds. */
async function printed(slots: Slots, accountId: string, ms = 30): Promise<void> {
  const slot = await taken(slots, accountId)
  slots.reserve(slot)
  slots.use(slot)
  await vi.advanceTimersByTimeAsync(ms)
  slots.free(slot)
}

describe('a slot', () => {
  test('that is reserved is used once', async () => {
    const slots = new Slots(1)
    const slot = await taken(slots, 'a')
    slots.reserve(slot)
    expect(slots.use(slot)).toBe(true)
    expect(slots.use(slot)).toBe(false)
    expect(slots.used).toBe(1)
  })

  test('that nobody uses for ten seconds is free again, and one in use is not', async () => {
    const slots = new Slots(3)
    const [used, left] = [await taken(slots, 'a'), await taken(slots, 'a')]
    for (const slot of [used, left]) slots.reserve(slot)
    slots.use(used)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(slots.use(left)).toBe(false)
    expect(slots.used).toBe(1)
  })

  test('that was freed before it was reserved is not held again', async () => {
    const slots = new Slots(1)
    const slot = await taken(slots, 'a')
    slots.free(slot)
    slots.reserve(slot)
    expect([slots.used, slots.use(slot)]).toEqual([0, false])
  })

  test('that is freed twice makes room for one', async () => {
    const slots = new Slots(2)
    const one = await taken(slots, 'a')
    await taken(slots, 'b')
    const waiting = [claim(slots, 'c', 1000), claim(slots, 'd', 1000)]
    slots.free(one)
    slots.free(one)
    await vi.advanceTimersByTimeAsync(1000)
    expect((await Promise.all(waiting)).map(Boolean)).toEqual([true, false])
    expect(slots.used).toBe(2)
  })
})

describe('an account', () => {
  test.each([1, 2, 4, 10])(
    'is given all of %i slots for its callers while nobody else is there',
    async (count) => {
      expect(await given(new Slots(count), 'a', count + 1)).toBe(count)
    },
  )

  test.each([
    [2, 1],
    [4, 3],
    [10, 9],
  ])(
    'whose documents are quick is given, of %i slots, %i for a minute after another one was there',
    async (count, share) => {
      const slots = new Slots(count)
      slots.free(await taken(slots, 'b'))
      await printed(slots, 'a', 999)
      await vi.advanceTimersByTimeAsync(58_001)
      expect(await given(slots, 'a', count)).toBe(share)
      await vi.advanceTimersByTimeAsync(1000)
      expect(await given(slots, 'a', count)).toBe(count - share)
    },
  )

  test('whose documents are slow, or that nobody knows, shares with another one that was there lately', async () => {
    const slots = new Slots(4)
    slots.free(await taken(slots, 'b'))
    expect(await given(slots, 'unknown', 4)).toBe(2)
    const others = new Slots(4)
    await printed(others, 'b')
    await printed(others, 'slow', 30)
    await printed(others, 'slow', 1000)
    expect(await given(others, 'slow', 4)).toBe(2)
  })

  test('that came back within the minute is left a slot for another one', async () => {
    const slots = new Slots(4)
    for (let n = 0; n < 3; n++) {
      slots.free(await taken(slots, 'b'))
      await vi.advanceTimersByTimeAsync(40_000)
    }
    await printed(slots, 'a')
    expect(await given(slots, 'a', 4)).toBe(3)
  })

  test('finds a slot at once however many another one holds and waits for', async () => {
    const slots = new Slots(4)
    slots.free(await taken(slots, 'b'))
    await printed(slots, 'hostile')
    expect(await given(slots, 'hostile', 4)).toBe(3)
    const lines = Array.from({ length: 20 }, () => claim(slots, 'hostile', 60_000))
    expect(await given(slots, 'b', 1)).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    await Promise.all(lines)
  })

  test('has a smaller share the more others there are', async () => {
    const slots = new Slots(4)
    expect(await given(slots, 'a', 1)).toBe(1)
    expect(await given(slots, 'b', 4)).toBe(2)
    expect(await given(slots, 'a', 1)).toBe(0)
    expect(await given(slots, 'c', 4)).toBe(1)
  })

  test('has the same share for callers and queued work together', async () => {
    const slots = new Slots(4)
    slots.free(await taken(slots, 'b'))
    await printed(slots, 'a')
    expect(await given(slots, 'a', 4, 'queued')).toBe(2)
    expect(await given(slots, 'a', 4)).toBe(1)
  })
})

describe('queued work', () => {
  test('leaves the last slot to callers', async () => {
    const slots = new Slots(4)
    expect(await given(slots, 'a', 4, 'queued')).toBe(2)
    expect(await given(slots, 'b', 4, 'queued')).toBe(1)
    expect(await given(slots, 'c', 4, 'queued')).toBe(0)
    expect(await given(slots, 'd', 1)).toBe(1)
  })

  test('of an account that has no slot may have the last one if one other account has the rest', async () => {
    const slots = new Slots(4)
    slots.free(await taken(slots, 'b'))
    await printed(slots, 'hostile')
    expect(await given(slots, 'hostile', 4)).toBe(3)
    expect(await given(slots, 'b', 2, 'queued')).toBe(1)
  })
})

describe('the line', () => {
  test('gives nothing to who lost patience', async () => {
    const slots = new Slots(1)
    const slot = await taken(slots, 'a')
    const waiting = claim(slots, 'a', 500)
    await vi.advanceTimersByTimeAsync(500)
    expect(await waiting).toBeUndefined()
    slots.free(slot)
    expect([slots.used, slots.waiting]).toEqual([0, 0])
  })

  test('is no longer than nine times the slots', async () => {
    const slots = new Slots(1)
    await taken(slots, 'a')
    const waiting = Array.from({ length: 10 }, () => claim(slots, 'a', 1000))
    expect(await waiting[9]).toBeUndefined()
    expect(slots.waiting).toBe(9)
  })

  test('takes as many more as were printed in the last two seconds', async () => {
    const slots = new Slots(1)
    for (let n = 0; n < 10; n++) await printed(slots, 'a')
    const slot = await taken(slots, 'a')
    const waiting = Array.from({ length: 20 }, () => claim(slots, 'a', 5000))
    expect(await waiting[19]).toBeUndefined()
    expect(slots.waiting).toBe(19)
    await vi.advanceTimersByTimeAsync(2000)
    slots.free(slot)
    expect(await waiting[0]).toBeDefined()
    expect(await claim(slots, 'a', 5000)).toBeUndefined()
    await vi.advanceTimersByTimeAsync(3000)
    expect(slots.waiting).toBe(0)
  })

  test('that one account fills has room for another', async () => {
    const slots = new Slots(1)
    const slot = await taken(slots, 'a')
    const theirs = Array.from({ length: 9 }, () => claim(slots, 'a', 60_000))
    const ours = claim(slots, 'b', 60_000)
    expect(await theirs[8]).toBeUndefined()
    slots.free(slot)
    expect(await ours).toBeDefined()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await theirs[0]).toBeUndefined()
  })

  test('serves callers before queued work, and accounts in turn', async () => {
    const slots = new Slots(1)
    let slot: string | undefined = await taken(slots, 'z')
    const order: string[] = []
    const wait = async (accountId: string, urgency: Urgency) => {
      const given = await claim(slots, accountId, 60_000, urgency)
      order.push(`${accountId} ${urgency}`)
      slot = given
    }
    const waiting = [wait('a', 'queued'), wait('b', 'queued'), wait('c', 'caller'), wait('a', 'caller')]
    for (let n = 0; n < 4; n++) {
      slots.free(slot as string)
      await vi.advanceTimersByTimeAsync(0)
    }
    await Promise.all(waiting)
    expect(order).toEqual(['c caller', 'a caller', 'b queued', 'a queued'])
  })
})

describe('an account that is turned away', () => {
  test('leaves the line, and is let in again after ten seconds', async () => {
    const slots = new Slots(1)
    const held = await taken(slots, 'a')
    const waiting = claim(slots, 'a', 5000)
    const another = claim(slots, 'b', 5000)
    slots.turnAway('a')
    expect(await waiting).toBeUndefined()
    slots.free(held)
    slots.free((await another) ?? '')
    await vi.advanceTimersByTimeAsync(9000)
    expect(await claim(slots, 'a', 500)).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await claim(slots, 'a')).toBeDefined()
  })
})

describe('when all slots are taken, an account that has several', () => {
  /** Four slots, three held by `a` and one by `b` (or as `accounts` say), and which were taken: free after `closingMs`. */
  async function full(accounts = ['a', 'a', 'a', 'b'], closingMs = 0) {
    const taken: string[] = []
    const slots = new Slots(4, {
      onTake: (slot) => {
        taken.push(slot)
        if (closingMs > 0) setTimeout(() => slots.free(slot), closingMs)
        else slots.free(slot)
      },
    })
    const held: (string | undefined)[] = []
    for (const accountId of accounts) {
      const slot = await claim(slots, accountId)
      slots.reserve(slot ?? '')
      slots.use(slot ?? '')
      held.push(slot)
      await vi.advanceTimersByTimeAsync(10)
    }
    return { slots, taken, held }
  }

  test('gives that of its newest document to one that has none, after two seconds', async () => {
    const { slots, taken, held } = await full()
    const waiting = claim(slots, 'c', 5000)
    await vi.advanceTimersByTimeAsync(1900)
    expect(taken).toEqual([])
    await vi.advanceTimersByTimeAsync(600)
    expect(await waiting).toBeDefined()
    expect(taken).toEqual([held[2]])
  })

  test.each([
    [['c'], 1],
    [['c', 'c'], 1],
    [['c', 'd'], 2],
  ])(
    'gives accounts that have none (%j) %i in all, though its tabs take a second to close',
    async (waiting, count) => {
      const { slots, taken } = await full(['a', 'a', 'a', 'a'], 1000)
      const claims = waiting.map((accountId) => claim(slots, accountId, 5000))
      await vi.advanceTimersByTimeAsync(2000)
      expect(taken).toHaveLength(count)
      expect(new Set(taken).size).toBe(count)
      await vi.advanceTimersByTimeAsync(3000)
      await Promise.all(claims)
    },
  )

  test('gives that of its newest one much sooner if it has them all', async () => {
    const { slots, taken, held } = await full(['a', 'a', 'a', 'a'])
    const waiting = claim(slots, 'c', 5000)
    const impatient = claim(slots, 'a', 5000)
    await vi.advanceTimersByTimeAsync(200)
    expect(taken).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(await waiting).toBeDefined()
    expect(taken).toHaveLength(1)
    expect(held).toContain(taken[0])
    await vi.advanceTimersByTimeAsync(5000)
    expect(await impatient).toBeUndefined()
  })

  test('gives none to one that has a slot', async () => {
    const { slots, taken } = await full()
    const waiting = claim(slots, 'b', 5000)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await waiting).toBeUndefined()
    expect(taken).toEqual([])
  })

  test('keeps its oldest one however many come', async () => {
    const { slots, taken, held } = await full()
    const waiting = ['c', 'd', 'e'].map((accountId) => claim(slots, accountId, 5000))
    await vi.advanceTimersByTimeAsync(5000)
    expect((await Promise.all(waiting)).map(Boolean)).toEqual([true, true, false])
    expect(taken).toEqual([held[2], held[1]])
  })

  test('does not get back what others have left', async () => {
    const { slots, held } = await full()
    slots.free(held[3] ?? '')
    slots.free(held[2] ?? '')
    expect(await given(slots, 'b', 2)).toBe(1)
    expect(await given(slots, 'a', 2)).toBe(0)
    expect(await given(slots, 'c', 1)).toBe(1)
  })
})

describe('previews, which nobody pays for', () => {
  test('have half of the slots together, and never the last', async () => {
    const slots = new Slots(4)
    expect(await given(slots, 'a', 4, 'preview')).toBe(2)
    expect(await given(slots, 'b', 1, 'preview')).toBe(0)
    expect(await given(slots, 'c', 1)).toBe(1)
    const busy = new Slots(4)
    for (const account of ['a', 'b', 'c']) await taken(busy, account)
    expect(await given(busy, 'd', 1, 'preview')).toBe(0)
    expect(await given(busy, 'd', 1)).toBe(1)
  })

  test('give their slot to others who wait, and are given none of theirs', async () => {
    const stopped: string[] = []
    const slots = new Slots(2, { onTake: (slot) => stopped.push(slot) })
    const preview = await taken(slots, 'a', 'preview')
    slots.reserve(preview)
    slots.use(preview)
    await taken(slots, 'b')
    const waiting = claim(slots, 'c', 5000)
    await vi.advanceTimersByTimeAsync(500)
    expect(stopped).toEqual([preview])
    slots.free(preview)
    expect(await waiting).toBeDefined()
    const another = claim(slots, 'd', 3000, 'preview')
    await vi.advanceTimersByTimeAsync(3000)
    expect(stopped).toEqual([preview])
    expect(await another).toBeUndefined()
  })

  test('come after queued work in line', async () => {
    const slots = new Slots(2)
    const held = [await taken(slots, 'a'), await taken(slots, 'b')] as const
    const preview = claim(slots, 'c', 5000, 'preview')
    const queued = claim(slots, 'd', 5000, 'queued')
    slots.free(held[0])
    slots.free(held[1])
    expect(await queued).toBeDefined()
    slots.free((await queued) ?? '')
    expect(await preview).toBeDefined()
  })
})
