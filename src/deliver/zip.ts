/**
 * A ZIP archive (APPNOTE 6.3.10) written as it is read: each file is stored as it is, since PDFs and PNGs are
 * compressed already, and its CRC-32 follows it in a data descriptor (4.3.9). Never more than a chunk is held.
 * Not ZIP64: at most 65,535 files and 4 GB in all.
 */
import { crc32 } from 'node:zlib'

export type ZipEntry = {
  name: string
  /** When the file was made, in milliseconds since 1970. */
  modifiedAt: number
  /** Opens the file; `null` for one that is no longer there, which is left out. */
  open: () => Promise<ReadableStream<Uint8Array> | null>
}

/** Names are UTF-8 and sizes follow the data (4.4.4, bits 11 and 3). */
const FLAGS = 0x0808
const VERSION = 20

/** The archive's bytes, made while they are read. */
export function zipStream(entries: readonly ZipEntry[]): ReadableStream<Uint8Array> {
  const pieces = archive(entries)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return()
    },
  })
}

async function* archive(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array, void, void> {
  const directory: Uint8Array[] = []
  let offset = 0
  for (const entry of entries) {
    const content = await entry.open()
    if (!content) continue
    const start = offset
    const header = record(0x04034b50, entry, { crc: 0, size: 0 })
    yield header
    let crc = 0
    let size = 0
    for await (const chunk of content) {
      crc = crc32(chunk, crc)
      size += chunk.byteLength
      yield chunk
    }
    const descriptor = words([0x08074b50, 4], [crc, 4], [size, 4], [size, 4])
    yield descriptor
    offset += header.byteLength + size + descriptor.byteLength
    directory.push(record(0x02014b50, entry, { crc, size }, start))
  }
  yield* directory
  const length = directory.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const count = directory.length
  yield words([0x06054b50, 4], ...fields(2, 0, 0, count, count), ...fields(4, length, offset), [0, 2])
}

/** A local file header (4.3.7), or with `start` a header of the central directory (4.3.12). */
function record(
  signature: number,
  { name, modifiedAt }: ZipEntry,
  { crc, size }: { crc: number; size: number },
  start?: number,
): Uint8Array {
  const bytes = new TextEncoder().encode(name)
  const { time, date } = dosTime(modifiedAt)
  const shared: Field[] = [
    ...fields(2, VERSION, FLAGS, 0, time, date),
    ...fields(4, crc, size, size),
    ...fields(2, bytes.byteLength, 0),
  ]
  const head =
    start === undefined
      ? words([signature, 4], ...shared)
      : words([signature, 4], [VERSION, 2], ...shared, ...fields(2, 0, 0, 0), ...fields(4, 0, start))
  return new Uint8Array(Buffer.concat([head, bytes]))
}

type Field = [value: number, width: number]

function fields(width: number, ...values: number[]): Field[] {
  return values.map((value) => [value, width])
}

/** Little-endian numbers, each with its width in bytes. */
function words(...numbers: Field[]): Uint8Array {
  const buffer = Buffer.alloc(numbers.reduce((sum, [, width]) => sum + width, 0))
  let at = 0
  for (const [value, width] of numbers) at = buffer.writeUIntLE(value >>> 0, at, width)
  return new Uint8Array(buffer)
}

/** MS-DOS date and time (4.4.6), in UTC and to two seconds. */
function dosTime(milliseconds: number): { time: number; date: number } {
  const at = new Date(Math.max(milliseconds, Date.UTC(1980, 0, 1)))
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}
