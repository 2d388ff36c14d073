/** Which attachment keeps a merged document from being finished: asked only when it cannot be. */
import { Problem } from '../errors'
import { type WorkBudget, WorkLimitExceeded } from './budget'
import { compress } from './compress/compress'
import type { JpegCodec } from './compress/jpeg'
import { asProblem, type ImportedPdf, importPdf, unusableFile } from './import/load'
import type { MergedFile } from './merge/merge'
import { archive } from './pdfa/archive'
import { type ConformanceTarget, promisesTags, requirementsOf } from './pdfa/level'
import type { Rasterizer } from './pdfa/raster'
import { type NotConformant, verifyConformance } from './pdfa/verify-conformance'
import { writePdf } from './write/write'

/**
 * Tries each file by itself, with what is left of the document's budget. Throws `asset_failed` for the first that cannot
 * be finished, naming the file and the rules of the level that it breaks. Returns if each one could.
 */
export async function findFailingAttachment(
  files: ImportedPdf[],
  { conform: wish, compress: compressed }: { conform?: ConformanceTarget | undefined; compress: boolean },
  deps: { rasterise: Rasterizer; now: Date; jpeg: () => Promise<JpegCodec>; work: WorkBudget },
): Promise<void> {
  for (const file of files) {
    const { document } = await importPdf(file, deps.work)
    try {
      const { objectStreams } = requirementsOf(wish?.level)
      if (wish) await archive(document, wish, deps)
      if (compressed) await compress(document, deps.jpeg)
      const bytes = writePdf(document.context, { objectStreams })
      if (wish) await verifyConformance(bytes, wish, undefined, deps.work)
    } catch (error) {
      if (error instanceof WorkLimitExceeded) throw error
      if (!(error instanceof Problem) || error.code === 'internal') throw asProblem(error, file)
      throw misfit(file, error)
    }
  }
}

/**
 * The error of an attachment on whose pages all of what is wrong stands; undefined if it stands elsewhere too, or on no
 * page. It spares the search.
 */
export function blameByPages(error: NotConformant, merged: MergedFile[]): Problem | undefined {
  const holds = ({ firstPage, lastPage }: MergedFile) =>
    error.violations.every(({ page = 0 }) => page >= firstPage && page <= lastPage)
  const file = merged.find(holds)
  return file && misfit(file, error)
}

/** All broken rules, under the attachment's pointer. */
function misfit(file: Pick<ImportedPdf, 'name' | 'pointer'>, error: Problem): Problem {
  const told = error.errors ?? [{ pointer: '', message: error.message }]
  const [first] = told
  const rule = first?.rule ? ` (${first.rule})` : ''
  const more = error.errorCount > 1 ? ` ${error.errorCount - 1} more below.` : ''
  const detail = `The file ${file.name} does not fit the requested level. ${first?.message}${rule}.${more} Send another file or leave it out.`
  const errors = told.map((one) => ({ ...one, pointer: file.pointer }))
  return new Problem('asset_failed', { detail, errors, cause: error })
}

/** PDF/A-1a and PDF/UA promise tags for all content. Throws `asset_failed` for a merged file without them. */
export function assertTagged(files: MergedFile[], wish: ConformanceTarget): void {
  const untagged = promisesTags(wish) && files.find(({ tagged }) => !tagged)
  if (!untagged) return
  throw unusableFile(
    untagged,
    'is not tagged, which PDF/A-1a and PDF/UA require of all pages: tag it, or use PDF/A-3b',
  )
}
