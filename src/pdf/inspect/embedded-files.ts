/** The files inside a document (ISO 32000-2, 7.11.4), wherever it names them. */
import { PDFDict, type PDFDocument, PDFStream } from 'pdf-lib'
import { textAt } from '../pdfa/annotations'
import { dictAt, nameAt, numberAt } from '../pdfa/objects'

export type EmbeddedFileFacts = {
  name: string
  /** Media type, as the file says it. */
  type: string | null
  /** As the file says it; null if it does not. */
  bytes: number | null
  relationship: string | null
  description: string | null
}

/** What the document says of them; they are not unpacked. */
export function embeddedFilesOf({ context }: PDFDocument): EmbeddedFileFacts[] {
  const files: EmbeddedFileFacts[] = []
  for (const [, specification] of context.enumerateIndirectObjects()) {
    if (!(specification instanceof PDFDict)) continue
    const entries = dictAt(specification, 'EF')
    const found = entries?.keys().map((key) => entries.lookup(key))
    const stream = found?.find((one) => one instanceof PDFStream)
    if (!stream) continue
    files.push({
      name: (textAt(specification, 'UF') ?? textAt(specification, 'F') ?? '').slice(0, 200),
      type: nameAt(stream.dict, 'Subtype')?.slice(0, 100) ?? null,
      bytes: numberAt(dictAt(stream.dict, 'Params'), 'Size') ?? null,
      relationship: nameAt(specification, 'AFRelationship')?.slice(0, 50) ?? null,
      description: textAt(specification, 'Desc')?.slice(0, 500) ?? null,
    })
  }
  return files
}
