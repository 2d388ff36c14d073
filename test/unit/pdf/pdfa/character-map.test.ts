import { PDFDict, PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { cidFinder, judgeCharacterMap } from '../../../../src/pdf/pdfa/fonts/character-map'

const JAPAN = { Registry: '(Adobe)', Ordering: '(Japan1)', Supplement: 2 }
const MAP = `/WMode 0 def 1 begincodespacerange <0000> <ffff> endcodespacerange
  1 begincidrange <0100> <01ff> 7 endcidrange 1 begincidchar <0203> 1000 endcidchar`

type Init = { program?: string; entries?: object; map?: object; font?: object; encoding?: string }

/** A composite font whose map says what `program` does, and has `entries`. */
async function fontWith({ program = MAP, entries = {}, map = JAPAN, font = JAPAN, encoding }: Init) {
  const { context } = await PDFDocument.create()
  const system = (values: object) => {
    const { Registry, Ordering, Supplement } = { ...JAPAN, ...values }
    const text = (value: string) => PDFString.of(value.slice(1, -1))
    return { Registry: text(Registry), Ordering: text(Ordering), Supplement }
  }
  const stream = context.flateStream(program, { CIDSystemInfo: system(map), ...entries })
  const descendant = context.obj({ Type: 'Font', CIDSystemInfo: system(font) })
  const dict = context.obj({ Subtype: 'Type0', DescendantFonts: [descendant] })
  if (!(dict instanceof PDFDict)) throw new Error('not a dictionary')
  const value = encoding === undefined ? context.register(stream) : PDFName.of(encoding)
  dict.set(PDFName.of('Encoding'), value)
  return dict
}

describe('an embedded character map', () => {
  it('leads from codes to CIDs, and from all others to none', async () => {
    const cidOf = cidFinder(await fontWith({}))
    expect([0x0100, 0x01ff, 0x0203, 0x0204].map((code) => cidOf?.(code))).toEqual([7, 262, 1000, 0])
  })

  it.each<[string, Init, string]>([
    [
      'refers to one that is not embedded',
      { entries: { UseCMap: 'My-H' } },
      'refers to one that is not embedded',
    ],
    ['refers to one within', { program: `/My-H usecmap ${MAP}` }, 'refers to one that is not embedded'],
    ['is written down', { entries: { WMode: 1 } }, 'another direction'],
    ['has large CIDs', { program: `${MAP} 1 begincidchar <0001> 70000 endcidchar` }, 'above 65,535'],
    ['is of Korea', { map: { Ordering: '(Korea1)' } }, 'another collection'],
    ['is older than the font', { font: { Supplement: 3 } }, 'another collection'],
    ['is only named', { encoding: 'Own-H' }, 'not embedded'],
  ])('that does not fit is told: %s', async (_, init, problem) => {
    const verdict = judgeCharacterMap(await fontWith(init), [0x0100], 2)
    expect(verdict).toEqual({ problem: expect.stringContaining(problem) })
  })

  it.each<[string, Init, number[], 'fits' | 'unjudged']>([
    ['what it says itself', { entries: { UseCMap: 'H' } }, [0x0100], 'fits'],
    ['what only the map says that it begins with', { entries: { UseCMap: 'H' } }, [0x3000], 'unjudged'],
    [
      'codes of other lengths',
      { program: `1 begincodespacerange <00> <80> endcodespacerange ${MAP}` },
      [1],
      'unjudged',
    ],
    ['a map of the standard, by its name', { encoding: 'UniGB-UCS2-H' }, [1], 'unjudged'],
    ['an older font', { font: { Supplement: 1 } }, [0x0100], 'fits'],
  ])('is judged as far as it is known: %s', async (_, init, codes, verdict) => {
    expect(judgeCharacterMap(await fontWith(init), codes, 2)).toBe(verdict)
  })

  it('is asked for by PDF/A-1, which does not ask for supplements', async () => {
    const named = judgeCharacterMap(await fontWith({ encoding: 'UniGB-UCS2-H' }), [1], 1)
    expect(named).toEqual({ problem: 'has a character map that is not embedded' })
    expect(judgeCharacterMap(await fontWith({ font: { Supplement: 3 } }), [0x0100], 1)).toBe('fits')
    const using = judgeCharacterMap(await fontWith({ entries: { UseCMap: 'H' } }), [0x0100], 1)
    expect(using).toEqual({ problem: 'has a character map that refers to one that is not embedded' })
  })
})
