import { describe, expect, it } from 'vitest'
import { mappedCodes, mappedText, withoutNoCharacters } from '../../../../src/pdf/pdfa/parse-to-unicode'

const range = (lines: string) => `1 beginbfrange ${lines} endbfrange`

describe('a map of codes to characters', () => {
  it('covers its single codes, its ranges and its lists', () => {
    const map = `2 beginbfchar <03> <0020> <0010><0041> endbfchar ${range('<20> <22> <0061> <30><33>[<0041> <0042>]')}`
    expect([...mappedCodes(map)]).toEqual([0x03, 0x10, 0x20, 0x21, 0x22, 0x30, 0x31])
    expect(mappedText(map)).toBe(' AaAB')
  })

  it('ends a range where codes of its length end', () => {
    expect(mappedCodes(range('<00FE> <FFFF> <0041>')).size).toBe(0x10000 - 0xfe)
    expect([...mappedCodes(range('<FE> <FFFFFFFF> <0041>'))]).toEqual([0xfe, 0xff])
    expect(mappedCodes(range('<0010> <0009> <0041>')).size).toBe(0)
  })

  it('passes over codes of more than two bytes', () => {
    expect(mappedCodes(range('<0000> <00FFFFFF> <0000>')).size).toBe(0x10000)
    expect(mappedCodes(range('<000000> <00FFFFFF> <0000>')).size).toBe(0)
    expect(mappedCodes('1 beginbfchar <00000001> <0041> endbfchar').size).toBe(0)
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
    const before = process.cpuUsage()
    expect(mappedCodes(map).size).toBeLessThanOrEqual(0x10000)
    expect(withoutNoCharacters(map).length).toBeGreaterThan(0)
    const { user } = process.cpuUsage(before)
    expect(user / 1e6).toBeLessThan(1)
  })
})
