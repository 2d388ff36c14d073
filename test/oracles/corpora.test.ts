/**
 * A sample of `npm run corpora`: the PDFs that ten packages bring for their own tests, appended and finished, and
 * judged by poppler, qpdf and veraPDF.
 */
import fs from 'node:fs'
import path from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../src/errors'
import { subsetFonts } from '../../src/pdf/compress/subset-fonts'
import type { FinishPlan } from '../../src/pdf/finish-plan'
import { finishWith } from '../support/finishing'
import { blankPdf } from '../support/pdfs'
import { corpusFiles, outFolder, pdfPages, pdfToPixels, pdfToText, qpdfCheck, save, veraPdf } from './tools'

const folder = outFolder('corpora')
const files = corpusFiles()
const raw = await blankPdf([[200, 200]])

type Outcome = { input: string; file?: string; pages: number }

/** Appends each file to a blank page and finishes it; without `file` it was refused, which a fault of ours never is. */
async function finishAll(inputs: string[], name: string, plan: Partial<FinishPlan>): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [index, input] of inputs.entries()) {
    const bytes = new Uint8Array(fs.readFileSync(input))
    const attachments = [{ name: path.basename(input), pointer: '/options/attachments/0', bytes }]
    try {
      const made = await finishWith(raw, { attachments, ...plan })
      outcomes.push({ input, file: save(folder, `${name}-${index}.pdf`, made.bytes), pages: made.pages })
    } catch (error) {
      if (!(error instanceof Problem)) throw new Error(`${input}: ${error}`, { cause: error })
      outcomes.push({ input, pages: 0 })
    }
  }
  return outcomes
}

/** The words of a file in their order; undefined if poppler cannot read it. */
function wordsOf(file: string): string | undefined {
  try {
    return pdfToText(file).split(/\s+/).filter(Boolean).join(' ')
  } catch {
    return undefined
  }
}

/** Pages of one file that are compared. */
const MAX_PAGES = 3

/** A file before and after nothing but its fonts was made smaller; undefined if none was, or it cannot be read. */
async function subsetAlone(bytes: Uint8Array): Promise<Record<'whole' | 'subset', Uint8Array> | undefined> {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    const whole = await document.save()
    const before = new Map(document.context.enumerateIndirectObjects())
    await subsetFonts(document)
    const objects = document.context.enumerateIndirectObjects()
    if (objects.every(([ref, object]) => before.get(ref) === object)) return undefined
    return { whole, subset: await document.save() }
  } catch {
    return undefined
  }
}

describe('PDFs of other projects', () => {
  it('are enough to say something', () => {
    expect(files.length).toBeGreaterThanOrEqual(300)
  })

  it('keep their words, pages and structure when they are appended, and are refused only if they are broken', async () => {
    const outcomes = await finishAll(files, 'merged', {})
    const faults = outcomes.flatMap(({ input, file, pages }) => {
      const words = wordsOf(input)
      const isRead = words !== undefined && qpdfCheck(input).ok
      const sizes = isRead ? pdfPages(input) : []
      const isSound = sizes.length > 0
      if (!file) return isSound ? [`refused: ${input}`] : []
      const [, ...made] = pdfPages(file)
      return [
        words !== undefined && words !== wordsOf(file) ? `words differ: ${input}` : '',
        made.length !== pages - 1 ? `pages are missing: ${input}` : '',
        isSound && JSON.stringify(made) !== JSON.stringify(sizes) ? `sizes differ: ${input}` : '',
        isSound && !qpdfCheck(file).ok ? `qpdf complains: ${input}` : '',
      ].filter(Boolean)
    })
    expect(faults).toEqual([])
  })

  it('look the same when their fonts lose the glyphs that are not shown', async () => {
    const different: string[] = []
    let smaller = 0
    for (const [index, input] of files.entries()) {
      // Every second file, so that it takes as long as the others.
      if (index % 2 === 1) continue
      const made = await subsetAlone(new Uint8Array(fs.readFileSync(input)))
      if (!made) continue
      smaller++
      const [before, after] = ['whole', 'subset'].map((kind) => `fonts-${kind}-${index}.pdf`)
      const [was, is] = [save(folder, before ?? '', made.whole), save(folder, after ?? '', made.subset)]
      for (let page = 1; page <= Math.min(pdfPages(was).length, MAX_PAGES); page++)
        if (!pdfToPixels(is, page).data.equals(pdfToPixels(was, page).data))
          different.push(`page ${page}: ${input}`)
    }
    expect(different).toEqual([])
    expect(smaller).toBeGreaterThan(2)
  })

  it.each([
    // Pages that blend are rendered for part 1: half as many files take as long.
    { level: '1b', step: 10, first: 2, compress: false },
    { level: '2b', step: 5, first: 1, compress: true },
  ] as const)(
    'conform to PDF/A-$level if they are sold as that',
    async ({ level, step, first, compress }) => {
      const some = files.filter((_, index) => index % step === first)
      const outcomes = await finishAll(some, level, { conform: { level }, compress })
      const made = outcomes.flatMap(({ file }) => file ?? [])
      expect(made.length).toBeGreaterThan(some.length / 3)
      const broken = (await veraPdf(made, level)).filter(({ compliant }) => !compliant)
      const inputOf = (file: string) => outcomes.find((one) => one.file?.endsWith(`/${file}`))?.input
      expect(broken.map(({ file, failures }) => [inputOf(file), failures])).toEqual([])
    },
  )
})
