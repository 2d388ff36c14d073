/** How much is tried: a share in CI, all of it under `npm run fuzz`; and the seed of everything that is chosen. */

/** Whether this is `npm run fuzz`. */
export const whole = process.env.PLATEN_FUZZ === 'whole'

/** The same seed makes the same cases; `PLATEN_FUZZ_SEED` asks for others. */
export const seed = Number(process.env.PLATEN_FUZZ_SEED ?? 20261121)

/** `all` under `npm run fuzz`, else `some`. */
export function effort<Value>(all: Value, some: Value): Value {
  return whole ? all : some
}

/** Some of the cases, spread evenly over the list, so that a share has something of every kind. */
export function share<Case>(cases: readonly Case[], some: number): Case[] {
  if (whole || cases.length <= some) return [...cases]
  const step = cases.length / some
  return Array.from({ length: some }, (_, index) => cases[Math.floor(index * step)] as Case)
}
