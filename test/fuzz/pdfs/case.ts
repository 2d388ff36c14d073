/** What the lists of malformed PDFs are made with. */
import { deflateSync } from 'node:zlib'
import type { RoughObject } from './rough'

export type Case = {
  name: string
  bytes: Uint8Array
  /** What must not be in the file that comes back, should the case be accepted. */
  never?: RegExp
}

/** Values that are not what a number in a file may be. */
export const numbers = [
  ...['-1', '0', '1.5', '2147483648', '99999999999999999999', '1e9'],
  ...['null', '(x)', '9 0 R', '--5', '+.', ''],
]

/** Cases of one kind by what each does. */
export function of(kind: string, all: Record<string, Uint8Array>, never?: RegExp): Case[] {
  return Object.entries(all).map(([name, bytes]) => ({
    name: `${kind}: ${name}`,
    bytes,
    ...(never && { never }),
  }))
}

export function times<Value>(count: number, value: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => value(index))
}

/** So many zero bytes, deflated. */
export function zeros(bytes: number): Uint8Array {
  return deflateSync(new Uint8Array(bytes))
}

/** A stream of deflated data. */
export function flate(data: Uint8Array): RoughObject {
  return { dictionary: '/Filter/FlateDecode', data }
}
