/** Makes PNGs of every kind, valid and not, to be read by the service. */
import { crc32, deflateSync } from 'node:zlib'

export type PngInit = {
  width: number
  height: number
  colorType: 0 | 2 | 3 | 4 | 6
  depth: number
  interlaced?: boolean
  /** Filter type of every row; 0 to 4. */
  filter?: number
  /** Samples of a pixel, `depth` bits each; an index for colour type 3. */
  sample: (x: number, y: number) => number[]
  palette?: number[][]
  transparency?: number[]
  /** Chunks put before IDAT as they are. */
  extra?: Uint8Array[]
}

const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** A whole PNG. */
export function pngOf(init: PngInit): Uint8Array {
  return joined(
    header(init),
    ...(init.palette ? [chunk('PLTE', init.palette.flat())] : []),
    ...(init.transparency ? [chunk('tRNS', init.transparency)] : []),
    ...(init.extra ?? []),
    chunk('IDAT', deflateSync(rowsOf(init))),
    chunk('IEND', []),
  )
}

/** Signature and chunks, in the order given. */
export function joined(...chunks: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]))
}

export function header({
  width,
  height,
  depth,
  colorType,
  interlaced,
}: Pick<PngInit, 'width' | 'height' | 'depth' | 'interlaced'> & { colorType: number }): Uint8Array {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colorType, 0, 0, interlaced ? 1 : 0], 8)
  return chunk('IHDR', data)
}

/** A chunk with its checksum, or with `wrong` one. */
export function chunk(type: string, data: ArrayLike<number>, wrong = 0): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Uint8Array.from(data)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE((crc32(body) ^ wrong) >>> 0)
  return new Uint8Array(Buffer.concat([length, body, checksum]))
}

function rowsOf({ width, height, depth, interlaced, filter = 0, sample }: PngInit): Buffer {
  const rows: Buffer[] = []
  for (const [x0, y0, stepX, stepY] of interlaced ? passes : [[0, 0, 1, 1] as const]) {
    let above: Buffer | undefined
    for (let y = y0; y < height; y += stepY) {
      const samples: number[] = []
      for (let x = x0; x < width; x += stepX) samples.push(...sample(x, y))
      if (samples.length === 0) continue
      const pixelBytes = Math.max(1, (sample(0, 0).length * depth) >> 3)
      const row = packed(samples, depth)
      rows.push(Buffer.from([filter]), filtered(row, above, { filter, pixelBytes }))
      above = row
    }
  }
  return Buffer.concat(rows)
}

function packed(samples: number[], depth: number): Buffer {
  const bits = samples.map((sample) => sample.toString(2).padStart(depth, '0')).join('')
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
}

function filtered(
  row: Buffer,
  above: Buffer | undefined,
  { filter, pixelBytes }: { filter: number; pixelBytes: number },
) {
  return Buffer.from(
    row.map((value, index) => {
      const a = row[index - pixelBytes] ?? 0
      const b = above?.[index] ?? 0
      const c = above?.[index - pixelBytes] ?? 0
      return value - ([0, a, b, (a + b) >> 1, paeth(a, b, c)][filter] ?? 0)
    }),
  )
}

function paeth(a: number, b: number, c: number): number {
  const [nearest] = [a, b, c]
    .map((value, order) => ({ value, order, distance: Math.abs(a + b - c - value) }))
    .sort((one, other) => one.distance - other.distance || one.order - other.order)
  return nearest?.value ?? 0
}
