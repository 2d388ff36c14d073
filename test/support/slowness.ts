/** Whether reading a text takes time in proportion to its length, whatever stands in it. */
import { Problem } from '../../src/errors'
import { cpuMs } from './cpu-time'
import type { HostileShapes } from './hostile-shapes'
import { runs } from './runs'

/** First every few characters: what doubles with each is found before it takes hours; then what is cubic. */
const LENGTHS = [12, 16, 20, 22, 24, 25, 26, 27, 28, 32, 36, 48, 60, 72, 84, 96, 108, 120, 1_000]
/** Shows what is quadratic. */
const LONGEST = runs(100_000, 30_000)
/** Milliseconds of a core that are never too many. */
const FLOOR_MS = 250
/** So many times what plain words of the same length take. */
const MAX_RATIO = 30

/** Reads a text; may throw a Problem or a SyntaxError. */
export type Reader = (text: string) => unknown

/** The first of the shapes that takes a reader too long, with its length; `undefined` if none does. */
export function findSlowness(read: Reader, shapes: HostileShapes, maxLength = LONGEST): string | undefined {
  for (const length of [...LENGTHS, Math.min(maxLength, LONGEST)]) {
    const plain = timeOf(read, repeated('letters ', length))
    const limit = Math.max(FLOOR_MS, MAX_RATIO * plain)
    for (const [name, unit] of Object.entries(shapes)) {
      const text = `${repeated(unit, length)}!`
      // Whatever else the thread did meanwhile is not done twice.
      if (timeOf(read, text) <= limit) continue
      const ms = timeOf(read, text)
      if (ms > limit)
        return `${length} characters of ${name}: ${ms.toFixed()} ms, words ${plain.toFixed(1)} ms`
    }
  }
  return undefined
}

function repeated(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length))
}

function timeOf(read: Reader, text: string): number {
  return cpuMs(() => {
    try {
      read(text)
    } catch (error) {
      if (!(error instanceof Problem || error instanceof SyntaxError)) throw error
    }
  })
}
