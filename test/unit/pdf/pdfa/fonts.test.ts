/** Font programs and fonts made to take more work than their size says. */
import { PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { parseCff } from '../../../../src/pdf/pdfa/fonts/cff'
import { glyphFinder } from '../../../../src/pdf/pdfa/fonts/glyph-finder'
import { shownText } from '../../../../src/pdf/pdfa/fonts/shown-codes'
import { isEncryptedInDigits, parseType1 } from '../../../../src/pdf/pdfa/fonts/type1'
import type { Level } from '../../../../src/pdf/pdfa/level'
import { setPageContent } from '../../../../src/pdf/pdfa/objects'
import { violationsOf } from '../../../../src/pdf/pdfa/verify-conformance'
import { MAX_WORK, WorkBudget, WorkLimitExceeded } from '../../../../src/pdf/work-budget'
import { cpuMs } from '../../../support/cpu-time'
import { tableOfA, trueType } from '../../../support/true-type'

const MAX = 65_535

/** So many items of the same bytes. */
function index(count: number, item: Buffer = Buffer.alloc(0)): Buffer {
  if (count === 0) return Buffer.alloc(2)
  const offsets = Buffer.alloc(4 * (count + 1))
  for (let at = 0; at <= count; at++) offsets.writeUInt32BE(1 + at * item.length, 4 * at)
  const head = Buffer.from([count >> 8, count & 255, 4])
  return Buffer.concat([head, offsets, ...Array<Buffer>(count).fill(item)])
}

/** An entry of a dictionary: operands in five bytes each, and the operator. */
function entry(operator: number[], ...operands: number[]): Buffer {
  const numbers = operands.map((value) => {
    const bytes = Buffer.from([29, 0, 0, 0, 0])
    bytes.writeInt32BE(value, 1)
    return bytes
  })
  return Buffer.concat([...numbers, Buffer.from(operator)])
}

type Cid = { glyphs: number; charstring?: Buffer; fonts: number; subrs: number }

/** A CID program whose fonts share a private dictionary. */
function cidProgram({ glyphs, charstring, fonts, subrs }: Cid): Uint8Array {
  const head = Buffer.concat([Buffer.from([1, 0, 4, 1]), index(1, Buffer.from('A'))])
  const topOf = (charstrings: number, dicts: number, select: number) =>
    index(
      1,
      Buffer.concat([
        entry([12, 30], 0, 0, 0),
        entry([17], charstrings),
        entry([12, 36], dicts),
        entry([12, 37], select),
      ]),
    )
  const start = head.length + topOf(0, 0, 0).length + 4
  const privateDict = entry([19], 6)
  const locals = index(subrs)
  const privates = Buffer.concat([privateDict, locals])
  const charstrings = index(glyphs, charstring)
  const dicts = index(fonts, entry([18], privateDict.length, start))
  const select = Buffer.from([3, 0, 1, 0, 0, 0, 255, 255])
  const at = start + privates.length
  const top = topOf(at, at + charstrings.length, at + charstrings.length + dicts.length)
  return new Uint8Array(Buffer.concat([head, top, index(0), index(0), privates, charstrings, dicts, select]))
}

/** The milliseconds that reading a program takes, the least of three. */
const parseMs = (bytes: Uint8Array) =>
  Math.min(...[1, 2, 3].map(() => cpuMs(() => parseCff(bytes, new WorkBudget()))))

function nearlySpent(left: number): WorkBudget {
  const work = new WorkBudget()
  work.charge('operators', MAX_WORK.operators - left)
  return work
}

describe('a compact font', () => {
  const plain = cidProgram({ glyphs: MAX, fonts: 1, subrs: 0 })

  it('is read, width and all', () => {
    const program = parseCff(
      cidProgram({ glyphs: 3, charstring: Buffer.from([139 + 100, 14]), fonts: 1, subrs: 1 }),
      new WorkBudget(),
    )
    expect(program?.glyphs).toBe(3)
    expect(program?.glyphOfCid?.(2)).toBe(2)
    expect(program?.widthOf(2)).toBeCloseTo(100)
  })

  it('whose fonts share many subroutines takes no more than one without', () => {
    const hostile = cidProgram({ glyphs: MAX, fonts: 2_000, subrs: MAX })
    expect(parseMs(hostile)).toBeLessThan(3 * parseMs(plain) + 1_000)
  })

  it('pays for each step towards a width', () => {
    const charstring = Buffer.alloc(9_000, 139)
    const bytes = cidProgram({ glyphs: 9, charstring, fonts: 1, subrs: 0 })
    const program = parseCff(bytes, nearlySpent(10_000))
    const judgeAll = () => {
      for (let glyph = 0; glyph < 9; glyph++) program?.widthOf(glyph)
    }
    expect(judgeAll).toThrow(WorkLimitExceeded)
  })
})

describe('a Type 1 font', () => {
  /** The inverse of what readers do (Adobe Type 1 Font Format, 7.1). */
  function encrypted(plain: Uint8Array, key: number): Buffer {
    let state = key
    return Buffer.from(
      plain.map((byte) => {
        const hidden = byte ^ (state >> 8)
        state = ((hidden + state) * 52_845 + 22_719) & 0xffff
        return hidden
      }),
    )
  }
  const charstring = encrypted(Buffer.concat([Buffer.alloc(4), Buffer.alloc(9_000, 139)]), 4330)
  const glyph = Buffer.concat([Buffer.from(`/a ${charstring.length} RD `), charstring, Buffer.from(' ND\n')])
  const hidden = encrypted(Buffer.concat([Buffer.from('0000/CharStrings 1 begin '), glyph]), 55_665)
  const bytes = new Uint8Array(Buffer.concat([Buffer.from('%!PS eexec '), hidden]))

  it('pays for each step towards a width', () => {
    const program = parseType1(bytes, nearlySpent(10_000))
    expect(program?.glyphNamed?.('a')).toBe(1)
    const judgeOften = () => {
      for (let time = 0; time < 20; time++) program?.widthOf(1)
    }
    expect(judgeOften).toThrow(WorkLimitExceeded)
  })

  it('tells whether its encrypted part is in digits, which PDF does not take', () => {
    const inDigits = Buffer.from(`%!PS eexec\n${hidden.toString('hex')}`)
    expect([bytes, inDigits].map(isEncryptedInDigits)).toEqual([false, true])
    expect(parseType1(inDigits, new WorkBudget())?.glyphs).toBe(2)
  })

  it('in segments is put together without a list of its bytes', () => {
    const head = Buffer.from([0x80, 1, 0, 0, 0, 0])
    head.writeUInt32LE(bytes.length, 2)
    expect(parseType1(Buffer.concat([head, bytes]), new WorkBudget())?.glyphs).toBe(2)
    const large = Buffer.alloc(16 * 2 ** 20, 32)
    head.writeUInt32LE(large.length, 2)
    const segments = Buffer.concat([head, large])
    const least = (file: Uint8Array) =>
      Math.min(...[1, 2, 3].map(() => cpuMs(() => parseType1(file, new WorkBudget()))))
    expect(least(segments)).toBeLessThan(3 * least(large) + 50)
  })
})

it('a font of shapes finds each by its name', async () => {
  const { context } = await PDFDocument.create()
  const CharProcs = context.obj({})
  const shape = context.register(context.stream('500 0 d0'))
  for (let at = 0; at < 20_000; at++) CharProcs.set(PDFName.of(`g${at}`), shape)
  const Encoding = { Differences: [0, ...Array.from({ length: 256 }, (_, at) => `g${19_999 - at}`)] }
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type3',
    CharProcs,
    Encoding,
    FirstChar: 0,
    Widths: [500],
  })
  const ms = cpuMs(() => {
    const find = glyphFinder(font)
    expect(find?.(0)).toEqual({ isPresent: true, own: [500], said: 500 })
    for (let code = 1; code < 256; code++) find?.(code)
  })
  expect(ms).toBeLessThan(3_000)
})

it('codes are paid for, however many an operator shows', async () => {
  const { context } = await PDFDocument.create()
  const codes = Array.from({ length: 65_536 }, (_, code) => code.toString(16).padStart(4, '0')).join('')
  const resources = context.obj({ Font: { F: { Type: 'Font', Subtype: 'Type0' } } })
  const work = new WorkBudget()
  const content = {
    kind: 'page' as const,
    page: 0,
    resources,
    borrowsResources: false,
    lacksResources: false,
    work,
    read: () => '',
    replace: () => undefined,
  }
  const { fonts } = await shownText([{ content, text: `/F 9 Tf <${codes}> Tj` }])
  expect([...fonts.values()][0]?.visible.size).toBe(65_536)
  expect(work.spent.operators).toBeGreaterThan(65_536)
})

it.each([
  [6, []],
  [12, ['The font F has a table of characters of a kind that not all readers know.']],
] as const)('a simple font finds its glyphs in a table of format %s', async (format, told) => {
  const told2b = await toldOfTrueType({ cmap: tableOfA(format), Encoding: 'WinAnsiEncoding' }, '2b')
  expect(told2b).toEqual(told)
})

it.each(['1b', '2b'] as const)(
  'a font of invisible text names its encoding, as %s wants it',
  async (level) => {
    const font = { cmap: tableOfA(6), Encoding: undefined }
    expect(await toldOfTrueType(font, level, '3 Tr ')).toEqual(['The font F names no encoding.'])
  },
)

type Shown = { cmap: Uint8Array; Encoding: string | undefined }

/** What is told of a font that shows the letter A. */
async function toldOfTrueType({ cmap, Encoding }: Shown, level: Level, mode = '') {
  const doc = await PDFDocument.create()
  const { context } = doc
  const program = trueType({ glyphs: 2, drawing: 4, placeOf: () => 0, isLong: true, cmap })
  const FontDescriptor = {
    Type: 'FontDescriptor',
    Flags: 32,
    FontFile2: context.register(context.stream(program)),
  }
  const entries = { Type: 'Font', Subtype: 'TrueType', BaseFont: 'F', ...(Encoding && { Encoding }) }
  const F = { ...entries, FontDescriptor, FirstChar: 65, LastChar: 65, Widths: [0] }
  const page = doc.addPage()
  page.node.set(PDFName.of('Resources'), context.obj({ Font: { F } }))
  setPageContent(page, `BT ${mode}/F 9 Tf (A) Tj ET`)
  const found = await violationsOf(await doc.save(), { level })
  return found.map(({ message }) => message).filter((message) => message.startsWith('The font'))
}
