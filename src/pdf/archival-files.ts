/** Files that PDF/A-2 may embed: only those that are PDF/A-1 or -2 themselves (ISO 19005-2 6.8). */

import { attachedFilesOf } from './import/attached-files'
import { readUntrusted, unusableFile } from './import/open-foreign'
import { claimsOf, verdictOn } from './inspect/verdict'
import { WorkBudget } from './work-budget'

/** A file to be embedded, as `EmbeddedFile` of `embed-files.ts`. */
type Embedded = { pointer: string; name: string; type: string; bytes: Uint8Array }

/** Files in files in files: nobody needs more. */
const MAX_DEPTH = 3

/**
 * Throws `asset_failed` for a file that does not claim to be PDF/A-1 or -2, or breaks a rule that we know: those that our
 * own files are checked by. Throws WorkLimitExceeded.
 */
export async function assertArchivalFiles(files: Embedded[], work: WorkBudget): Promise<void> {
  for (const file of files) {
    const problem = await archivalProblem(file, work)
    if (problem) throw unusableFile(file, `${problem}, and PDF/A-2 may embed no others: use PDF/A-3b`)
  }
}

/** Why a file is no PDF/A-1 or -2, in words that follow "the file"; undefined if it is one as far as we can tell. */
export async function archivalProblem(
  file: Embedded,
  work = new WorkBudget(),
  depth = 1,
): Promise<string | undefined> {
  const none = 'is not a PDF/A-1 or PDF/A-2 file'
  if (file.type !== 'application/pdf' && !file.name.toLowerCase().endsWith('.pdf')) return none
  return await readUntrusted(file, work, async (document, from) => {
    const claim = claimsOf(document).find((one) => /^PDF\/A-[12]/.test(one))
    if (!claim) return none
    const { broken, conforms } = await verdictOn(document, { bytes: file.bytes, claim, from })
    const [first] = broken
    if (!conforms) return `claims ${claim} and is not${first ? `: ${first.message} (${first.rule})` : ''}`
    const { files, lost } = attachedFilesOf(document)
    if (lost > 0 || (files.length > 0 && depth === MAX_DEPTH))
      return `claims ${claim} and holds files that cannot be judged`
    for (const inner of files) {
      const problem = await archivalProblem({ ...inner, pointer: file.pointer }, work, depth + 1)
      if (problem) return `claims ${claim} and holds the file ${inner.name}, which ${problem}`
    }
    return undefined
  })
}
