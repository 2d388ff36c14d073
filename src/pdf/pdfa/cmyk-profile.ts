/**
 * A colour profile of four inks on coated paper, for colours that a file gives as CMYK of no certain device. It is
 * computed, so it needs no file and no licence: the colours of the solid inks and their overprints (ISO 12647-2), and
 * between them the Neugebauer equations with the dot gain of offset printing.
 */
import { concatBytes } from '../../binary/bytes'
import { latin1Bytes } from '../content-stream'

type Triple = [number, number, number]

/** L*a*b* (D50) of paper and of each set of inks, by the bits C 1, M 2, Y 4, K 8. Black hides what is under it. */
const SOLIDS: Triple[] = [
  [95, 0, -2],
  [55, -37, -50],
  [48, 74, -3],
  [24, 22, -46],
  [89, -5, 93],
  [50, -65, 27],
  [47, 68, 48],
  [23, 0, 0],
  [16, 0, 0],
  [12, -3, -5],
  [12, 4, -1],
  [9, 1, -4],
  [14, 0, 5],
  [11, -4, 1],
  [11, 4, 3],
  [8, 0, 0],
]

/** Steps of each ink; black comes last and changes fastest. */
const GRID = 7
/** Yule and Nielsen's factor for light that spreads in paper. */
const SPREAD = 1.7
/** Midtones print about 9 % wider than they are asked for; light that spreads in paper adds as much again. */
const GAIN = 0.36

const WHITE: Triple = [0.9642, 1, 0.8249]

/** The profile (ICC.1:2001-04, version 2.4, class `scnr`) with one table of 8 bits from CMYK to L*a*b*. */
export function cmykProfile(): Uint8Array {
  const text = latin1Bytes('Coated paper, four inks\0')
  const description = concatBytes([
    tag('desc'),
    uint32(0),
    uint32(text.length),
    text,
    // No Unicode and no Macintosh name.
    new Uint8Array(4 + 4 + 2 + 1 + 67),
  ])
  const copyright = concatBytes([tag('text'), uint32(0), latin1Bytes('No copyright, use freely\0')])
  const white = concatBytes([tag('XYZ '), uint32(0), ...WHITE.map(fixed)])
  return assemble([
    ['desc', description],
    ['cprt', copyright],
    ['wtpt', white],
    ['A2B0', table()],
  ])
}

function assemble(tags: [string, Uint8Array][]): Uint8Array {
  let offset = 128 + 4 + 12 * tags.length
  const places: Uint8Array[] = []
  const parts: Uint8Array[] = []
  for (const [name, data] of tags) {
    const padded = concatBytes([data, new Uint8Array((4 - (data.length % 4)) % 4)])
    places.push(tag(name), uint32(offset), uint32(data.length))
    parts.push(padded)
    offset += padded.length
  }
  const header = new Uint8Array(128)
  header.set(uint32(offset), 0)
  header.set([2, 0x40, 0, 0], 8)
  header.set(concatBytes([tag('scnr'), tag('CMYK'), tag('Lab ')]), 12)
  // 1 January 2026.
  header.set([7, 234, 0, 1, 0, 1], 24)
  header.set(tag('acsp'), 36)
  header.set(concatBytes(WHITE.map(fixed)), 68)
  return concatBytes([header, uint32(tags.length), ...places, ...parts])
}

/** `lut8Type` (6.5.7): straight curves around the grid. */
function table(): Uint8Array {
  const straight = Uint8Array.from({ length: 256 }, (_, index) => index)
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1].map(fixed)
  return concatBytes([
    tag('mft1'),
    uint32(0),
    Uint8Array.of(4, 3, GRID, 0),
    ...identity,
    ...Array.from({ length: 4 }, () => straight),
    grid(),
    ...Array.from({ length: 3 }, () => straight),
  ])
}

function grid(): Uint8Array {
  const solids = SOLIDS.map((lab) => toXyz(lab).map((value) => value ** (1 / SPREAD)) as Triple)
  const samples = new Uint8Array(GRID ** 4 * 3)
  const inks = [0, 0, 0, 0]
  for (let point = 0; point < GRID ** 4; point++) {
    for (let ink = 0; ink < 4; ink++)
      inks[ink] = gained((Math.floor(point / GRID ** (3 - ink)) % GRID) / (GRID - 1))
    samples.set(toBytes(toLab(mixed(inks, solids))), point * 3)
  }
  return samples
}

function gained(share: number): number {
  return share + GAIN * share * (1 - share)
}

/** The share of paper that each set of inks covers, if dots fall at random (Demichel), times its colour. */
function mixed(inks: number[], solids: Triple[]): Triple {
  const sum: Triple = [0, 0, 0]
  for (const [set, solid] of solids.entries()) {
    let share = 1
    for (const [ink, amount] of inks.entries()) share *= (set >> ink) & 1 ? amount : 1 - amount
    for (const axis of [0, 1, 2] as const) sum[axis] += share * solid[axis]
  }
  return sum.map((value) => value ** SPREAD) as Triple
}

function toXyz([l, a, b]: Triple): Triple {
  const y = (l + 16) / 116
  const cubes = [y + a / 500, y, y - b / 200].map((f) =>
    f > 6 / 29 ? f ** 3 : (f - 4 / 29) * 3 * (6 / 29) ** 2,
  )
  return cubes.map((value, axis) => value * (WHITE[axis] ?? 1)) as Triple
}

function toLab(xyz: Triple): Triple {
  const [x, y, z] = xyz.map((value, axis) => {
    const share = value / (WHITE[axis] ?? 1)
    return share > (6 / 29) ** 3 ? Math.cbrt(share) : share / (3 * (6 / 29) ** 2) + 4 / 29
  }) as Triple
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function toBytes([l, a, b]: Triple): number[] {
  return [(l * 255) / 100, a + 128, b + 128].map((value) => Math.max(0, Math.min(255, Math.round(value))))
}

const tag = (name: string) => latin1Bytes(name)

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255)
}

/** `s15Fixed16Number`. */
function fixed(value: number): Uint8Array {
  return uint32(Math.round(value * 65_536))
}
