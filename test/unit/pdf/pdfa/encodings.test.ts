/** Our tables of encodings beside those that the platform decodes with. */
import { expect, it } from 'vitest'
import { characterOf, encodingNamed } from '../../../../src/pdf/pdfa/fonts/encodings'
import { CFF_STRINGS } from '../../../../src/pdf/pdfa/fonts/glyph-names.data'

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

/** The expert set by the numbers of the standard strings, first and last (Adobe Technical Note 5176, appendix C). */
const EXPERT = [
  ...[1, 1, 229, 238, 13, 15, 99, 99, 239, 248, 27, 28, 249, 266, 109, 110, 267, 318, 155, 155, 158, 158],
  ...[163, 163, 319, 326, 150, 150, 164, 164, 169, 169, 327, 378],
]

it('MacExpertEncoding names every glyph of the expert set once', () => {
  const strings = CFF_STRINGS.split(' ')
  const set = EXPERT.flatMap((first, at) =>
    at % 2 === 0 ? strings.slice(first, (EXPERT[at + 1] ?? 0) + 1) : [],
  )
  const names = encodingNamed('MacExpertEncoding')
  expect([...names.values()].toSorted()).toEqual(set.toSorted())
  // One of each run of the table (ISO 32000-2, D.5).
  const octal = Object.entries({
    ...{
      40: 'space',
      75: 'threequartersemdash',
      104: 'Ethsmall',
      141: 'Asmall',
      172: 'Zsmall',
      201: 'asuperior',
    },
    ...{
      241: 'eightsuperior',
      273: 'nineinferior',
      332: 'onesuperior',
      371: 'periodsuperior',
      373: 'Ringsmall',
    },
  })
  expect(octal.map(([code]) => names.get(Number.parseInt(code, 8)))).toEqual(octal.map(([, name]) => name))
})
