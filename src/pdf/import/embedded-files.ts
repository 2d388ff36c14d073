/** The files inside a PDF that is not ours, such as the XML of an e-invoice (ISO 32000-2, 7.11.4). */
import { PDFDict, PDFName, PDFRef, PDFStream } from 'pdf-lib'
import { WorkBudget } from '../budget'
import { decodeStream } from '../streams'
import { type ImportedPdf, readUntrusted } from './load'

/** Files that are unpacked: an invoice has a few. */
const MAX_FILES = 50

/** Contents of the embedded files. Throws `asset_failed` as `importPdf` does, and for files that are too much work. */
export async function readEmbeddedFiles(file: ImportedPdf): Promise<Uint8Array[]> {
  return await readUntrusted(file, new WorkBudget(), ({ context }) => {
    const streams = new Set<PDFStream>()
    for (const [, object] of context.enumerateIndirectObjects()) {
      const files = object instanceof PDFDict ? object.lookup(PDFName.of('EF')) : undefined
      if (!(files instanceof PDFDict)) continue
      for (const [, entry] of files.entries()) {
        const stream = entry instanceof PDFRef ? context.lookup(entry) : entry
        if (stream instanceof PDFStream) streams.add(stream)
      }
    }
    return [...streams].slice(0, MAX_FILES).map(decodeStream)
  })
}
