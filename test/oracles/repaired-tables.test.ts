/** veraPDF judges what goCreditMode makes of wide tables, and the two cases that were once called PDF/UA-1 and were not. */
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOptimizer } from '../../scripts/optimizer.mjs'
import type { LaidOut } from '../../src/optimize/laid-out'
import { archive } from '../../src/pdf/pdfa/archive'
import { type ConformanceTarget, requirementsOf } from '../../src/pdf/pdfa/level'
import { violationsOf } from '../../src/pdf/pdfa/verify-conformance'
import { writePdf } from '../../src/pdf/write/write-pdf'
import { rasterise, standardFonts } from '../support/rasterise'
import { type Flavour, outFolder, save, veraPdf } from './tools'

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>Tables</title><style>table{border-collapse:collapse}td,th{padding:8px 12px;border:1px solid #999;white-space:nowrap}</style>${body}</html>`
const columns = Array.from({ length: 24 }, (_, at) => at)
const line = (tag: string, text: (column: number) => string) =>
  `<tr>${columns.map((column) => `<${tag}>${text(column)}</${tag}>`).join('')}</tr>`
const body = Array.from({ length: 8 }, (_, row) => line('td', (column) => `r${row}c${column} and&nbsp;words`))

const documents: Record<string, string> = {
  split: page(`<table><thead>${line('th', (column) => `Column ${column}`)}</thead>${body.join('')}</table>`),
  'split-under-a-title': page(`<table><tr><td colspan=24>Sales</td></tr>${body.join('')}</table>`),
  'split-between-spans': page(
    `<table><thead><tr><th rowspan=2>Station</th>${columns
      .slice(1, 12)
      .map((at) => `<th colspan=2>Day ${at}</th>`)
      .join(
        '',
      )}<th rowspan=2>Sum</th></tr><tr>${'<th>Low</th><th>High</th>'.repeat(11)}</tr></thead>${body.join('')}</table>`,
  ),
  'empty-cells': page(
    `<table><tr><th>Item</th><th></th></tr><tr><td></td><td>5</td></tr><tr><td>Total</td><td></td></tr></table>`,
  ),
  'link-to-nobody': page('<p>Write to <a href="mailto:">support@company.inc</a>.</p>'),
}
const targets: Record<string, { target: ConformanceTarget; flavours: Flavour[] }> = {
  ua: { target: { ua: true }, flavours: ['ua1'] },
  '2b': { target: { level: '2b' }, flavours: ['2b'] },
}

let optimizer: Awaited<ReturnType<typeof openOptimizer>>
beforeAll(async () => {
  optimizer = await openOptimizer()
})
afterAll(() => optimizer.close())

describe.each(Object.entries(targets))('as %s', (name, { target, flavours }) => {
  it('is what it claims to be, or claims nothing', async () => {
    const folder = outFolder(`repaired-tables-${name}`)
    const claimed: string[] = []
    const withheld: string[] = []
    for (const [document, html] of Object.entries(documents)) {
      const options = { tagged: target.ua === true }
      const { pdf, optimized } = await optimizer.print(html, options, true, ({ callInPage }: LaidOut) =>
        callInPage('fillEmptyCells'),
      )
      if (document.startsWith('split')) expect(optimized?.report.left.wide_table).toBeUndefined()
      const doc = await PDFDocument.load(pdf, { updateMetadata: false })
      await archive(doc, target, { rasterise, standardFonts, now: new Date('2026-11-21T10:00:00Z') })
      const finished = writePdf(doc.context, requirementsOf(target.level, target.ua))
      const violations = await violationsOf(finished, target)
      if (violations.length > 0) withheld.push(`${document}: ${violations.map(({ rule }) => rule)}`)
      else claimed.push(save(folder, `${document}.pdf`, finished))
    }
    expect(withheld).toEqual([])
    for (const flavour of flavours) {
      const verdicts = await veraPdf(claimed, flavour)
      expect(verdicts.filter(({ compliant }) => !compliant)).toEqual([])
    }
  })
})
