/** What happens to a document between the browser and the caller, in the one order that works. */

import { embedInvoice, facturXSchemas } from '../e-invoice/embed'
import type { FacturX } from '../e-invoice/facturx'
import { Problem } from '../errors'
import { WorkBudget, WorkLimitExceeded } from './budget'
import { compress } from './compress/compress'
import type { JpegCodec } from './compress/jpeg'
import { assertArchivalFiles, type EmbeddedFile, embedFiles } from './embed'
import { type EncryptionRequest, type RandomBytes, standardSecurityHandler } from './encrypt'
import { assertTagged, blameByPages, findFailingAttachment } from './find-failing-attachment'
import type { ImportedPdf } from './import/load'
import { loadTrusted } from './load'
import { type MergedFile, merge } from './merge/merge'
import { type DocumentProperties, hasProperties, setProperties } from './metadata'
import { countPages } from './pages'
import { type Archived, archive } from './pdfa/archive'
import { identify } from './pdfa/identify'
import { type ConformanceTarget, conformanceName, partOf, requirementsOf } from './pdfa/level'
import type { Rasterizer } from './pdfa/raster'
import { languageOf } from './pdfa/structure'
import { NotConformant, verifyConformance } from './pdfa/verify-conformance'
import { stampTest } from './stamp/test-stamp'
import { type PrintedWatermark, stampWatermark } from './stamp/watermark'
import { writePdf } from './write/write'

/** What is to be done; every file is fetched and the invoice is checked already. */
export type FinishPlan = {
  attachments: ImportedPdf[]
  watermark?: PrintedWatermark | undefined
  /** Whether every page says TEST. */
  testStamp: boolean
  properties: DocumentProperties
  embed: EmbeddedFile[]
  facturX?: FacturX | undefined
  /** What the file is to conform to; `level` is 3b if there is an invoice. */
  conform?: Omit<ConformanceTarget, 'extensions'> | undefined
  compress: boolean
  encryption?: EncryptionRequest | undefined
}

export type FinishDeps = {
  now: Date
  random: RandomBytes
  jpeg: () => Promise<JpegCodec>
  rasterise: Rasterizer
}

/** What a file conforms to, as answers and tasks say it. Pages count from 1. */
export type Conformance = { level: string; flattened_pages: number[]; checks: number }

export type Finished = {
  bytes: Uint8Array
  pages: number
  conformance?: Conformance | undefined
  /** What is not what it was, of the attachments above all; whole sentences. */
  warnings: string[]
}

/**
 * Finishes a printed document. One with nothing to finish passes through as it is, unparsed. Others get their turn in
 * between. Throws `asset_failed` for a file that cannot be used, and `document_invalid` for what cannot be made
 * conformant or takes more work than `budget.ts` allows.
 */
export async function finish(raw: Uint8Array, plan: FinishPlan, deps: FinishDeps): Promise<Finished> {
  if (isFinished(plan)) return { bytes: raw, pages: countPages(raw), warnings: [] }
  const work = new WorkBudget()
  try {
    return await finishInOrder(raw, plan, { ...deps, work })
  } catch (error) {
    // To ask each attachment for work that the whole was too much of would be more of it.
    const isExplained =
      error instanceof WorkLimitExceeded || (error instanceof Problem && error.code !== 'document_invalid')
    if (!isExplained) await findFailingAttachment(plan.attachments, plan, { ...deps, work })
    throw error
  }
}

async function finishInOrder(
  raw: Uint8Array,
  plan: FinishPlan,
  deps: FinishDeps & { work: WorkBudget },
): Promise<Finished> {
  const { now, work } = deps
  const wish = wishOf(plan)
  const document = await loadTrusted(raw, work)

  const merged = await merge(document, plan.attachments)
  work.charge('pages', document.getPageCount())
  assertTagged(merged, wish)
  if (plan.watermark) await stampWatermark(document, plan.watermark, { opaque: partOf(wish.level) === 1 })
  if (plan.testStamp) await stampTest(document)
  setProperties(document, plan.properties)
  if (wish.level === '2b') await assertArchivalFiles(plan.embed)
  embedFiles(document, plan.embed, now)
  if (plan.facturX && 'xml' in plan.facturX) await embedInvoice(document, { ...plan.facturX, created: now })
  const archived = plan.conform && (await archive(document, wish, deps))
  if (!archived && hasProperties(plan.properties)) {
    await identify(document, {}, now, languageOf(document.catalog))
  }
  if (plan.compress) await compress(document, deps.jpeg)

  const { objectStreams } = requirementsOf(wish.level)
  const encryption = plan.encryption && standardSecurityHandler(plan.encryption, deps.random)
  // What is claimed is checked before it is locked: only PDF/UA can be both.
  const open = archived || !encryption ? writePdf(document.context, { objectStreams }) : undefined
  const checks = archived && open ? await verified(open, wish, merged, work) : 0
  const bytes = open && !encryption ? open : writePdf(document.context, { objectStreams, encryption })
  const conformance = archived && conformanceOf(wish, archived.flattenedPages, checks)
  return { bytes, pages: document.getPageCount(), conformance, warnings: warningsOf(merged, archived) }
}

/** How many rules the file keeps. Throws `asset_failed` if all that it breaks stands on the pages of one attachment. */
async function verified(
  bytes: Uint8Array,
  wish: ConformanceTarget,
  merged: MergedFile[],
  work: WorkBudget,
): Promise<number> {
  try {
    return await verifyConformance(bytes, wish, (page) => pageName(page, merged), work)
  } catch (error) {
    throw (error instanceof NotConformant && blameByPages(error, merged)) || error
  }
}

/** Whether the browser's own file is what was asked for. */
function isFinished(plan: FinishPlan): boolean {
  return !(
    plan.attachments.length > 0 ||
    plan.watermark ||
    plan.testStamp ||
    hasProperties(plan.properties) ||
    plan.embed.length > 0 ||
    plan.conform ||
    plan.compress ||
    plan.encryption
  )
}

/**
 * An estimate of the memory that finishing takes, in bytes: the parsed objects are several times the file, the
 * result stands beside them, and re-encoding or flattening holds one image as pixels. Nothing if the file
 * passes through.
 */
export function finishBytes(raw: Uint8Array, plan: FinishPlan): number {
  if (isFinished(plan)) return 0
  const files = [...plan.attachments, ...plan.embed].reduce((sum, { bytes }) => sum + bytes.length, 0)
  const rasteriser = partOf(plan.conform?.level) === 1 ? 64 << 20 : 0
  const image = plan.compress ? 40 << 20 : 0
  return 4 * (raw.length + files) + Math.max(rasteriser, image)
}

function wishOf({ conform, facturX }: FinishPlan): ConformanceTarget {
  return {
    ...conform,
    extensions: facturX && 'profile' in facturX ? facturXSchemas(facturX.profile) : undefined,
  }
}

function conformanceOf(wish: ConformanceTarget, flattened: number[], checks: number): Conformance {
  return { level: conformanceName(wish), flattened_pages: flattened, checks }
}

function warningsOf(merged: MergedFile[], archived: Archived | undefined): string[] {
  const ofFiles = merged.flatMap(({ name, pointer, warnings }) =>
    warnings.map((warning) => `${pointer}: ${name} ${warning}`),
  )
  const ofLevel = (archived?.warnings ?? []).map((warning) => `/options/pdf_format: ${warning}`)
  return [...ofFiles, ...ofLevel]
}

/** A page as the caller knows it: one of an attachment is named by its file and its place in it. */
function pageName(page: number, merged: MergedFile[]): string {
  const file = merged.find(({ firstPage, lastPage }) => page >= firstPage && page <= lastPage)
  return file ? `page ${page - file.firstPage + 1} of ${file.name} (${file.pointer})` : `page ${page}`
}
