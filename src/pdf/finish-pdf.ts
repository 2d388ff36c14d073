/** What happens to a document between the browser, or its caller, and the caller, in the one order that works. */

import type { PDFDocument } from 'pdf-lib'
import { facturXSchemas } from '../e-invoice/embed-invoice'
import { Problem } from '../errors'
import { extractPages } from './arrange/extract-pages'
import { openSource } from './arrange/open-source'
import { checkPartBytes, partsOf, zipOf } from './arrange/split'
import { type CompletedPdf, completeDocument } from './complete-document'
import { countPages } from './count-pages'
import { dropUnreadableProperties } from './document-properties'
import { type EmbeddedFile, selectKept } from './embed-files'
import { fillFields } from './fill-form'
import { assertTagged, findFailingAttachment } from './find-failing-attachment'
import { type FinishDeps, type FinishInput, type FinishPlan, filesOf, needsNoFinishing } from './finish-plan'
import { flattenForm } from './flatten-form'
import { LOST_OUTPUT_INTENT } from './import/losses'
import { makeFields } from './make-fields'
import { type MergedFile, merge } from './merge/merge'
import { isTagged } from './merge/tags'
import { listNoteIds } from './note-ids'
import { loadTrusted } from './open-own'
import { type ConformanceTarget, conformanceName, partOf, promisesTags } from './pdfa/level'
import { NotConformant } from './pdfa/verify-conformance'
import { replaceContents } from './replace-contents'
import { markTrim } from './stamp/crop-marks'
import { stampPageNumbers } from './stamp/page-numbers'
import { markPreview } from './stamp/preview-mark'
import { drawRunningHeaders } from './stamp/running-headers'
import { stampTexts } from './stamp/stamp-text'
import { stampTest } from './stamp/test-stamp'
import { stampWatermark } from './stamp/watermark'
import { MAX_WORK, WorkBudget, WorkLimitExceeded } from './work-budget'
import { writeOutline } from './write-outline'

/** What a file conforms to, as answers and tasks say it. Pages count from 1. */
export type Conformance = { level: string; flattened_pages: number[]; checks: number }

export type Finished = {
  bytes: Uint8Array
  /** Whether the bytes are a ZIP of the parts. */
  isZip?: true | undefined
  pages: number
  /** What the document says of itself; absent if it was not opened. */
  title?: string | undefined
  conformance?: Conformance | undefined
  /** What is not what it was, of the attachments above all; whole sentences. */
  warnings: string[]
}

/**
 * Finishes a document. A printed one with nothing to finish passes through as it is, unparsed. Others get their turn in
 * between. Throws `asset_failed` for a file that cannot be used, and `document_invalid` for what cannot be made
 * conformant or takes more work than `work-budget.ts` allows.
 */
export async function finish(input: FinishInput, plan: FinishPlan, deps: FinishDeps): Promise<Finished> {
  if (needsNoFinishing(input, plan)) return { bytes: input, pages: countPages(input), warnings: [] }
  const work = new WorkBudget(MAX_WORK, deps.signal, deps.accountId)
  try {
    return await finishInOrder(input, plan, { ...deps, work })
  } catch (error) {
    if (!isExplained(error)) await findFailingAttachment(error, filesOf(input, plan), plan, { ...deps, work })
    throw error
  }
}

/**
 * Whether an error tells what it is about, so that no file is searched for it: an option, or one file. To ask each file
 * for work that the whole was too much of would be more of it.
 */
function isExplained(error: unknown): boolean {
  if (error instanceof WorkLimitExceeded) return true
  if (!(error instanceof Problem) || error instanceof NotConformant) return false
  return error.code !== 'document_invalid' || error.errors !== undefined
}

async function finishInOrder(
  input: FinishInput,
  asked: FinishPlan,
  deps: FinishDeps & { work: WorkBudget },
): Promise<Finished> {
  const { work } = deps
  const target = targetOf(asked)
  const needs = { tagged: promisesTags(target) }
  const { document, merged, kept, unshown } = await openAndMerge(input, asked, { work, needs })
  const plan = { ...asked, embed: [...kept, ...asked.embed] }
  work.charge('pages', document.getPageCount())
  assertTagged(merged, target)
  if (plan.fields) await fillFields(document, plan.fields)
  const warnings = plan.flatten ? await flattenForm(document) : []
  // The stamp leaves no fields, those of appended files neither: what they say is to be seen.
  if (plan.testStamp && !plan.flatten) await flattenForm(document, { mayBeLost: true })
  if (plan.watermark)
    await stampWatermark(document, plan.watermark, {
      opaque: partOf(target.level) === 1,
      print: deps.printLines,
    })
  if (plan.stamps) warnings.push(...(await stampTexts(document, plan.stamps, deps.printLines)))
  if (plan.pageNumbers) await stampPageNumbers(document, plan.pageNumbers, deps.printLines)
  if (plan.testStamp) await stampTest(document)
  if (plan.previewMark) await markPreview(document)
  const isForeign = !(input instanceof Uint8Array)
  const told = { pages: document.getPageCount(), title: isForeign ? document.getTitle() : undefined }
  if (!plan.split) {
    const origin = { merged, isForeign }
    const whole = await completeDocument(document, { plan, target, origin }, deps)
    return { ...told, ...outcomeOf([whole], { target, merged, warnings, unshown }), bytes: whole.bytes }
  }
  const parts = partsOf(plan.split, document.getPageCount())
  const files = []
  let size = 0
  for (const { name, indices } of parts) {
    work.countPages(indices.length)
    const part = await extractPages(document, indices)
    const origin = { merged, isForeign, pageInWhole: (page: number) => (indices[page - 1] ?? 0) + 1 }
    const file = await completeDocument(part, { plan, target, origin }, deps)
    size += file.bytes.length
    checkPartBytes(size)
    files.push({ name, ...file })
    await work.takeTurns()
  }
  const bytes = await zipOf(files, deps.now)
  return { ...told, ...outcomeOf(files, { target, merged, warnings, unshown }), bytes, isZip: true }
}

/** What is told of the files that were made of one document. The pages are those of the whole, if it is one. */
function outcomeOf(
  made: readonly CompletedPdf[],
  {
    target,
    merged,
    warnings,
    unshown,
  }: { target: ConformanceTarget; merged: MergedFile[]; warnings: string[]; unshown: string[] },
): Pick<Finished, 'conformance' | 'warnings'> {
  const [first] = made
  const isPromised = target.level !== undefined || target.ua === true
  const conformance = {
    level: conformanceName(target),
    flattened_pages: made.length === 1 ? (first?.flattenedPages ?? []) : [],
    checks: first?.checks ?? 0,
  }
  const ofFiles = merged.flatMap(({ name, pointer, warnings }) =>
    warnings.map((warning) => `${pointer}: ${name} ${warning}`),
  )
  const ofLevel = new Set(made.flatMap(({ warnings }) => warnings))
  return {
    conformance: isPromised ? conformance : undefined,
    warnings: [
      ...ofFiles,
      ...unshown,
      ...warnings.map((warning) => `/options/flatten: ${warning}`),
      ...[...ofLevel].map((warning) => `/options/pdf_format: ${warning}`),
    ],
  }
}

/** The whole document, where the caller's files stand in it, and the files in the first that stay. */
async function openAndMerge(
  input: FinishInput,
  {
    attachments,
    bookmarks,
    conform,
    facturX,
    forms,
    split,
    noteIds,
    replacements,
    printerMarks,
    runningHeaders,
    ...marks
  }: FinishPlan,
  { work, needs }: { work: WorkBudget; needs: { tagged: boolean } },
): Promise<{ document: PDFDocument; merged: MergedFile[]; kept: EmbeddedFile[]; unshown: string[] }> {
  if (input instanceof Uint8Array) {
    const document = await loadTrusted(input, work)
    if (noteIds) listNoteIds(document)
    const unchanged = replacements ? await replaceContents(document, replacements) : []
    if (printerMarks) await markTrim(document, printerMarks)
    // Before the files that are appended, which have their own.
    if (runningHeaders) await drawRunningHeaders(document, runningHeaders)
    const unshown = [...unchanged, ...(forms ? await makeFields(document) : [])]
    // The mark leaves no fields: what they say is to be seen.
    if (forms && marks.previewMark) await flattenForm(document)
    if (bookmarks) writeOutline(document, bookmarks)
    return { document, merged: await merge(document, attachments, needs), kept: [], unshown }
  }
  const [first, ...others] = input
  const { document, warnings, attached } = await openSource(first, work, { ...needs, keepsFiles: true })
  dropUnreadableProperties(document)
  const { name, pointer } = first
  const brought = attached.map((file) => ({ ...file, pointer }))
  const limits = {
    level: conform?.level,
    invoice: facturX && 'xml' in facturX ? facturX.xml : undefined,
    isSplit: split !== undefined,
    work,
  }
  const { kept, warnings: lost } = await selectKept(brought, limits)
  const base: MergedFile = {
    ...{ name, pointer, firstPage: 1, lastPage: document.getPageCount(), tagged: isTagged(document) },
    warnings: [...warnings.filter((warning) => warning !== LOST_OUTPUT_INTENT), ...lost],
  }
  return {
    document,
    merged: [base, ...(await merge(document, [...others, ...attachments], needs))],
    kept,
    unshown: [],
  }
}

function targetOf({ conform, facturX }: FinishPlan): ConformanceTarget {
  return {
    ...conform,
    extensions: facturX && 'profile' in facturX ? facturXSchemas(facturX.profile) : undefined,
  }
}
