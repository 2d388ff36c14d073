import { describe, expect, it } from 'vitest'
import { mendToUnicode } from '../../../../src/pdf/pdfa/mend-to-unicode'
import { parseToUnicode } from '../../../../src/pdf/pdfa/parse-to-unicode'
import { WorkBudget, WorkLimitExceeded } from '../../../../src/pdf/work-budget'
import { everyThirdOf } from '../../../support/runs'

/** The codes that a map covers. */
const codesOf = (map: string) =>
  parseToUnicode(map).ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  )
const mended = (map: string) => mendToUnicode(map, new WorkBudget())
const range = (lines: string, count = 1) => `${count} beginbfrange ${lines} endbfrange`

describe('a map of codes to characters', () => {
  it('covers its single codes, its ranges and its lists', () => {
    const map = `2 beginbfchar <03> <0020> <0010><0041> endbfchar ${range('<20> <22> <0061> <30><33>[<0041> <0042>]', 2)}`
    expect(codesOf(map)).toEqual([0x03, 0x10, 0x20, 0x21, 0x22, 0x30, 0x31])
  })

  it('tells the codes of characters for private use, wherever in a range or a text they stand', () => {
    const privateRanges = (map: string) => parseToUnicode(map).privateRanges
    expect(privateRanges(range('<00> <05> <DFFE>'))).toEqual([[2, 5]])
    // Readers that count up nothing but the last byte come back to U+F800.
    expect(privateRanges(range('<00> <05> <F8FE>'))).toEqual([[0, 5]])
    expect(privateRanges(range('<00> <03> [<0041> <0042E000> <0043> <DB80DC00> <E000>]'))).toEqual([
      [1, 1],
      [3, 3],
    ])
    expect(privateRanges(range('<10> <12> <E0000041>'))).toEqual([[0x10, 0x12]])
    expect(privateRanges(range('<00> <FF> <0041>'))).toEqual([])
  })

  it('ends a range where codes of its length end', () => {
    expect(codesOf(range('<00FE> <01FFFF> <0041>'))).toEqual([0xfe, 0xff])
    expect(codesOf(range('<FE> <FFFFFFFF> <0041>'))).toEqual([0xfe, 0xff])
    expect(codesOf(range('<0010> <0009> <0041>')).length).toBe(0)
  })

  it.each(['4 ', '2 ', ''])(
    'is sure of no code in a block that counts %sof its three entries, and counts them',
    (count) => {
      const block = (said: string) => `${said}beginbfchar\n<01> <0041>\n<02> <0042>\n<03> <0043>\nendbfchar`
      expect(parseToUnicode(block(count))).toMatchObject({ isSure: false, ranges: [] })
      expect(mended(block(count))).toBe(block('3 '))
      expect(parseToUnicode(block('3 '))).toMatchObject({ isSure: true, ranges: [[1, 3]] })
    },
  )

  it('passes over codes of more than two bytes', () => {
    expect(codesOf(range('<000000> <00FFFFFF> <0000>')).length).toBe(0)
    expect(codesOf('1 beginbfchar <00000001> <0041> endbfchar').length).toBe(0)
  })

  it('is sure of no code beyond the last byte, and is divided there', () => {
    expect(codesOf(range('<0041> <0143> <0041>'))).toEqual([0x41, 0x42, 0x43])
    expect(codesOf(range('<00F0> <0102> <0041>'))).toEqual([])
    expect(mended(range('<00FE> <0101> <0041>'))).toBe(
      '2 beginbfrange\n<00FE> <00FF> <0041>\n<0100> <0101> <0043>\nendbfrange',
    )
    expect(mended(range('<00FF> <0100> [<0041><00420043>]'))).toBe(
      '2 beginbfrange\n<00FF> <00FF> <0041>\n<0100> <0100> <00420043>\nendbfrange',
    )
    const all = mended(range('<0000> <FFFF> <0000>'))
    expect(codesOf(all).length).toBe(0xffff - 2)
    expect(parseToUnicode(all)).toMatchObject({ isSure: true, emptyRanges: [] })
  })

  it('counts up characters across their last byte where it is divided, and beyond 16 bits', () => {
    expect(parseToUnicode(range('<00> <03> <00FE>'))).toMatchObject({ isSure: false, emptyRanges: [[2, 2]] })
    expect(mended(range('<00> <03> <00FE>'))).toBe(
      '2 beginbfrange\n<00> <01> <00FE>\n<02> <03> <0100>\nendbfrange',
    )
    expect(mended(range('<10> <12> <0041D83DDFFF>'))).toBe(
      '2 beginbfrange\n<10> <10> <0041D83DDFFF>\n<11> <12> <0041D83EDC00>\nendbfrange',
    )
  })

  it('costs what it becomes, however often it says the same', () => {
    const work = new WorkBudget()
    mendToUnicode(range('<0000> <FFFF> <0041>'.repeat(10)), work)
    expect(work.spent.operators).toBe(10 * 512 * 256)
    expect(() => mendToUnicode(range('<0000> <FFFF> <0041>'.repeat(1000)), work)).toThrow(WorkLimitExceeded)
  })

  it('loses characters that are none from a list, and keeps the others', () => {
    expect(mended(range('<0010> <0012> [<0041><0000><0042>]'))).toBe(
      '2 beginbfrange\n<0010> <0010> <0041>\n<0012> <0012> <0042>\nendbfrange',
    )
  })

  it('is divided at characters that are none, wherever a range reaches them', () => {
    expect(parseToUnicode(range('<01> <04> <FEFD>')).emptyRanges).toEqual([[3, 3]])
    expect(mended(range('<01> <04> <FEFD>'))).toBe(
      '2 beginbfrange\n<01> <02> <FEFD>\n<04> <04> <FF00>\nendbfrange',
    )
    expect(mended(range('<01> <03> <0041FFFD>'))).toBe(
      '2 beginbfrange\n<01> <01> <0041FFFD>\n<03> <03> <0041FFFF>\nendbfrange',
    )
    expect(mended(range('<00> <02> <0000>'))).toBe('1 beginbfrange\n<01> <02> <0001>\nendbfrange')
    expect(mended(range('<00> <02> <FEFF0041>'))).toBe('')
    expect(parseToUnicode(range('<00> <BE> <0041>')).emptyRanges).toEqual([])
  })

  const hostile: Record<string, (length: number) => string> = {
    'digits before a block': (length) => '1'.repeat(length),
    'blanks behind a number': (length) => `1${' '.repeat(length)}`,
    'blocks that do not end': (length) => '1 beginbfrange '.repeat(length / 15),
    'codes that do not end': (length) => `1 beginbfchar ${'<'.repeat(length)} endbfchar`,
    'lists that do not end': (length) => range('<00>'.repeat(length / 8) + '['.repeat(length / 2)),
    'whole ranges': (length) => range('<0000> <FFFF> <0041>'.repeat(length / 20)),
  }
  it.each(everyThirdOf(Object.entries(hostile)))(
    'is read within a second, a megabyte of %s too',
    (_, make) => {
      const map = make(2 ** 20)
      const before = process.threadCpuUsage()
      expect(codesOf(map).length).toBeLessThanOrEqual(0x10000)
      try {
        mended(map)
      } catch (error) {
        expect(error).toBeInstanceOf(WorkLimitExceeded)
      }
      const { user } = process.threadCpuUsage(before)
      expect(user / 1e6).toBeLessThan(1)
    },
  )
})
