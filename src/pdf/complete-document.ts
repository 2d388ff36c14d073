/** The end of finishing, of a whole document or of a part of it: from its properties to the bytes that are delivered. */
import type { PDFDocument } from 'pdf-lib'
import { embedInvoice } from '../e-invoice/embed-invoice'
import { compress } from './compress/compress'
import { hasProperties, setProperties } from './document-properties'
import { assertArchivalFiles, embedFiles } from './embed-files'
import { standardSecurityHandler } from './encrypt'
import { blameByPages } from './find-failing-attachment'
import type { FinishDeps, FinishPlan } from './finish-plan'
import type { MergedFile } from './merge/merge'
import { archive } from './pdfa/archive'
import { languageOf } from './pdfa/language-tags'
import { type ConformanceTarget, partOf, requirementsOf } from './pdfa/level'
import { NotConformant } from './pdfa/verify-conformance'
import { writeConformant } from './pdfa/write-conformant'
import { identify } from './pdfa/write-identity'
import type { WorkBudget } from './work-budget'
import { writePdf } from './write/write-pdf'

export type CompletedPdf = {
  bytes: Uint8Array
  /** Pages, counted from 1, of which a part became pixels. */
  flattenedPages: number[]
  /** How many rules the file keeps; 0 if it promises nothing. */
  checks: number
  /** What acts otherwise than it did under the level; whole sentences. */
  warnings: string[]
}

/** Where the pages come from, for errors. */
export type PageOrigin = {
  merged: MergedFile[]
  /** The page of the whole that a page, counted from 1, was; absent if the document is the whole. */
  pageInWhole?: ((page: number) => number) | undefined
  /** Whether the document is a caller's own: it may claim what it no longer keeps. */
  isForeign: boolean
}

/** Throws as `finish`. */
export async function completeDocument(
  document: PDFDocument,
  { plan, target, origin }: { plan: FinishPlan; target: ConformanceTarget; origin: PageOrigin },
  deps: FinishDeps & { work: WorkBudget },
): Promise<CompletedPdf> {
  const { now } = deps
  setProperties(document, plan.properties)
  if (partOf(target.level) === 2) await assertArchivalFiles(plan.embed, deps.work)
  embedFiles(document, plan.embed, now)
  if (plan.facturX && 'xml' in plan.facturX) await embedInvoice(document, { ...plan.facturX, created: now })
  const archived = plan.conform && (await archive(document, target, deps))
  if (!archived && (hasProperties(plan.properties) || origin.isForeign)) {
    await identify(document, {}, now, languageOf(document.catalog))
  }
  if (plan.compress) await compress(document, deps.jpeg, { listsGlyphs: partOf(target.level) === 1 })

  // A preview is looked at and forgotten: it need not be small.
  const objectStreams = requirementsOf(target.level).objectStreams && !plan.previewMark
  const encryption = plan.encryption && standardSecurityHandler(plan.encryption, deps.random)
  // What is claimed is checked before it is locked: only PDF/UA can be both.
  const open = archived && (await writeVerified(document, { target, origin }, deps.work))
  // Writing is one piece of work: others run before it and after.
  await deps.work.takeTurns()
  const bytes = open && !encryption ? open : writePdf(document.context, { objectStreams, encryption })
  await deps.work.takeTurns()
  return {
    bytes,
    flattenedPages: archived?.flattenedPages ?? [],
    checks: archived?.checks ?? 0,
    warnings: archived?.warnings ?? [],
  }
}

/** The file, which keeps all rules. Throws `asset_failed` if all that it breaks stands on the pages of one attachment. */
async function writeVerified(
  document: PDFDocument,
  { target, origin }: { target: ConformanceTarget; origin: PageOrigin },
  work: WorkBudget,
): Promise<Uint8Array> {
  const { merged, pageInWhole } = origin
  const nameOf = (page: number) => pageName(pageInWhole?.(page) ?? page, merged)
  try {
    return await writeConformant(document, target, { work, pageName: nameOf })
  } catch (error) {
    const isWhole = pageInWhole === undefined
    throw (isWhole && error instanceof NotConformant && blameByPages(error, merged)) || error
  }
}

/** A page as the caller knows it: one of a file is named by its file and its place in it. */
function pageName(page: number, merged: MergedFile[]): string {
  const file = merged.find(({ firstPage, lastPage }) => page >= firstPage && page <= lastPage)
  return file ? `page ${page - file.firstPage + 1} of ${file.name} (${file.pointer})` : `page ${page}`
}
