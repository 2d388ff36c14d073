/** How many random cases of a property are tried: a tenth here, all of them in CI (`PLATEN_RUNS=1`), more when asked. */
const share = Number(process.env.PLATEN_RUNS ?? 0.1)

/** The share of `all` that `PLATEN_RUNS` asks for: 1 is all, 0.1 (the default) a tenth. At least one. */
export function runs(all: number): number {
  return Math.max(1, Math.round(all * share))
}
