/**
 * Colour profiles of version 4 (ICC.1:2022), which PDF/A-1 does not know (ISO 19005-1 6.2.3.2), as version 2: same
 * primaries, same tone curves. Profiles that rest on tables instead of a matrix have no such counterpart here.
 */
import { latin1, latin1Bytes } from '../content-stream'

const HEADER = 128
/** Tags of a matrix or gray profile; numbers mean the same in both versions. */
const COLORS = ['wtpt', 'rXYZ', 'gXYZ', 'bXYZ']
const CURVES = ['rTRC', 'gTRC', 'bTRC', 'kTRC']
/** Samples of a parametric curve in a version that has none: the error stays below one part in 65,535. */
const SAMPLES = 4096

export type ProfileHeader = { version: number; deviceClass: string; colorSpace: string }

/** What a profile says of itself (ICC.1:2022 7.2), signatures as four characters; undefined if it is no profile. */
export function readHeader(profile: Uint8Array): ProfileHeader | undefined {
  const signature = (at: number) => latin1(profile.subarray(at, at + 4))
  if (profile.length < HEADER || signature(36) !== 'acsp') return undefined
  return { version: profile[8] ?? 0, deviceClass: signature(12), colorSpace: signature(16) }
}

/** The same colours as a profile of version 2.1, or undefined if they cannot be said in one. */
export function toVersion2(profile: Uint8Array): Uint8Array | undefined {
  const tags = readTags(profile)
  const has = (names: string[]) => names.every((name) => tags.has(name))
  const isMatrix = has([...COLORS, ...CURVES.slice(0, 3)])
  const isGray = has(['wtpt', 'kTRC'])
  if (!isMatrix && !isGray) return undefined
  const curves = CURVES.flatMap((name): [string, Uint8Array | undefined][] => {
    const data = tags.get(name)
    return data ? [[name, curveOfVersion2(data)]] : []
  })
  const colors = COLORS.flatMap((name): [string, Uint8Array | undefined][] =>
    tags.has(name) ? [[name, tags.get(name)]] : [],
  )
  const all = [...TEXTS, ...colors, ...curves]
  if (all.some(([, data]) => data === undefined)) return undefined
  return writeProfile(profile.subarray(0, HEADER), all as [string, Uint8Array][])
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function readTags(profile: Uint8Array): Map<string, Uint8Array> {
  const tags = new Map<string, Uint8Array>()
  if (profile.length < HEADER + 4) return tags
  const view = viewOf(profile)
  const count = Math.min(view.getUint32(HEADER), 100)
  for (let at = HEADER + 4; at < HEADER + 4 + 12 * count && at + 12 <= profile.length; at += 12) {
    const [offset, size] = [view.getUint32(at + 4), view.getUint32(at + 8)]
    tags.set(latin1(profile.subarray(at, at + 4)), profile.subarray(offset, offset + size))
  }
  return tags
}

/** Curves of the type `curv` are known to both versions; `para` (10.18) is sampled. */
function curveOfVersion2(data: Uint8Array): Uint8Array | undefined {
  const type = latin1(data.subarray(0, 4))
  if (type === 'curv') return data
  const parameters = parametersOf(data)
  if (type !== 'para' || !parameters) return undefined
  const table = new Uint8Array(12 + 2 * SAMPLES)
  const view = viewOf(table)
  table.set(latin1Bytes('curv'))
  view.setUint32(8, SAMPLES)
  for (let index = 0; index < SAMPLES; index++) {
    const value = parametric(parameters, index / (SAMPLES - 1))
    view.setUint16(12 + 2 * index, Math.round(65_535 * Math.min(1, Math.max(0, value))))
  }
  return table
}

type Parameters = { g: number; a: number; b: number; c: number; d: number; e: number; f: number }

/** The five forms of a parametric curve, all as the last of them. */
function parametersOf(data: Uint8Array): Parameters | undefined {
  const view = viewOf(data)
  const form = view.getUint16(8)
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from(
    { length: Math.floor((data.length - 12) / 4) },
    (_, index) => view.getInt32(12 + 4 * index) / 65_536,
  )
  if (form === 0) return { g, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0 }
  if (form === 1) return { g, a, b, c: 0, d: -b / a, e: 0, f: 0 }
  if (form === 2) return { g, a, b, c: 0, d: -b / a, e: c, f: c }
  if (form === 3) return { g, a, b, c, d, e: 0, f: 0 }
  return form === 4 ? { g, a, b, c, d, e, f } : undefined
}

function parametric({ g, a, b, c, d, e, f }: Parameters, x: number): number {
  return x >= d ? (a * x + b) ** g + e : c * x + f
}

/** Texts that version 2 requires, in its own types (ICC.1:2001-04 6.5.17 and 6.5.18). */
const TEXTS: [string, Uint8Array][] = [
  ['desc', textDescription('Colours as printed')],
  ['cprt', latin1Bytes('text\0\0\0\0No copyright\0')],
]

function textDescription(text: string): Uint8Array {
  const data = new Uint8Array(12 + text.length + 1 + 8 + 3 + 67)
  data.set(latin1Bytes('desc'))
  viewOf(data).setUint32(8, text.length + 1)
  data.set(latin1Bytes(text), 12)
  return data
}

function writeProfile(header: Uint8Array, tags: [string, Uint8Array][]): Uint8Array {
  const directory = HEADER + 4 + 12 * tags.length
  const size = tags.reduce((sum, [, data]) => sum + padded(data.length), directory)
  const profile = new Uint8Array(size)
  const view = viewOf(profile)
  profile.set(header)
  view.setUint32(0, size)
  view.setUint32(8, 0x02100000)
  profile.fill(0, 84, 100) // The identifier of version 4, which no longer fits the data.
  view.setUint32(HEADER, tags.length)
  let offset = directory
  for (const [index, [name, data]] of tags.entries()) {
    const at = HEADER + 4 + 12 * index
    profile.set(latin1Bytes(name), at)
    view.setUint32(at + 4, offset)
    view.setUint32(at + 8, data.length)
    profile.set(data, offset)
    offset += padded(data.length)
  }
  return profile
}

function padded(length: number): number {
  return (length + 3) & ~3
}
