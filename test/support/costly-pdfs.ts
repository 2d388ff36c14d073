/** How an appended file fares that would cost much to read. */
import type { PDFDocument } from 'pdf-lib'
import { expect } from 'vitest'
import { Problem } from '../../src/errors'
import { importPdf } from '../../src/pdf/import/open-foreign'

/** The file as it is appended; throws a Problem if it is refused. */
export async function loadPdf(bytes: Uint8Array): Promise<PDFDocument> {
  return (await importPdf({ name: 'offer.pdf', pointer: '', bytes })).document
}

/** Why the file is refused, which it must be. */
export async function reasonOf(bytes: Uint8Array): Promise<string> {
  const error = await loadPdf(bytes).then(
    () => 'accepted',
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Problem)
  return (error as Problem).message
}
