import { expect, it } from 'vitest'
import { ExcessWork, MessageCost } from '../../src/browser/excess-work'

/** Four looks a second at a browser's process that used so much of a processor, and so many messages of ours a look. */
function looksUntilTooMuch({
  share,
  messages = 0,
}: {
  share: number
  messages?: number
}): number | undefined {
  const work = new ExcessWork(300, new MessageCost())
  for (let look = 0; look < 400; look++) {
    const at = look * 250
    if (work.isTooMuch({ at, cpuMs: at * share, messages: look * messages })) return look
  }
  return undefined
}

it('finds within a second that a browser works for scripts alone', () => {
  expect(looksUntilTooMuch({ share: 1 })).toBeLessThanOrEqual(2)
  expect(looksUntilTooMuch({ share: 0.5 })).toBeLessThanOrEqual(4)
})

it('lets it work for our own messages, and for animations', () => {
  // 1.8 ms a message were measured, and twice that is allowed.
  expect(looksUntilTooMuch({ share: 3.6, messages: 250 })).toBeUndefined()
  expect(looksUntilTooMuch({ share: 0.14 })).toBeUndefined()
})

it('counts anew after it was too much, and forgets what was less', () => {
  const work = new ExcessWork(300, new MessageCost())
  const looks: [at: number, cpuMs: number][] = [
    [0, 5000],
    [250, 5400],
    [500, 5600],
    [750, 5900],
    [2750, 5900],
    [3000, 6140],
  ]
  expect(looks.map(([at, cpuMs]) => work.isTooMuch({ at, cpuMs, messages: 0 }))).toEqual([
    false,
    true,
    false,
    true,
    false,
    false,
  ])
})

it('allows what documents without scripts may cost in advance, once', () => {
  const work = new ExcessWork(300, new MessageCost())
  expect(work.isTooMuch({ at: 0, cpuMs: 0, messages: 0 })).toBe(false)
  work.allowLayout(1_000_000)
  expect(work.isTooMuch({ at: 1000, cpuMs: 1000, messages: 0 })).toBe(false)
  expect(work.isTooMuch({ at: 2000, cpuMs: 2000, messages: 0 })).toBe(true)
})

it('finds work for scripts also while short documents without scripts come all the time', () => {
  const work = new ExcessWork(300, new MessageCost())
  const found = Array.from({ length: 12 }, (_, look) => {
    for (let documents = 0; documents < 3; documents++) work.allowLayout(2000)
    return work.isTooMuch({ at: look * 250, cpuMs: look * 250, messages: 0 })
  })
  expect(found.indexOf(true)).toBeLessThanOrEqual(3)
})

it('allows for a message twice what it cost when it cost least, within bounds', () => {
  const cost = new MessageCost()
  const seen: [cpuMs: number, messages: number][] = [
    [0, 0],
    [200, 30],
    [1000, 100],
    [1150, 200],
    [3000, 300],
    [3010, 400],
  ]
  const allowed = seen.map(([cpuMs, messages]) => {
    cost.learn({ at: 0, cpuMs, messages })
    return cost.allowedMs
  })
  // Unknown, too few, dear, 1.5 ms each, dear again, and next to nothing.
  expect(allowed).toEqual([4, 4, 4, 3, 3, 2])
})
