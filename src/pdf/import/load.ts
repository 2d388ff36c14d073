/** Opens PDFs that are not ours: refused before or while parsing with one clear reason, or made harmless. */
import { EncryptedPDFError, type PDFContext, PDFDocument, PDFNull, type PDFObject, PDFRef } from 'pdf-lib'
import { Problem } from '../../errors'
import { shareBudget, WorkBudget } from '../budget'
import { refusal } from './guard'
import { pageTreeProblem } from './pages'
import { ParseBudgetExceeded, parseUntrusted } from './parse'
import { sanitize } from './sanitise'

/** A PDF that the caller asked to append. */
export type ImportedPdf = {
  /** How the caller knows it: an address, shortened, or the place in a list. */
  name: string
  /** JSON Pointer of the field it came from. */
  pointer: string
  bytes: Uint8Array
}

/**
 * Parses and sanitises a file. Throws `asset_failed` naming the file and why: no PDF, encrypted, truncated,
 * broken or cyclic page tree, more than 500 pages, more than the limits of `guard.ts` and `parse.ts`. What is done with
 * its objects is charged to `work`.
 */
export async function importPdf(file: ImportedPdf, work = new WorkBudget()): Promise<PDFDocument> {
  assertUsable(file, work)
  try {
    work.charge('bytes', file.bytes.length)
    const context = await parseUntrusted(file.bytes)
    shareBudget(context, work)
    await work.takeTurns()
    const document = opened(resolved(context))
    const problem = pageTreeProblem(document)
    if (problem) throw unusableFile(file, problem)
    sanitize(document)
    return document
  } catch (error) {
    // Encrypted objects that are packed cannot even be unpacked.
    const encrypted =
      error instanceof ParseBudgetExceeded &&
      Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength).includes('/Encrypt')
    if (encrypted || error instanceof EncryptedPDFError)
      throw unusableFile(file, 'is encrypted: send it without a password', error)
    if (error instanceof ParseBudgetExceeded) throw unusableFile(file, error.message, error)
    throw asProblem(error, file)
  }
}

/**
 * Objects that are nothing but a reference become what they refer to, or null at the end of a circle: a library that
 * looks an object up takes one step and expects to have arrived.
 */
function resolved(context: PDFContext): PDFContext {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const passed = new Set<PDFRef>()
    let end: PDFObject | undefined = object
    let at = ref
    while (end instanceof PDFRef && !passed.has(at)) {
      passed.add(at)
      at = end
      end = context.lookup(end)
    }
    // All on the way arrive at once: a chain is walked one time and not from each of its objects.
    const arrived = end === undefined || end instanceof PDFRef ? PDFNull : end
    for (const each of passed) context.assign(each, arrived)
  }
  return context
}

/** The document of parsed objects, as `PDFDocument.load` would open it; throws EncryptedPDFError. */
function opened(context: PDFContext): PDFDocument {
  const Opener = PDFDocument as unknown as new (
    context: PDFContext,
    ignoreEncryption: boolean,
    updateMetadata: boolean,
  ) => PDFDocument
  return new Opener(context, false, false)
}

/** A Problem as it is; anything else that a foreign file made a library throw as `asset_failed`. */
export function asProblem(error: unknown, file: Pick<ImportedPdf, 'name' | 'pointer'>): Problem {
  return error instanceof Problem ? error : unusableFile(file, 'is broken and cannot be read', error)
}

/** Throws `asset_failed` for what its bytes alone show to be unusable, before anything is parsed. */
export function assertUsable(file: ImportedPdf, work?: WorkBudget): void {
  const reason = refusal(file.bytes, work)
  if (reason) throw unusableFile(file, reason)
}

/** The error of a file that cannot be used; `reason` follows "the file". */
export function unusableFile(
  file: Pick<ImportedPdf, 'name' | 'pointer'>,
  reason: string,
  cause?: unknown,
): Problem {
  const detail = `The file ${file.name} ${reason}. Send another file or leave it out.`
  return new Problem('asset_failed', { detail, errors: [{ pointer: file.pointer, message: detail }], cause })
}
