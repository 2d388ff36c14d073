/** The files inside a PDF that is not ours, such as the XML of an e-invoice (ISO 32000-2, 7.11.4). */
import { type PDFContext, PDFDict, PDFName, PDFRef, PDFStream } from 'pdf-lib'
import { Problem } from '../../errors'
import { decodeStream } from '../streams'
import { budgetOf, MAX_WORK, WorkBudget } from '../work-budget'
import { type ImportedPdf, readUntrusted } from './open-foreign'

/** Files that are unpacked: an invoice has a few. */
const MAX_FILES = 50
/** Larger ones are passed over: one is unpacked after another, and each may be a bomb. */
export const MAX_EMBEDDED_BYTES = 8 << 20

/** Whether the contents of an embedded file are what is looked for. */
export type AcceptsContents = (contents: Uint8Array) => boolean | Promise<boolean>

/**
 * As `findEmbeddedFile`, in a file that was not opened yet. Throws `asset_failed` as `importPdf` does, and
 * WorkLimitExceeded, and the reason of the owner's `signal`.
 */
export async function findEmbeddedFileOf(
  file: ImportedPdf,
  accepts: AcceptsContents,
  { accountId, signal }: { accountId?: string; signal?: AbortSignal | undefined } = {},
): Promise<Uint8Array | undefined> {
  return await readUntrusted(file, new WorkBudget(MAX_WORK, signal, accountId), ({ context }) =>
    findEmbeddedFile(context, accepts),
  )
}

/**
 * Contents of the first embedded file that is accepted. Only one is in memory at a time. What is larger than
 * `MAX_EMBEDDED_BYTES` or cannot be decoded is passed over. Throws WorkLimitExceeded.
 */
export async function findEmbeddedFile(
  context: PDFContext,
  accepts: AcceptsContents,
): Promise<Uint8Array | undefined> {
  for (const stream of [...embeddedStreams(context)].slice(0, MAX_FILES)) {
    await budgetOf(context).takeTurns()
    const contents = decoded(stream)
    if (contents && (await accepts(contents))) return contents
  }
  return undefined
}

function embeddedStreams(context: PDFContext): Set<PDFStream> {
  const streams = new Set<PDFStream>()
  for (const [, object] of context.enumerateIndirectObjects()) {
    const files = object instanceof PDFDict ? object.lookup(PDFName.of('EF')) : undefined
    if (!(files instanceof PDFDict)) continue
    for (const [, entry] of files.entries()) {
      const stream = entry instanceof PDFRef ? context.lookup(entry) : entry
      if (stream instanceof PDFStream) streams.add(stream)
    }
  }
  return streams
}

function decoded(stream: PDFStream): Uint8Array | undefined {
  try {
    return decodeStream(stream, { maxBytes: MAX_EMBEDDED_BYTES })
  } catch (error) {
    if (error instanceof Problem) throw error
    return undefined
  }
}
