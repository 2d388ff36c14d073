/** What the paintings of a page come to, as they are counted one by one (`painting-cost.ts`). */
import { type WorkBudget, WorkLimitExceeded } from '../work-budget'
import type { Painting } from './painting-steps'

/**
 * Paintings of a page. PDFium holds all of a page while it paints, and reads them in one piece: 200 bytes and a microsecond
 * for the smallest, 500 and four with colours, clips and matrices of their own, which is 95 MB for a page that is paid for.
 */
const MAX_PAINTINGS = { paid: 150_000, unpaid: 50_000 }

/** Pixels that the edges of one path cross: PDFium holds 20 bytes for each. */
const MAX_EDGE_PIXELS = 2_000_000

/** Paintings of a step; a form or a shading is one by itself. */
const STEP = 100

export class PaintingTally {
  /** What was charged so far and is done when PDFium paints, in nanoseconds, as `WorkBudget.countDone` takes it. */
  private ahead = 0
  /** The part of it that PDFium does again for each band of a page: pictures are decoded, operators followed. */
  private repeated = 0
  private dearest = 0
  /** Paintings, those of forms, masks and tiles each time that they are drawn. */
  private paintings = 0
  /** Paintings of the page itself. */
  private ofPage = 0
  private stepBegan = 0

  constructor(
    private readonly work: WorkBudget,
    private readonly isPaid: boolean,
  ) {}

  /** Counts a painting, wherever it stands. Throws WorkLimitExceeded if a page may not have so many. */
  take(): void {
    const most = this.isPaid ? MAX_PAINTINGS.paid : MAX_PAINTINGS.unpaid
    if (++this.paintings > most)
      throw new WorkLimitExceeded('operators', this.paintings, most, 'the drawings of one page')
  }

  /** Counts a painting of the page itself, which PDFium does in one step with others or by itself. */
  countOfPage(isAlone: boolean): void {
    this.ofPage += isAlone ? STEP : 1
    if (isAlone || this.ofPage % STEP === 0) this.endStep()
  }

  /** Throws WorkLimitExceeded if the edges of a path cross more pixels than those of one may. */
  followEdges(pixels: number): void {
    if (pixels > MAX_EDGE_PIXELS)
      throw new WorkLimitExceeded('pixels', pixels, MAX_EDGE_PIXELS, 'one path of this document')
  }

  /** Charges pixels that are touched once. */
  paint(pixels: number): void {
    this.ahead += this.work.chargeAhead('pixels', pixels)
  }

  /** Charges pixels of a picture, which are decoded again for each band. */
  decode(pixels: number): void {
    const ahead = this.work.chargeAhead('pixels', pixels)
    this.ahead += ahead
    this.repeated += ahead
  }

  /** Charges the times that a tile is drawn. */
  repeat(tiles: number): void {
    this.ahead += this.work.chargeAhead('operators', Number.isFinite(tiles) ? tiles : Infinity)
  }

  /** Ends the last step. */
  total(): Painting {
    this.endStep()
    const { ahead, repeated, dearest, paintings } = this
    return { ahead, repeated, dearest, steps: Math.ceil(this.ofPage / STEP), paintings }
  }

  private endStep(): void {
    this.dearest = Math.max(this.dearest, this.ahead - this.stepBegan)
    this.stepBegan = this.ahead
  }
}
