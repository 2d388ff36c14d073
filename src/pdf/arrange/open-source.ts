/** A PDF that the caller sends, opened as it is to be taken: its password, its pages, its rotation. */
import { degrees, type PDFDocument } from 'pdf-lib'
import {
  asProblem,
  type ImportedDocument,
  type ImportedPdf,
  importPdf,
  unusableFile,
} from '../import/open-foreign'
import { isTagged } from '../merge/tags'
import type { WorkBudget } from '../work-budget'
import { extractPages } from './extract-pages'
import { selectPages } from './page-selection'

/** Pages that are taken of one file. */
const MAX_PAGES = 1000

export type SourcePdf = ImportedPdf & {
  /** Which pages, as `page-selection.ts` reads it; all if absent. */
  pages?: string | undefined
  /** Degrees clockwise, in addition to each page's own. */
  rotate?: 0 | 90 | 180 | 270 | undefined
}

/**
 * Throws `asset_failed` as `importPdf`, and if none of the selected pages is there, or a tagged page is to stand twice in
 * a file whose every content must be `tagged`.
 */
export async function openSource(
  file: SourcePdf,
  work: WorkBudget,
  init: { tagged?: boolean; keepsFiles?: boolean } = {},
): Promise<ImportedDocument> {
  const keepsCatalog = init.keepsFiles === true && file.pages === undefined
  const { document: whole, warnings, attached } = await importPdf(file, work, { ...init, keepsCatalog })
  const { indices, missing } =
    file.pages === undefined
      ? { indices: undefined, missing: [] }
      : selectPages(file.pages, whole.getPageCount())
  if (indices?.length === 0)
    throw unusableFile(file, `has ${whole.getPageCount()} pages, and none of those that \`pages\` names`)
  if (indices && indices.length > MAX_PAGES)
    throw unusableFile(
      file,
      `would have ${indices.length} pages, more than ${MAX_PAGES}: name fewer in \`pages\``,
    )
  // Each marked content belongs to one page (ISO 32000-1 14.7.4.3).
  if (init.tagged && indices && new Set(indices).size < indices.length && isTagged(whole))
    throw unusableFile(
      file,
      'has tags, which hold for one copy of a page: with `pdf_ua` or level "1a", name each page once',
    )
  if (indices) work.charge('pages', indices.length)
  const document = indices ? await extracted(file, whole, indices) : whole
  if (file.rotate) {
    for (const page of document.getPages())
      page.setRotation(degrees((((page.getRotation().angle + file.rotate) % 360) + 360) % 360))
  }
  return { document, warnings: [...warnings, ...missing.map((page) => `has no page ${page}`)], attached }
}

async function extracted(file: SourcePdf, whole: PDFDocument, indices: number[]): Promise<PDFDocument> {
  try {
    return await extractPages(whole, indices)
  } catch (error) {
    throw asProblem(error, file)
  }
}
