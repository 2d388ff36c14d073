import { PDFDocument } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { archive } from '../../src/pdf/pdfa/archive'
import { createStandardFonts } from '../../src/pdf/pdfa/fonts/standard-programs'
import { type ConformanceTarget, requirementsOf } from '../../src/pdf/pdfa/level'
import { createRasterizer } from '../../src/pdf/pdfa/raster'
import { engines } from '../../src/pdf/pdfa/raster-engines'
import { verifyConformance } from '../../src/pdf/pdfa/verify-conformance'
import emoji from '../fixtures/pdf/emoji-tagged.pdf?inline'
import links from '../fixtures/pdf/links-tagged.pdf?inline'
import shadow from '../fixtures/pdf/shadow-tagged.pdf?inline'
import { everyThirdOf } from '../support/runs'

const tools = {
  rasterise: createRasterizer(engines),
  standardFonts: createStandardFonts(engines.pdfium),
  now: new Date('2026-11-21T10:00:00Z'),
}

async function convert(source: string, target: ConformanceTarget) {
  const raw = await (await fetch(source)).arrayBuffer()
  const doc = await PDFDocument.load(raw, { updateMetadata: false })
  const archived = await archive(doc, target, tools)
  const bytes = await doc.save({ useObjectStreams: requirementsOf(target.level, target.ua).objectStreams })
  return { archived, bytes, rules: await verifyConformance(bytes, target) }
}

describe.each(everyThirdOf(['1a', '1b', '2b', '3b'] as const))('PDF/A-%s inside workerd', (level) => {
  it.each(Object.entries({ emoji, links, shadow }))(
    'makes %s conform to every rule of ours',
    async (_, source) => {
      const { archived, rules } = await convert(source, { level })
      expect(rules).toBe(archived.checks)
      expect(rules).toBeGreaterThan(20)
    },
  )

  it('flattens the page with shadows for part 1, and no page for the others', async () => {
    const { archived } = await convert(shadow, { level })
    expect(archived.flattenedPages).toEqual(level.startsWith('1') ? [1] : [])
  })
})

it('makes PDF/UA-1 alone and together with PDF/A inside workerd', async () => {
  for (const level of [undefined, '1a', '3b'] as const) {
    const { archived } = await convert(links, { level, ua: true })
    expect(archived.ua).toBe(true)
  }
})
