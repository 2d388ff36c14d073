/** Which attachment keeps a merged document from being finished: asked only when it cannot be. */
import { Problem } from '../errors'
import { openSource, type SourcePdf } from './arrange/open-source'
import { compress } from './compress/compress'
import type { JpegCodec } from './compress/jpeg'
import { dropUnreadableProperties, setProperties, titleOf } from './document-properties'
import type { FinishPlan } from './finish-plan'
import { asProblem, type ImportedPdf, unusableFile } from './import/open-foreign'
import type { MergedFile } from './merge/merge'
import { type ArchiveDeps, archive } from './pdfa/archive'
import { languageOf } from './pdfa/language-tags'
import { type ConformanceTarget, partOf, promisesTags } from './pdfa/level'
import type { NotConformant } from './pdfa/verify-conformance'
import { writeConformant } from './pdfa/write-conformant'
import { type WorkBudget, WorkLimitExceeded } from './work-budget'
import { writePdf } from './write/write-pdf'

/** What the search may cost, as a share of what a document may. */
const SEARCH_SHARE = 1 / 4

/** For a file that has none, where the whole may have one. */
const ANY_LANGUAGE = 'en'

/**
 * Tries each file by itself; `reason` is what kept the whole from being finished. Throws `asset_failed` for the first that
 * cannot be finished, naming the file and the rules of the level that it breaks. Returns if each one could, or if to find
 * out takes more than a share of the document's budget: a reason that is no Problem is then WorkLimitExceeded.
 */
export async function findFailingAttachment(
  reason: unknown,
  files: SourcePdf[],
  {
    conform: target,
    compress: compressed,
    properties,
  }: Pick<FinishPlan, 'conform' | 'compress' | 'properties'>,
  deps: ArchiveDeps & { jpeg: () => Promise<JpegCodec>; work: WorkBudget },
): Promise<void> {
  const work = deps.work.portion(SEARCH_SHARE)
  for (const file of files) {
    try {
      const { document } = await openSource(file, work, {
        tagged: target !== undefined && promisesTags(target),
      })
      dropUnreadableProperties(document)
      // What is said of the whole is no fault of the file.
      const { title = titleOf(document) || file.name, lang = languageOf(document.catalog) || ANY_LANGUAGE } =
        properties
      setProperties(document, { title, lang })
      if (target) await archive(document, target, deps)
      if (compressed) await compress(document, deps.jpeg, { listsGlyphs: partOf(target?.level) === 1 })
      if (target) await writeConformant(document, target, { work })
      else writePdf(document.context, { objectStreams: true })
    } catch (error) {
      if (error instanceof WorkLimitExceeded && reason instanceof Problem) return
      if (error instanceof WorkLimitExceeded) throw error
      if (!(error instanceof Problem) || error.code !== 'document_invalid') throw asProblem(error, file)
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
export function assertTagged(files: MergedFile[], target: ConformanceTarget): void {
  const untagged = promisesTags(target) && files.find(({ tagged }) => !tagged)
  if (!untagged) return
  throw unusableFile(
    untagged,
    'is not tagged, which PDF/A-1a and PDF/UA require of all pages: tag it, or use PDF/A-3b',
  )
}
