/** The segments of a sequential JPEG before its one scan (ITU-T T.81, annex B). */
import { ZIGZAG_LENGTH } from './inverse-dct'

/** Codes of each length from 1 to 16 bits, and what they mean in their order (B.2.4.2). */
export type HuffmanCodes = { counts: Uint8Array; symbols: Uint8Array }

export type JpegFrame = {
  width: number
  height: number
  components: {
    /** Blocks of an MCU, across and down. */
    across: number
    down: number
    /** In the order of the coded coefficients. */
    quantisation: Uint16Array
    dc: HuffmanCodes
    ac: HuffmanCodes
  }[]
  /** MCUs between restarts; 0 for none. */
  restartInterval: number
  /** Whether three components are luminance and chrominance. */
  isYcc: boolean
  /** Where the scan's data begins. */
  start: number
}

type Component = { id: number; across: number; down: number; table: number }

const SOI = 0xffd8
const [BASELINE, EXTENDED, DHT, DQT, DRI, SOS, APP14] = [0xc0, 0xc1, 0xc4, 0xdb, 0xdd, 0xda, 0xee]
const ADOBE_WITHOUT_TRANSFORM = 0
/** "RGB", as encoders name components that are that. */
const RGB_IDS = [82, 71, 66]

/** Undefined for every file that is not one scan of a sequential frame in 8 bits, with one component or three. */
export function readSegments(file: Uint8Array): JpegFrame | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < 4 || view.getUint16(0) !== SOI) return undefined
  const quantisations = new Map<number, Uint16Array>()
  const codes = new Map<number, HuffmanCodes>()
  let frame: { width: number; height: number; components: Component[] } | undefined
  let restartInterval = 0
  let transform: number | undefined
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return undefined
    const marker = file[at + 1] ?? 0
    if (marker === 0xff) {
      at++
      continue
    }
    const end = at + 2 + view.getUint16(at + 2)
    if (end > file.length) return undefined
    const segment = new DataView(view.buffer, view.byteOffset + at + 4, Math.max(0, end - at - 4))
    at = end
    try {
      if (marker === DQT) readQuantisations(segment, quantisations)
      else if (marker === DHT) readCodes(segment, codes)
      else if (marker === DRI) restartInterval = segment.getUint16(0)
      else if (marker === APP14) transform = transformOf(segment)
      else if (marker === BASELINE || marker === EXTENDED) frame = frameOf(segment)
      // Another process, or a height that is said only behind the scan.
      else if (marker >= 0xc2 && marker <= 0xcf) return undefined
      else if (marker === SOS) {
        if (!frame || segment.getUint8(0) !== frame.components.length) return undefined
        const components = withTables(segment, frame.components, { quantisations, codes })
        const isRgb = frame.components.every(({ id }, index) => id === RGB_IDS[index])
        const isYcc = transform === undefined ? !isRgb : transform !== ADOBE_WITHOUT_TRANSFORM
        return components && { ...frame, components, restartInterval, isYcc, start: end }
      }
    } catch (error) {
      // A segment ends before what it says that it has.
      if (error instanceof RangeError) return undefined
      throw error
    }
  }
  return undefined
}

function readQuantisations(segment: DataView, into: Map<number, Uint16Array>): void {
  for (let at = 0; at < segment.byteLength; ) {
    const [isWide, id] = [segment.getUint8(at) >> 4 !== 0, segment.getUint8(at) & 15]
    at++
    const table = new Uint16Array(ZIGZAG_LENGTH)
    for (let index = 0; index < ZIGZAG_LENGTH; index++, at += isWide ? 2 : 1)
      table[index] = isWide ? segment.getUint16(at) : segment.getUint8(at)
    into.set(id, table)
  }
}

/** By class and number as they stand in the file: 0x00 to 0x0f for DC, 0x10 to 0x1f for AC. */
function readCodes(segment: DataView, into: Map<number, HuffmanCodes>): void {
  for (let at = 0; at < segment.byteLength; ) {
    const id = segment.getUint8(at)
    const counts = Uint8Array.from({ length: 16 }, (_, index) => segment.getUint8(at + 1 + index))
    const number = counts.reduce((sum, count) => sum + count, 0)
    const symbols = Uint8Array.from({ length: number }, (_, index) => segment.getUint8(at + 17 + index))
    into.set(id, { counts, symbols })
    at += 17 + number
  }
}

/** What Adobe's segment says of the colours (Adobe Technical Note 5116, 18). */
function transformOf(segment: DataView): number | undefined {
  const letters = Array.from({ length: 5 }, (_, at) => (at < segment.byteLength ? segment.getUint8(at) : 0))
  return String.fromCharCode(...letters) === 'Adobe' && segment.byteLength >= 12
    ? segment.getUint8(11)
    : undefined
}

function frameOf(segment: DataView) {
  const [bits, height, width, count] = [
    segment.getUint8(0),
    segment.getUint16(1),
    segment.getUint16(3),
    segment.getUint8(5),
  ]
  if (bits !== 8 || height === 0 || width === 0 || (count !== 1 && count !== 3)) return undefined
  const components = Array.from({ length: count }, (_, index): Component => {
    const at = 6 + 3 * index
    const sampling = segment.getUint8(at + 1)
    // A scan of one component has single blocks, whatever is said of it (A.2.2).
    const [across, down] = count === 1 ? [1, 1] : [sampling >> 4, sampling & 15]
    return { id: segment.getUint8(at), across, down, table: segment.getUint8(at + 2) }
  })
  const isUsual = components.every(({ across, down }) => [1, 2, 4].includes(across) && [1, 2].includes(down))
  return isUsual ? { width, height, components } : undefined
}

function withTables(
  scan: DataView,
  components: Component[],
  { quantisations, codes }: { quantisations: Map<number, Uint16Array>; codes: Map<number, HuffmanCodes> },
): JpegFrame['components'] | undefined {
  const found = components.flatMap(({ id, across, down, table }, index) => {
    const at = 1 + 2 * index
    if (scan.getUint8(at) !== id) return []
    const tables = scan.getUint8(at + 1)
    const [quantisation, dc, ac] = [
      quantisations.get(table),
      codes.get(tables >> 4),
      codes.get(0x10 | (tables & 15)),
    ]
    return quantisation && dc && ac ? [{ across, down, quantisation, dc, ac }] : []
  })
  return found.length === components.length ? found : undefined
}
