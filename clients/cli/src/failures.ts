/** What went wrong with the rows of a batch: each sentence is told once, and so is that all fail alike. */
export class Failures {
  readonly #rows = new Map<string, number>()
  #count = 0

  /** Counts one, and returns what is said of it. */
  add({ row, file }: { row: number; file: string }, error: string): string {
    const first = this.#rows.get(error)
    this.#count++
    if (first === undefined) this.#rows.set(error, row)
    return `row ${row} (${file}): ${first === undefined ? error : `as row ${first}`}`
  }

  /** How many there are, if all have the same reason; else 0. */
  get alike(): number {
    return this.#rows.size === 1 ? this.#count : 0
  }
}
