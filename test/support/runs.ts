/** How many random cases of a property are tried: some here, all of them in CI (`PLATEN_RUNS=1`), more when asked. */
const share = process.env.PLATEN_RUNS === undefined ? undefined : Number(process.env.PLATEN_RUNS)

/** Whether all is tried (CI): a test that takes seconds and guards what seldom changes waits for that. */
export const triesAll = share !== undefined

/** The rows of a table that are tried: the first `few` here, all of them in CI. */
export function rowsOf<Row>(all: readonly Row[], few: number): Row[] {
  return share === undefined ? all.slice(0, few) : [...all]
}

/** Every third row of a table whose neighbours are alike, and all of them in CI. */
export function everyThirdOf<const Row>(all: readonly Row[]): Row[] {
  return all.filter((_, at) => share !== undefined || at % 3 === 0)
}

/** The share of `all` that `PLATEN_RUNS` asks for: 1 is all, 0.5 half. Without it `few`, or a tenth. At least one. */
export function runs(all: number, few = 0.1 * all): number {
  return Math.max(1, Math.round(share === undefined ? few : all * share))
}
