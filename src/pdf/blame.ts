/** Which attachment keeps a merged document from conforming: asked only when it does not conform. */
import { Problem } from '../errors'
import { archive } from './archive/archive'
import { check } from './archive/check'
import { needs, promisesTags, type Wish } from './archive/level'
import type { Rasteriser } from './archive/raster'
import { cannotUse, type ForeignFile, loadForeign } from './foreign/load'
import type { MergedFile } from './merge/merge'
import { writePdf } from './write'

/**
 * Throws `asset_failed` for the first file that cannot be made conformant by itself, naming the file and the rule;
 * answers where each one could.
 */
export async function blameAttachments(
  files: ForeignFile[],
  { level, ua }: Wish,
  tools: { rasterise: Rasteriser; now: Date },
): Promise<void> {
  for (const file of files) {
    try {
      const document = await loadForeign(file)
      await archive(document, { level, ua }, tools)
      await check(writePdf(document.context, { objectStreams: needs(level).objectStreams }), { level, ua })
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'document_invalid') throw error
      const [first] = error.errors ?? []
      const reason = first ? `${first.message}${first.rule ? ` (${first.rule})` : ''}` : error.message
      throw cannotUse(file, `does not fit the level that was asked for. ${reason}`, error)
    }
  }
}

/** PDF/A-1a and PDF/UA promise tags for all content. Throws `asset_failed` for a merged file without them. */
export function refuseUntagged(files: MergedFile[], wish: Wish): void {
  const untagged = promisesTags(wish) && files.find(({ tagged }) => !tagged)
  if (!untagged) return
  throw cannotUse(
    untagged,
    'is not tagged, which PDF/A-1a and PDF/UA ask of all pages: tag it, or use PDF/A-3b',
  )
}
