/** Our tables of encodings beside those that the platform decodes with. */
import { expect, it } from 'vitest'
import { characterOf, encodingNamed } from '../../../../src/pdf/pdfa/fonts/encodings'

/** Codes of which the standard says something else (ISO 32000-1, annex D.2), or that have no character. */
const APART: Record<string, number[]> = {
  'windows-1252': [0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xa0, 0xad],
  macintosh: [0x7f, 0xbd, 0xca, 0xdb, 0xf0],
}

it.each([
  ['WinAnsiEncoding', 'windows-1252'],
  ['MacRomanEncoding', 'macintosh'],
] as const)('%s names every character of %s', (encoding, label) => {
  const names = encodingNamed(encoding)
  const codes = Array.from({ length: 224 }, (_, index) => index + 32).filter(
    (code) => !APART[label]?.includes(code),
  )
  const ours = codes.map((code) => [code, characterOf(names.get(code) ?? '')])
  const decoder = new TextDecoder(label)
  expect(ours).toEqual(codes.map((code) => [code, decoder.decode(new Uint8Array([code])).codePointAt(0)]))
})
