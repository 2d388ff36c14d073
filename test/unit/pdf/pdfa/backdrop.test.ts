import { type PDFDict, PDFDocument } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import type { ResolvedAlpha } from '../../../../src/pdf/pdfa/backdrop'
import { readSteps } from '../../../../src/pdf/pdfa/find-blending'
import type { Box } from '../../../../src/pdf/pdfa/geometry'
import { Transparency } from '../../../../src/pdf/pdfa/transparency'

/** What painting this content on a page of 100 by 100 points takes once alphas are gone. */
async function painted(content: string) {
  const { context } = await PDFDocument.create()
  const resources = context.obj({
    ExtGState: {
      Solid: { ca: 1, CA: 1 },
      Half: { ca: 0.5, CA: 0.5 },
      None: { ca: 0 },
      Multiply: { BM: 'Multiply', ca: 0.5 },
    },
    Font: {
      F1: { Type: 'Font', Subtype: 'TrueType', FirstChar: 65, Widths: [1000] },
    },
  }) as PDFDict
  const all: ResolvedAlpha[] = []
  const page = { content, resources, media: [0, 0, 100, 100] as Box }
  await readSteps(page, new Transparency(), (step) => {
    all.push(step)
  })
  return all
    .filter(({ box }) => box)
    .map(({ blends, recolor, isInvisible }) =>
      isInvisible ? 'nothing' : blends ? 'blends' : (recolor?.with ?? 'as it is'),
    )
}

describe('an alpha', () => {
  it('over paper is a paler colour', async () => {
    expect(await painted('1 0 0 rg /Half gs 10 10 20 20 re f')).toEqual(['1 0.5 0.5 rg'])
    expect(await painted('0 G /Half gs 10 10 m 20 10 l S')).toEqual(['0.5 0.5 0.5 RG'])
  })

  it('over a rectangle of one colour is mixed with it, also a second time', async () => {
    const content = '0 0 1 rg 0 0 50 50 re f /Half gs 1 0 0 rg 10 10 20 20 re f 0 g 12 12 5 5 re f'
    expect(await painted(content)).toEqual(['as it is', '0.5 0 0.5 rg', '0.25 0 0.25 rg'])
  })

  it('over the edge of something, or over what is not one colour, still blends', async () => {
    const below = '0 0 1 rg 0 0 50 50 re f'
    expect(await painted(`${below} /Half gs 40 40 20 20 re f`)).toEqual(['as it is', 'blends'])
    expect(await painted('0 0 m 90 0 l 0 90 l f /Half gs 5 5 9 9 re f')).toEqual(['as it is', 'blends'])
    expect(await painted('0 0 m 9 90 l 90 9 l W n 0 0 99 99 re f /Half gs 5 5 9 9 re f')).toEqual([
      'as it is',
      'blends',
    ])
  })

  it('of zero shows nothing', async () => {
    expect(await painted('/None gs 5 5 9 9 re f')).toEqual(['nothing'])
  })

  it('with a blend mode still blends', async () => {
    expect(await painted('/Multiply gs 5 5 9 9 re f')).toEqual(['blends'])
  })

  it('of text is settled by where its glyphs stand, other text left aside', async () => {
    const text = 'BT /F1 10 Tf /Half gs 1 0 0 1 10 20 Tm <41> Tj <4141> Tj ET'
    expect(await painted(text)).toEqual(['0.5 0.5 0.5 rg', '0.5 0.5 0.5 rg'])
    expect(await painted(`0 0 1 rg 8 18 14 12 re f 0 g ${text}`)).toEqual([
      'as it is',
      '0 0 0.5 rg',
      'blends',
    ])
  })
})
