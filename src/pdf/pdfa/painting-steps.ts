/** How PDFium's work for a page is divided: into parts of the page, each painted in steps, between which others have their turn. */

/**
 * What PDFium will do for a page, in nanoseconds: all of it, what it does again for each part of the page, and the dearest
 * of the steps that it does one after another, of which there are so many; and how many paintings it reads when the page is
 * opened.
 */
export type Painting = { ahead: number; repeated: number; dearest: number; steps: number; paintings: number }

/** To read a painting when its page is opened takes so many nanoseconds: all of a page in one piece. */
const OPENED = 2_000

/** What opening a page in PDFium takes, in nanoseconds. */
export function openingCost({ paintings }: Painting): number {
  return OPENED * paintings
}

/** A step takes about so long in a part of a page, if it can. */
const PART_NANOSECONDS = 50_000_000
const MAX_PARTS = 128

/** In how many parts a page is painted, so that others have their turn in between and little is done again. */
export function partsOf({ dearest, repeated }: Painting): number {
  const parts = Math.floor(dearest / Math.max(PART_NANOSECONDS, 2 * repeated))
  return Math.min(MAX_PARTS, Math.max(1, parts))
}

/** A step takes no less, in nanoseconds: all of small paintings may be in one part. */
const MIN_STEP_NANOSECONDS = 750_000

/** What a step in one of so many parts takes, in nanoseconds. */
export function stepCost({ ahead, steps }: Painting, parts: number): number {
  return Math.max(MIN_STEP_NANOSECONDS, ahead / (parts * Math.max(1, steps)))
}
