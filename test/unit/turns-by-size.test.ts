/** Long texts are searched, and much work is done, in pieces between which others have their turn. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { hasInTurns } from '../../src/memory/has-in-turns'
import { turns } from '../../src/memory/isolate-turns'
import { TurnsBySize } from '../../src/memory/turns-by-size'

it('a word is found wherever it stands in a long text, also between two pieces', async () => {
  for (const at of [0, 499_990, 499_999, 500_000, 999_997]) {
    const text = `${'x'.repeat(at)}flow:${'x'.repeat(1_000_000 - at)}`
    expect(await hasInTurns(text, /flow:/i, 10)).toBe(true)
  }
  expect(await hasInTurns('flow'.repeat(300_000), /flow:/i, 10)).toBe(false)
})

it('beside another account, several works at once take as long as one after another', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  turns.see('a', Date.now())
  turns.see('b', Date.now())
  const timeOf = async (works: number) => {
    const startedAt = Date.now()
    const all = Promise.all(Array.from({ length: works }, () => new TurnsBySize().after(1_000_000)))
    await vi.runAllTimersAsync()
    await all
    return Date.now() - startedAt
  }
  expect(await timeOf(4)).toBe(200)
  // However many there are, a pause is half a second at the most.
  expect(await timeOf(200)).toBe(500)
})
