/** The characters that objects are written with, by their codes (ISO 32000-2, 7.2.3). */

import { unescapePdfName } from '../../text/pdf-name'

const code = (character: string) => character.charCodeAt(0)

/** What begins and ends values, their parts and lines. */
export const CODE = {
  openText: code('('),
  closeText: code(')'),
  backslash: code('\\'),
  less: code('<'),
  greater: code('>'),
  openArray: code('['),
  closeArray: code(']'),
  percent: code('%'),
  slash: code('/'),
  plus: code('+'),
  minus: code('-'),
  point: code('.'),
  zero: code('0'),
  nine: code('9'),
  reference: code('R'),
  lineFeed: code('\n'),
  carriageReturn: code('\r'),
} as const

const SPACES = new Uint8Array(256)
for (const each of '\0\t\n\f\r ') SPACES[code(each)] = 1
/** White space and delimiters. */
const ENDS_WORD = SPACES.slice()
for (const each of '()<>[]{}/%') ENDS_WORD[code(each)] = 1

export function isSpace(byte: number): boolean {
  return SPACES[byte] === 1
}

export function isLineEnd(byte: number): boolean {
  return byte === CODE.lineFeed || byte === CODE.carriageReturn
}

/** Whether a character may be part of a name or keyword. */
export function isRegular(byte: number): boolean {
  return ENDS_WORD[byte] === 0
}

export function isDigit(byte: number): boolean {
  return byte >= CODE.zero && byte <= CODE.nine
}

/** Whether a character may be part of a number. */
export function isNumeric(byte: number): boolean {
  return isDigit(byte) || byte === CODE.plus || byte === CODE.minus || byte === CODE.point
}

/** A name as the library takes it, which undoes escapes once more: what stays a number sign is handed over as one. */
export function withoutEscapes(name: string): string {
  return unescapePdfName(name).replaceAll('#', '#23')
}
