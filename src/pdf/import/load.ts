/** Opens PDFs that are not ours: refused before or while parsing with one clear reason, or made harmless. */
import { type PDFContext, PDFDocument, PDFNull, type PDFObject, PDFRef } from 'pdf-lib'
import { Problem } from '../../errors'
import { shareBudget, WorkBudget } from '../budget'
import { PasswordNeeded, UnknownEncryption } from './decrypt'
import { refusal } from './guard'
import { lossesOf } from './losses'
import { flattenPageTree, openCatalog, UnusablePages } from './pages'
import { parseUntrusted } from './parse'
import { ParseBudgetExceeded } from './parse-budget'
import { sanitize } from './sanitise'

/** A PDF that the caller asked to append. */
export type ImportedPdf = {
  /** How the caller knows it: an address, shortened, or the place in a list. */
  name: string
  /** JSON Pointer of the field it came from. */
  pointer: string
  bytes: Uint8Array
}

/** An opened file, and what of it is not what it was, in words that follow "the file". */
export type ImportedDocument = { document: PDFDocument; warnings: string[] }

/**
 * Parses and sanitises a file. Throws `asset_failed` naming the file and why: no PDF, locked by a password, truncated,
 * no pages or cyclic ones, more than 500 pages, more than the limits of `guard.ts` and `parse-budget.ts`. What is done
 * with its objects is charged to `work`.
 */
export async function importPdf(file: ImportedPdf, work = new WorkBudget()): Promise<ImportedDocument> {
  return await readUntrusted(file, work, (document, warnings) => {
    sanitize(document)
    return { document, warnings }
  })
}

/**
 * Parses a file and returns what `read` takes from it before anything is removed; throws as `importPdf`. The document
 * itself must not go further.
 */
export async function readUntrusted<Result>(
  file: ImportedPdf,
  work: WorkBudget,
  read: (document: PDFDocument, warnings: string[]) => Result,
): Promise<Result> {
  assertUsable(file)
  try {
    work.charge('bytes', file.bytes.length)
    const { context, repaired } = parseUntrusted(file.bytes)
    shareBudget(context, work)
    work.charge('objects', context.enumerateIndirectObjects().length)
    await work.takeTurns()
    resolveChains(context)
    openCatalog(context)
    const document = opened(context)
    const missing = flattenPageTree(document)
    return read(document, [...damages(repaired, missing), ...lossesOf(document)])
  } catch (error) {
    throw asProblem(error, file)
  }
}

function damages(repaired: boolean, missing: number): string[] {
  return [
    ...(repaired ? ['was damaged and has been repaired'] : []),
    ...(missing > 0 ? [`lacks ${missing} of its pages`] : []),
  ]
}

/**
 * Objects that are nothing but a reference become what they refer to, or null at the end of a circle: a library that
 * looks an object up takes one step and expects to have arrived.
 */
function resolveChains(context: PDFContext): void {
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
}

/** The document of parsed objects, as `PDFDocument.load` would open it. */
function opened(context: PDFContext): PDFDocument {
  const Opener = PDFDocument as unknown as new (
    context: PDFContext,
    ignoreEncryption: boolean,
    updateMetadata: boolean,
  ) => PDFDocument
  return new Opener(context, true, false)
}

/** A Problem as it is; anything else that a foreign file made a library throw as `asset_failed`. */
export function asProblem(error: unknown, file: Pick<ImportedPdf, 'name' | 'pointer'>): Problem {
  return error instanceof Problem ? error : unusableFile(file, reasonOf(error), error)
}

function reasonOf(error: unknown): string {
  if (error instanceof ParseBudgetExceeded || error instanceof UnusablePages) return error.message
  if (error instanceof PasswordNeeded) return 'is encrypted and needs a password: send it without one'
  if (error instanceof UnknownEncryption) return 'is encrypted in a way that only a program of its own undoes'
  return 'is broken and cannot be read'
}

/** Throws `asset_failed` for what its bytes alone show to be unusable, before anything is parsed. */
export function assertUsable(file: ImportedPdf): void {
  const reason = refusal(file.bytes)
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
