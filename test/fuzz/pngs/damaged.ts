/** Good PNGs, damaged at random. */
import { crc32 } from 'node:zlib'
import { damage } from '../mutate'
import { type Random, randomFrom } from '../random'
import { type Case, picture } from './grammar'

/** What a reader of PNG looks for. */
const words = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'acTL',
  'fdAT',
  '\x89PNG',
  '\0\0\0\0',
  '\xff\xff\xff\xff',
  '\x7f',
]

/** `count` of them; the seed and a number name each. Most have their checksums mended, so that the damage is met. */
export function damagedPngs(count: number, seed: number): Case[] {
  return Array.from({ length: count }, (_, index) => {
    const random = randomFrom(seed + index)
    const damaged = damage(good(random), random, words)
    const mended = random.chance(70)
    const bytes = mended ? withChecksums(damaged.bytes) : damaged.bytes
    return { name: `damaged ${index}: ${damaged.name}${mended ? ', checksums mended' : ''}`, bytes }
  })
}

function good(random: Random): Uint8Array {
  const colorType = random.pick([0, 2, 3, 4, 6] as const)
  return picture({ colorType, depth: 8, interlaced: random.chance(40), filter: random.integer(5) })
}

/** The chunks' checksums made right, as far as chunks can be told. */
function withChecksums(file: Uint8Array): Uint8Array {
  const copy = Buffer.from(file)
  for (let at = 8; at + 12 <= copy.length; ) {
    const stop = at + 8 + copy.readUInt32BE(at)
    if (stop + 4 > copy.length) break
    copy.writeUInt32BE(crc32(copy.subarray(at + 4, stop)), stop)
    at = stop + 4
  }
  return new Uint8Array(copy)
}
