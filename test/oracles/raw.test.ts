import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPrinter, type Printer } from './print'
import { outFolder, pdfToPng, pdfToText, python, qpdfCheck, save, veraPdf } from './tools'

const folder = outFolder('raw')
let printer: Printer
beforeAll(async () => {
  printer = await openPrinter()
})
afterAll(() => printer.close())

it('judges what the browser prints: sound and readable, but no PDF/A before it is finished', async () => {
  const html =
    '<!doctype html><title>Control</title><p>A page of text</p><p style="page-break-before:always">Two</p>'
  const file = save(folder, 'control.pdf', await printer.print(html))
  expect(qpdfCheck(file).ok).toBe(true)
  expect(pdfToText(file)).toContain('A page of text')
  expect(pdfToPng(file)).toHaveLength(2)
  expect(python('import sys, pikepdf; print(len(pikepdf.open(sys.argv[1]).pages))', file).trim()).toBe('2')
  const [verdict] = await veraPdf([file], '2b')
  expect(verdict?.compliant).toBe(false)
  expect(verdict?.failures.map((failure) => failure.clause)).toContain('6.6.2.1')
})
