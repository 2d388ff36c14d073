import { describe, expect, it } from 'vitest'
import { parseToUnicode, withoutNoCharacters } from '../../../../src/pdf/pdfa/parse-to-unicode'

/** The codes that a map covers. */
const codesOf = (map: string) =>
  parseToUnicode(map).ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  )
const range = (lines: string) => `1 beginbfrange ${lines} endbfrange`

describe('a map of codes to characters', () => {
  it('covers its single codes, its ranges and its lists', () => {
    const map = `2 beginbfchar <03> <0020> <0010><0041> endbfchar ${range('<20> <22> <0061> <30><33>[<0041> <0042>]')}`
    expect(codesOf(map)).toEqual([0x03, 0x10, 0x20, 0x21, 0x22, 0x30, 0x31])
    expect(parseToUnicode(map).text).toBe(' AaAB')
  })

  it('ends a range where codes of its length end', () => {
    expect(codesOf(range('<00FE> <FFFF> <0041>')).length).toBe(0x10000 - 0xfe)
    expect(codesOf(range('<FE> <FFFFFFFF> <0041>'))).toEqual([0xfe, 0xff])
    expect(codesOf(range('<0010> <0009> <0041>')).length).toBe(0)
  })

  it('passes over codes of more than two bytes', () => {
    expect(codesOf(range('<0000> <00FFFFFF> <0000>')).length).toBe(0x10000)
    expect(codesOf(range('<000000> <00FFFFFF> <0000>')).length).toBe(0)
    expect(codesOf('1 beginbfchar <00000001> <0041> endbfchar').length).toBe(0)
  })

  it('loses characters that are none from a list, and keeps the others', () => {
    expect(withoutNoCharacters(range('<0010> <0012> [<0041><0000><0042>]'))).toBe(
      '2 beginbfrange\n<0010> <0010> <0041>\n<0012> <0012> <0042>\nendbfrange',
    )
  })

  const hostile: Record<string, (length: number) => string> = {
    'digits before a block': (length) => '1'.repeat(length),
    'blanks behind a number': (length) => `1${' '.repeat(length)}`,
    'blocks that do not end': (length) => '1 beginbfrange '.repeat(length / 15),
    'codes that do not end': (length) => `1 beginbfchar ${'<'.repeat(length)} endbfchar`,
    'lists that do not end': (length) => range('<00>'.repeat(length / 8) + '['.repeat(length / 2)),
    'whole ranges': (length) => range('<0000> <FFFF> <0041>'.repeat(length / 20)),
  }
  it.each(Object.entries(hostile))('is read within a second, a megabyte of %s too', (_, make) => {
    const map = make(2 ** 20)
    const before = process.threadCpuUsage()
    expect(codesOf(map).length).toBeLessThanOrEqual(0x10000)
    withoutNoCharacters(map)
    const { user } = process.threadCpuUsage(before)
    expect(user / 1e6).toBeLessThan(1)
  })
})
