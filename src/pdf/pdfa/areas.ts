/** Few boxes around many: what becomes pixels where a page blends here and there. */
import { area, type Box, contains, isEmpty, unite } from './geometry'

/** Boxes there are at most: each is painted by itself, and PDFium decodes the pictures that reach into several for each. */
const MAX_BOXES = 8
/**
 * Square points that a box may hold beside what it is for: two boxes become one if that adds no more. It is a fiftieth of a
 * page of A4, and a line of text.
 */
const SPARE = 10_000

/** Boxes around all that were added. They may overlap. */
export class Areas {
  private kept: Box[] = []

  get boxes(): readonly Box[] {
    return this.kept
  }

  add(box: Box): void {
    if (isEmpty(box) || this.kept.some((other) => contains(other, box))) return
    this.join(box)
    if (this.kept.length > MAX_BOXES) this.joinNearest()
  }

  /** Adds a box, as one with those that are near. */
  private join(box: Box): void {
    let joined = box
    const near = () => this.kept.findIndex((other) => addedBy(other, joined) <= SPARE)
    for (let at = near(); at >= 0; at = near()) joined = this.kept.splice(at, 1).reduce(unite, joined)
    this.kept.push(joined)
  }

  /** Makes one box of the two for which that adds least. */
  private joinNearest(): void {
    const pairs = this.kept.flatMap((one, at) => this.kept.slice(at + 1).map((other) => ({ one, other })))
    const [first, ...others] = pairs
    if (!first) return
    const least = others.reduce(
      (best, pair) => (addedBy(pair.one, pair.other) < addedBy(best.one, best.other) ? pair : best),
      first,
    )
    this.kept = this.kept.filter((box) => box !== least.one && box !== least.other)
    this.join(unite(least.one, least.other))
  }
}

/** Square points in a box around two that are in neither; what they share counts against that. */
function addedBy(one: Box, other: Box): number {
  return area(unite(one, other)) - area(one) - area(other)
}
