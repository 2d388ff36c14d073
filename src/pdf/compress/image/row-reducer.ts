/** Reduces a picture row by row: each smaller pixel is the mean of the area that it covers, and what it hides is counted. */

export type Size = { width: number; height: number }

/** Smaller pixels of a square in which hidden detail is counted together, across and down. */
const SQUARE = 8
/**
 * The standard deviation of the lightness (of 255) that a smaller pixel hides: in a square with more, edges between tones
 * are softer. Photographs have 3 to 12 from 300 to 150 dpi, drawings with soft outlines 21, text and line art 30 and more.
 */
const HARD_EDGE = 20
/** A square with less has nothing to lose, or grain. */
const SOME_DETAIL = 5
/** A picture with more such squares, of all and of those with detail, is text or line art. */
const MAX_HARD = { ofAll: 0.02, ofDetailed: 0.25 }

/** Red, green, blue, lightness and its square. */
const FIELDS = 5

/** Where the samples of a row or column go: to the first smaller one with its weight, and to the next with the rest. */
type Shares = { first: Int32Array; weight: Float32Array; rest: Float32Array }

type Bytes = Uint8Array | Uint8ClampedArray

/** `from` has no fewer pixels than `to`, across and down. Rows come in their order, with so many bytes a pixel. */
export class RowReducer {
  readonly #columns: Shares
  readonly #rows: Shares
  readonly #row: Uint8ClampedArray
  readonly #across: Float32Array
  /** Sums of the smaller row in hand, and of the one below it. */
  #current: Float32Array
  #below: Float32Array
  readonly #variances: Float32Array
  readonly #squares = { hard: 0, detailed: 0, all: 0 }
  #added = 0

  constructor(
    from: Size,
    private readonly to: Size,
    private readonly channels: 1 | 3 | 4,
  ) {
    this.#columns = sharesOf(from.width, to.width)
    this.#rows = sharesOf(from.height, to.height)
    this.#row = new Uint8ClampedArray(to.width * 4).fill(255)
    this.#across = new Float32Array((to.width + 1) * FIELDS)
    this.#current = new Float32Array(to.width * FIELDS)
    this.#below = new Float32Array(to.width * FIELDS)
    this.#variances = new Float32Array(Math.ceil(to.width / SQUARE))
  }

  /**
   * Adds the next row. Returns the smaller row that is complete with it, if one is: four bytes a pixel, in a buffer that
   * the next one uses again.
   */
  add(samples: Bytes): Uint8ClampedArray | undefined {
    this.#reduceAcross(samples)
    const { first, weight, rest } = this.#rows
    const row = this.#added++
    addTo(this.#current, this.#across, weight[row] ?? 0)
    const isComplete = (rest[row] ?? 0) > 0 || first[row + 1] !== first[row]
    if (!isComplete) return undefined
    addTo(this.#below, this.#across, rest[row] ?? 0)
    this.#complete()
    if (((first[row] ?? 0) + 1) % SQUARE === 0) this.#countSquares()
    return this.#row
  }

  /** Whether the rows so far have edges that are softer now in so many places that it shows. */
  hidesHardEdges(): boolean {
    const { hard, detailed, all } = this.#squares
    return hard > MAX_HARD.ofAll * all && hard > MAX_HARD.ofDetailed * detailed
  }

  #reduceAcross(samples: Bytes): void {
    const sums = this.#across.fill(0)
    const { first, weight, rest } = this.#columns
    const { channels } = this
    const [greenAt, blueAt] = channels === 1 ? [0, 0] : [1, 2]
    for (let x = 0, at = 0; x < first.length; x++, at += channels) {
      const [red, green, blue] = [samples[at] ?? 0, samples[at + greenAt] ?? 0, samples[at + blueAt] ?? 0]
      const target = (first[x] ?? 0) * FIELDS
      addPixel(sums, target, weight[x] ?? 0, red, green, blue)
      const left = rest[x] ?? 0
      if (left > 0) addPixel(sums, target + FIELDS, left, red, green, blue)
    }
  }

  /** Makes the row in hand the one that is returned, and goes on with the one below it. */
  #complete(): void {
    const sums = this.#current
    for (let x = 0; x < this.to.width; x++) {
      const at = x * FIELDS
      for (let channel = 0; channel < 3; channel++) this.#row[4 * x + channel] = sums[at + channel] ?? 0
      const mean = sums[at + 3] ?? 0
      const square = Math.floor(x / SQUARE)
      const variance = Math.max(0, (sums[at + 4] ?? 0) - mean * mean)
      this.#variances[square] = (this.#variances[square] ?? 0) + variance
    }
    this.#current = this.#below
    this.#below = sums.fill(0)
  }

  #countSquares(): void {
    for (const variance of this.#variances) {
      const deviation = Math.sqrt(variance) / SQUARE
      this.#squares.all++
      if (deviation > SOME_DETAIL) this.#squares.detailed++
      if (deviation > HARD_EDGE) this.#squares.hard++
    }
    this.#variances.fill(0)
  }
}

/** As the eye weighs colours, roughly: readers of a JPEG see chrominance less sharply, so that it may lose more. */
export function lightnessOf(red: number, green: number, blue: number): number {
  return (red + 2 * green + blue) / 4
}

function addPixel(
  sums: Float32Array,
  at: number,
  weight: number,
  red: number,
  green: number,
  blue: number,
): void {
  const light = lightnessOf(red, green, blue)
  sums[at] = (sums[at] ?? 0) + weight * red
  sums[at + 1] = (sums[at + 1] ?? 0) + weight * green
  sums[at + 2] = (sums[at + 2] ?? 0) + weight * blue
  sums[at + 3] = (sums[at + 3] ?? 0) + weight * light
  sums[at + 4] = (sums[at + 4] ?? 0) + weight * light * light
}

function addTo(sums: Float32Array, added: Float32Array, weight: number): void {
  if (weight === 0) return
  for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + weight * (added[at] ?? 0)
}

function sharesOf(from: number, to: number): Shares {
  const shares = {
    first: new Int32Array(from),
    weight: new Float32Array(from),
    rest: new Float32Array(from),
  }
  for (let at = 0; at < from; at++) {
    const first = Math.min(to - 1, Math.floor((at * to) / from))
    const rest = ((at + 1) * to) / from - first - 1
    shares.first[at] = first
    // Rounding leaves crumbs, which belong to no further pixel.
    shares.rest[at] = rest < 1e-6 ? 0 : rest
    shares.weight[at] = to / from - (shares.rest[at] ?? 0)
  }
  return shares
}
