/** Writes TrueType programs from their tables (OpenType 1.9, "otff"). */
import { concatBytes } from '../../../binary/bytes'
import { latin1Bytes } from '../../content-stream'

export type SfntTable = { tag: string; data: Uint8Array }

/** The program of these tables, each with its checksum and on a place that four divides. */
export function writeSfnt(tables: SfntTable[]): Uint8Array {
  const directory = new DataView(new ArrayBuffer(12 + 16 * tables.length))
  const power = 2 ** Math.floor(Math.log2(tables.length))
  directory.setUint32(0, 0x10000)
  directory.setUint16(4, tables.length)
  directory.setUint16(6, 16 * power)
  directory.setUint16(8, Math.log2(power))
  directory.setUint16(10, 16 * (tables.length - power))
  let offset = directory.byteLength
  const pieces = tables.map(({ tag, data }, index) => {
    const own = padded(data, 4)
    const at = 12 + 16 * index
    new Uint8Array(directory.buffer).set(latin1Bytes(tag), at)
    directory.setUint32(at + 4, checkSum(own))
    directory.setUint32(at + 8, offset)
    directory.setUint32(at + 12, data.length)
    offset += own.length
    return own
  })
  return concatBytes([new Uint8Array(directory.buffer), ...pieces])
}

/** The data, with zeros behind them up to a multiple of `unit` bytes. */
export function padded(data: Uint8Array, unit: number): Uint8Array {
  return data.length % unit === 0 ? data : concatBytes([data, new Uint8Array(unit - (data.length % unit))])
}

function checkSum(data: Uint8Array): number {
  const view = viewOf(data)
  let sum = 0
  for (let at = 0; at < data.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0
  return sum
}

export function bytesOf({ buffer, byteOffset, byteLength }: DataView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
