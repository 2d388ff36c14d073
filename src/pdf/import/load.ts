/** Opens PDFs that are not ours: refused before or while parsing with one clear reason, or made harmless. */
import { EncryptedPDFError, type PDFContext, PDFDocument, PDFNull, type PDFObject, PDFRef } from 'pdf-lib'
import { Problem } from '../../errors'
import { shareBudget, WorkBudget } from '../budget'
import { refusal } from './guard'
import { pageTreeProblem } from './pages'
import { parseForeign, TooCostly } from './parse'
import { sanitise } from './sanitise'

/** A PDF that the caller asked to append. */
export type ForeignFile = {
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
export async function loadForeign(file: ForeignFile, work = new WorkBudget()): Promise<PDFDocument> {
  refuseUnusable(file, work)
  try {
    work.charge('bytes', file.bytes.length)
    const context = await parseForeign(file.bytes)
    shareBudget(context, work)
    await work.takeTurns()
    const document = opened(resolved(context))
    const problem = pageTreeProblem(document)
    if (problem) throw cannotUse(file, problem)
    sanitise(document)
    return document
  } catch (error) {
    // Encrypted objects that are packed cannot even be unpacked.
    const encrypted =
      error instanceof TooCostly &&
      Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength).includes('/Encrypt')
    if (encrypted || error instanceof EncryptedPDFError)
      throw cannotUse(file, 'is encrypted: send it without a password', error)
    if (error instanceof TooCostly) throw cannotUse(file, error.message, error)
    throw brokenOr(error, file)
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
export function brokenOr(error: unknown, file: Pick<ForeignFile, 'name' | 'pointer'>): Problem {
  return error instanceof Problem ? error : cannotUse(file, 'is broken and cannot be read', error)
}

/** Throws `asset_failed` for what its bytes alone show to be unusable, before anything is parsed. */
export function refuseUnusable(file: ForeignFile, work?: WorkBudget): void {
  const reason = refusal(file.bytes, work)
  if (reason) throw cannotUse(file, reason)
}

/** The error of a file that cannot be used; `reason` follows "the file". */
export function cannotUse(
  file: Pick<ForeignFile, 'name' | 'pointer'>,
  reason: string,
  cause?: unknown,
): Problem {
  const detail = `The file ${file.name} ${reason}. Send another file or leave it out.`
  return new Problem('asset_failed', { detail, errors: [{ pointer: file.pointer, message: detail }], cause })
}
