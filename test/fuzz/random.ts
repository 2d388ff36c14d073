/** Chance that can be repeated: a seed names every choice that follows. */
export type Random = {
  /** A number from 0 up to 1. */
  fraction(): number
  /** A whole number from 0 to `below` - 1. */
  integer(below: number): number
  /** One of the list, which is not empty. */
  pick<Value>(list: readonly Value[]): Value
  /** True so many times in a hundred. */
  chance(percent: number): boolean
}

/** Mulberry32: 32 bits of state, good enough to wander. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (below: number) => Math.floor(fraction() * below)
  return {
    fraction,
    integer,
    pick: (list) => list[integer(list.length)] as (typeof list)[number],
    chance: (percent) => integer(100) < percent,
  }
}
