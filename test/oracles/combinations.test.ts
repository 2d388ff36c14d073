import path from 'node:path'
import type { PDFOptions } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareFacturX } from '../../src/e-invoice/facturx'
import type { Finished } from '../../src/pdf/finish-pdf'
import type { FinishPlan } from '../../src/pdf/finish-plan'
import type { Level } from '../../src/pdf/pdfa/level'
import { watermarkHtml, watermarkOf } from '../../src/pdf/stamp/watermark'
import { services } from '../fixtures/invoices'
import { finishWith } from '../support/finishing'
import { pairwise, type Row } from '../support/pairwise'
import { sample } from '../support/samples'
import { type Inspection, inspectAll } from './inspect'
import { mustang } from './mustang'
import { openPrinter, type Printer } from './print'
import { outFolder, pdfToPixels, pdfToPng, pdfToText, qpdfCheck, save, veraPdf } from './tools'

const folder = outFolder('combinations')
let printer: Printer
beforeAll(async () => {
  printer = await openPrinter()
})
afterAll(() => printer.close())

const parameters = {
  level: [undefined, '1a', '1b', '2b', '3b'],
  ua: [false, true],
  facturX: ['none', 'prepared', 'invoice'],
  document: ['links', 'shadow', 'invoice'],
  attachments: [0, 2],
  watermark: [false, true],
  testStamp: [false, true],
  embed: [0, 2],
  properties: [false, true],
  compress: [false, true],
  password: [false, true],
} as const
type Combination = Row<typeof parameters>

/** What docs/decisions/answers.md forbids, and what is forced (`factur_x` is 3b); a row may be incomplete. */
function allowed(row: Partial<Combination>): boolean {
  const { level, facturX = 'none', embed, password } = row
  if (password && (level || facturX !== 'none')) return false
  if (embed && (level === '1a' || level === '1b' || level === '2b')) return false
  return facturX === 'none' || !('level' in row) || level === '3b'
}

const combinations = pairwise(parameters, allowed)

const title = (row: Combination) =>
  Object.entries(row)
    .filter(([, value]) => value && value !== 'none')
    .map(([name, value]) => (value === true ? name : `${name} ${value}`))
    .join(', ')

const prints = new Map<string, Promise<Uint8Array>>()

/** What the printer makes of it; each document is printed once. A copy, since finishing may change what it gets. */
async function printed(html: string, options: PDFOptions = {}): Promise<Uint8Array> {
  const key = JSON.stringify([html, options])
  const print = prints.get(key) ?? printer.print(html, options)
  prints.set(key, print)
  return (await print).slice()
}

async function planOf(row: Combination): Promise<Partial<FinishPlan>> {
  const text = watermarkOf('Entwurf Черновик Πρόχειρο')
  const conform = row.level || row.ua ? { level: row.level as Level | undefined, ua: row.ua } : undefined
  const prepared = {
    none: undefined,
    prepared: prepareFacturX({}),
    invoice: prepareFacturX({ invoice: services }),
  }
  return {
    attachments: await Promise.all(
      Array.from({ length: row.attachments }, async (_, index) => ({
        name: `links ${index + 1}.pdf`,
        pointer: `/options/attachments/${index}`,
        bytes: await printed(sample('links'), { tagged: true, outline: true }),
      })),
    ),
    watermark: row.watermark ? { ...text, page: await printed(watermarkHtml(text)) } : undefined,
    testStamp: row.testStamp,
    embed: Array.from({ length: row.embed }, () => ({
      pointer: '',
      name: 'liste.csv',
      type: 'text/csv',
      bytes: new TextEncoder().encode('a;b\n'),
    })),
    facturX: prepared[row.facturX],
    conform,
    properties: row.properties ? { author: 'Zoë', subject: 'Everything at once', lang: 'en-GB' } : {},
    compress: row.compress,
    encryption: row.password ? { userPassword: 'u' } : undefined,
  }
}

/** Share of the first page's samples that differ visibly; a flattened page is softer at its edges. */
function unlike(raw: string, file: string): number {
  const [a, b] = [pdfToPixels(raw, 1, 50), pdfToPixels(file, 1, 50)]
  expect([b.width, b.height]).toEqual([a.width, a.height])
  const different = a.data.filter((value, at) => Math.abs(value - (b.data[at] ?? 0)) > 48)
  return different.length / a.data.length
}

describe(`every two options together, in ${combinations.length} combinations`, () => {
  const finished: { row: Combination; file: string; raw: string; result: Finished }[] = []

  it('meet every pair that is allowed', () => {
    expect(combinations.every(allowed)).toBe(true)
    expect(combinations.length).toBeGreaterThan(15)
  })

  for (const [index, row] of combinations.entries()) {
    it(`finish: ${title(row)}`, async () => {
      const bytes = await printed(sample(row.document), { tagged: row.ua || row.level === '1a' })
      const raw = save(folder, `${index}.raw.pdf`, bytes)
      const result = await finishWith(bytes, await planOf(row))
      const file = save(folder, `${index}.pdf`, result.bytes)
      finished.push({ row, file, raw, result })

      const password = row.password ? 'u' : ''
      expect(qpdfCheck(file, password)).toMatchObject({ ok: true })
      const [read, before] = inspectAll([file, raw], password) as [Inspection, Inspection]
      expect(read.pages).toBe(result.pages)
      expect(read.links).toBeGreaterThanOrEqual(before.links)
      expect(Object.keys(read.files).length).toBe(row.embed + (row.facturX === 'invoice' ? 1 : 0))
      const words = (path: string, open = '') => pdfToText(path, open).split(/\s+/).filter(Boolean)
      const kept = new Set(words(file, password))
      expect(words(raw).filter((word) => !kept.has(word))).toEqual([])
      if (!row.watermark && !row.testStamp && !row.password) expect(unlike(raw, file)).toBeLessThan(0.01)
      if (row.properties) {
        expect(read.lang).toBe('en-GB')
        expect(read.info['/Author']).toBe('Zoë')
        expect(JSON.stringify(read.xmp)).toContain('Everything at once')
      }
    })
  }

  for (const flavour of ['1a', '1b', '2b', '3b', 'ua1'] as const) {
    it.concurrent(`conform to ${flavour} as veraPDF sees it`, async ({ expect }) => {
      const claimed = finished.filter(({ row }) => (flavour === 'ua1' ? row.ua : row.level === flavour))
      expect(claimed.length).toBeGreaterThan(0)
      const judged = [false, true].map(async (locked) => {
        const part = claimed.filter(({ row }) => row.password === locked)
        const files = part.map(({ file }) => file)
        const verdicts = await veraPdf(files, flavour, locked ? 'u' : '')
        return verdicts.map((verdict, index) => ({
          ...verdict,
          title: title(part[index]?.row as Combination),
        }))
      })
      const verdicts = (await Promise.all(judged)).flat()
      expect(verdicts.filter(({ compliant }) => !compliant)).toEqual([])
    })
  }

  it.concurrent('carry an invoice that Mustang accepts', async ({ expect }) => {
    const carrying = finished.filter(({ row }) => row.facturX === 'invoice')
    const files = new Map(carrying.map(({ file, result }) => [path.basename(file), result.bytes]))
    const verdicts = await mustang(outFolder('combinations-invoices'), files)
    expect(verdicts.size).toBeGreaterThan(1)
    for (const [file, { valid, rules }] of verdicts) expect(valid, `${file} breaks ${rules}`).toBe(true)
  })

  it('can be looked at', () => {
    const images = finished.flatMap(({ file, row }) =>
      pdfToPng(file, { dpi: 30, password: row.password ? 'u' : '' }),
    )
    expect(images.length).toBe(finished.reduce((sum, { result }) => sum + result.pages, 0))
  })
})
