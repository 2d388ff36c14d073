/** Files of the API, given to the person. */
import type { Document } from '../../clients/typescript/src/document'

/** Saves a document under its own name. */
export async function saveDocument(document: Document, otherwise: string): Promise<void> {
  saveBlob(await document.blob(), document.fileName ?? otherwise)
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
