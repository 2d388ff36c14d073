/** What a printer's sheet has beyond its page (CSS Paged Media 3, 7.3 and 7.4): a bleed, and marks outside that. */
import { parseLength } from './length'

/** Lengths in inches. `outset`: how far the sheet reaches beyond the page, on each side. */
export type PageBleed = { bleed: number; outset: number; crop: boolean; cross: boolean }

/** Room for marks outside the bleed. */
const MARKS_ROOM = 8 / 25.4
const MAX_BLEED = 2
/** What a page with crop marks has that says nothing of its bleed: 6 points. */
const AUTO_BLEED = 6 / 72

/** The bleed and the marks that a document's styles ask for: of several, the last holds for all pages of the file. */
export class BleedStyles {
  #bleed: number | undefined
  #marks: ReadonlySet<string> = new Set()

  /** Takes a declaration of an `@page` rule; false for a value that is none. */
  take(property: 'bleed' | 'marks', value: string): boolean {
    const words = value
      .replace(/!\s{0,9}important/i, '')
      .trim()
      .toLowerCase()
      .split(/\s+/)
    if (property === 'marks') {
      const isKnown = words.every((word) => word === 'crop' || word === 'cross') || words.join() === 'none'
      if (isKnown) this.#marks = new Set(words)
      return isKnown
    }
    const [word = ''] = words
    const bleed = word === '0' ? 0 : parseLength(word)
    if (words.length > 1 || (word !== 'auto' && (bleed === undefined || bleed > MAX_BLEED))) return false
    this.#bleed = bleed
    return true
  }

  /** Nothing if the sheet is the page. */
  get asked(): PageBleed | undefined {
    const [crop, cross] = [this.#marks.has('crop'), this.#marks.has('cross')]
    const bleed = this.#bleed ?? (crop ? AUTO_BLEED : 0)
    const outset = bleed + (crop || cross ? MARKS_ROOM : 0)
    return outset > 0 ? { bleed, outset, crop, cross } : undefined
  }
}

/**
 * The boxes in page margins keep their places on the page: they leave out what the sheet has beyond it, as margins of
 * their own grow (`grow-pages.ts`).
 */
export function marginBoxRules(outset: number): string {
  const boxes = ['top', 'bottom'].flatMap((row) => [
    ...['left', 'center', 'right'].map((place) => ({ name: `${row}-${place}`, sides: [row] })),
    ...['left', 'right'].map((place) => ({ name: `${row}-${place}-corner`, sides: [row, place] })),
  ])
  const columns = ['left', 'right'].flatMap((side) =>
    ['top', 'middle', 'bottom'].map((place) => ({ name: `${side}-${place}`, sides: [side] })),
  )
  const rules = [...boxes, ...columns].map(
    ({ name, sides }) => `@${name}{${sides.map((side) => `margin-${side}:${outset}in`).join(';')}}`,
  )
  return `@page{${rules.join('')}}`
}
