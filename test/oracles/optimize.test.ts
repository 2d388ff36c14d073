/** goCreditMode judged by poppler: no word is lost on paper, and pages and boxes are where the audit told. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { misplaced, textsBeforePrint } from '../../scripts/corpus/boxes.mjs'
import { solid } from '../../scripts/corpus/measure.mjs'
import { openOptimizer } from '../../scripts/optimizer.mjs'
import { share } from '../fuzz/effort'
import { pdfToText } from './tools'

const corpus = path.join(import.meta.dirname, '../fixtures/print')
const expected = JSON.parse(fs.readFileSync(path.join(corpus, 'expected.json'), 'utf8'))
/** `test/exhaustive/corpus.test.ts` has all of them, but for what poppler reads. */
const bad = share(fs.readdirSync(path.join(corpus, 'bad')), 40)
/** Texts of one document: known of the last row of a page, which the audit may expect on the next. */
const MAX_MISPLACED = 3
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-optimize-'))

let optimizer: Awaited<ReturnType<typeof openOptimizer>>
beforeAll(async () => {
  optimizer = await openOptimizer()
})
afterAll(async () => {
  await optimizer.close()
  fs.rmSync(folder, { recursive: true })
})

/** The pages of a file as text. */
function pagesOf(name: string, pdf: Buffer): string[] {
  const file = path.join(folder, name)
  fs.writeFileSync(file, pdf)
  return pdfToText(file).split('\f').slice(0, -1)
}

function wordsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.normalize('NFKC').split(/\s+/).filter(Boolean)) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/**
 * Words of which paper has fewer than before, and fewer than the document has: what a bar or a table's head said once
 * more on every page counts once. A word that goes on in the next line is still there; poppler takes a hyphen at the
 * end of a line for one that it may leave out.
 */
function lostWords(document: string, before: string, after: string): string[] {
  const inDocument = wordsOf(document)
  const plain = (text: string) => text.replace(/[\s-]+/g, '')
  const solid = plain(after.normalize('NFKC'))
  return [...wordsOf(before)].flatMap(([word, count]) => {
    const wanted = Math.min(count, inDocument.get(word) ?? 0)
    const found = solid.split(plain(word)).length - 1
    return found < wanted ? [`${word}: ${wanted} > ${found}`] : []
  })
}

describe('after its repair a bad page', () => {
  const told = textsBeforePrint()

  it.concurrent.each(bad)('%s has every word that it had, on the pages that were told', async (name) => {
    const html = fs.readFileSync(path.join(corpus, 'bad', name), 'utf8')
    const { options = {} } = expected[name]
    const before = await optimizer.print(html, options, false, told)
    const after = await optimizer.print(html, options, true, told)
    const [plain, better] = [
      pagesOf(`before-${name}.pdf`, before.pdf),
      pagesOf(`after-${name}.pdf`, after.pdf),
    ]
    expect(lostWords(before.text, plain.join(' '), better.join(' '))).toEqual([])
    expect(after.optimized?.report.pages).toEqual({ before: plain.length, after: better.length })
    for (const [print, pages] of [[before, plain] as const, [after, better] as const])
      expect(misplaced(print.told, pages.map(solid)).length).toBeLessThanOrEqual(MAX_MISPLACED)
  })
})
