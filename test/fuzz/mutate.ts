/** Damage to good files and texts: where bytes flip, pieces go missing, move or come twice, and numbers grow. */
import type { Random } from './random'

type Damage = (file: Buffer, random: Random, words: readonly string[]) => Buffer

const numbers = ['0', '-1', '1', '65536', '2147483647', '4294967296', '99999999999999999999', '1e308', '.5']

const flipBits: Damage = (file, random) => {
  const copy = Buffer.from(file)
  for (let n = 1 + random.integer(16); n > 0; n--) {
    const at = random.integer(copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 << random.integer(8))
  }
  return copy
}

const overwrite: Damage = (file, random, words) => {
  const copy = Buffer.from(file)
  for (let n = 1 + random.integer(6); n > 0; n--) {
    copy.write(random.pick(words), random.integer(copy.length), 'latin1')
  }
  return copy
}

const insert: Damage = (file, random, words) => {
  const at = random.integer(file.length)
  return Buffer.concat([file.subarray(0, at), Buffer.from(random.pick(words), 'latin1'), file.subarray(at)])
}

const drop: Damage = (file, random) => {
  const { from, to } = stretch(file, random)
  return Buffer.concat([file.subarray(0, from), file.subarray(to)])
}

const repeat: Damage = (file, random) => {
  const { from, to } = stretch(file, random)
  return Buffer.concat([file.subarray(0, to), file.subarray(from)])
}

const move: Damage = (file, random) => {
  const { from, to } = stretch(file, random)
  const rest = Buffer.concat([file.subarray(0, from), file.subarray(to)])
  const at = random.integer(rest.length + 1)
  return Buffer.concat([rest.subarray(0, at), file.subarray(from, to), rest.subarray(at)])
}

const cut: Damage = (file, random) => file.subarray(0, random.integer(file.length))

/** Cut, with the end put back, so that it does not show at once. */
const cutInside: Damage = (file, random) => {
  const end = Math.min(64, file.length)
  return Buffer.concat([file.subarray(0, random.integer(file.length)), file.subarray(-end)])
}

const renumber: Damage = (file, random) => {
  const text = file.toString('latin1')
  const all = [...text.matchAll(/\d+/g)]
  if (all.length === 0) return flipBits(file, random, [])
  const found = random.pick(all)
  const changed =
    text.slice(0, found.index) + random.pick(numbers) + text.slice(found.index + found[0].length)
  return Buffer.from(changed, 'latin1')
}

const zero: Damage = (file, random) => {
  const { from, to } = stretch(file, random)
  return Buffer.from(file).fill(random.pick([0, 0x20, 0xff]), from, to)
}

const kinds = { flipBits, overwrite, insert, drop, repeat, move, cut, cutInside, renumber, zero }

/** One to three kinds of damage done to a file; `words` are what its format's readers look for. Names what was done. */
export function damage(
  file: Uint8Array,
  random: Random,
  words: readonly string[],
): { name: string; bytes: Uint8Array } {
  let bytes: Buffer = Buffer.from(file)
  const done: string[] = []
  for (let n = 1 + random.integer(3); n > 0 && bytes.length > 8; n--) {
    const [name, act] = random.pick(Object.entries(kinds))
    bytes = act(bytes, random, words)
    done.push(name)
  }
  return { name: done.join(' '), bytes: new Uint8Array(bytes) }
}

/** A stretch of at most a quarter of the file. */
function stretch(file: Buffer, random: Random): { from: number; to: number } {
  const from = random.integer(file.length)
  return { from, to: Math.min(file.length, from + 1 + random.integer(1 + (file.length >> 2))) }
}
