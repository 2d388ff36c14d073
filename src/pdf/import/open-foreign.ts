/** Opens PDFs that are not ours: refused before or while parsing with one clear reason, or made harmless. */
import { type PDFContext, type PDFDict, type PDFDocument, PDFNull, type PDFObject, PDFRef } from 'pdf-lib'
import { Problem } from '../../errors'
import { MAX_DEPTH, repairFieldTree } from '../field-tree'
import { documentOf } from '../open-own'
import { listAllFields } from '../unlisted-fields'
import { shareBudget, WorkBudget } from '../work-budget'
import { type AttachedFile, attachedFilesOf } from './attached-files'
import { PasswordNeeded, UnknownEncryption } from './decrypt'
import { flattenPageTree, openCatalog, UnusablePages } from './flatten-page-tree'
import { refusal } from './guard'
import { lossesOf } from './losses'
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
  /** Opens the file, as the user's or the owner's; without one the empty password is tried. */
  password?: string | undefined
}

/** An opened file, and what of it is not what it was, in words that follow "the file". */
export type ImportedDocument = {
  document: PDFDocument
  warnings: string[]
  /** The files that the document brings; none unless asked for. They are in it no longer. */
  attached: AttachedFile[]
}

/**
 * Parses and sanitises a file. Throws `asset_failed` naming the file and why: no PDF, locked by a password, truncated,
 * no pages or cyclic ones, more than 500 pages, more than the limits of `guard.ts` and `parse-budget.ts`. What is done
 * with its objects is charged to `work`.
 */
export async function importPdf(
  file: ImportedPdf,
  work = new WorkBudget(),
  { keepsFiles = false, keepsCatalog = false } = {},
): Promise<ImportedDocument> {
  return await readUntrusted(file, work, (document, { damages }) => {
    const { files, lost } = keepsFiles ? attachedFilesOf(document) : { files: [], lost: 0 }
    const lostFiles = lost > 0 ? [`lost ${lost} of its embedded files, which are broken or too large`] : []
    const warnings = [...damages, ...lostFiles, ...lossesOf(document, { keepsFiles, keepsCatalog })]
    sanitize(document)
    listAllFields(document)
    const { losesDeepFields } = repairFieldTree(document)
    if (losesDeepFields)
      warnings.push(`lost the fields of its form that lie more than ${MAX_DEPTH} levels deep`)
    return { document, warnings, attached: files }
  })
}

/** What the file was before it was parsed. */
export type ParsedFrom = {
  /** What is wrong with it, in words that follow "the file". */
  damages: string[]
  /** How it was encrypted, if it was. */
  encryption: PDFDict | undefined
}

/**
 * Parses a file and returns what `read` takes from it before anything is removed; throws as `importPdf`. The document
 * itself must not go further.
 */
export async function readUntrusted<Result>(
  file: ImportedPdf,
  work: WorkBudget,
  read: (document: PDFDocument, from: ParsedFrom) => Result | Promise<Result>,
): Promise<Result> {
  assertUsable(file)
  try {
    work.charge('bytes', file.bytes.length)
    const passwords = ['', ...(file.password === undefined ? [] : [file.password])]
    const { context, repaired, encryption } = await parseUntrusted(file.bytes, passwords, work)
    shareBudget(context, work)
    work.charge('objects', context.enumerateIndirectObjects().length)
    await work.takeTurns()
    resolveChains(context)
    openCatalog(context)
    const document = documentOf(context)
    const missing = flattenPageTree(document)
    return await read(document, { damages: damagesOf(repaired, missing), encryption })
  } catch (error) {
    throw asProblem(error, file)
  }
}

function damagesOf(repaired: boolean, missing: number): string[] {
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

/** A Problem as it is; anything else that a foreign file made a library throw as `asset_failed`. */
export function asProblem(error: unknown, file: Pick<ImportedPdf, 'name' | 'pointer' | 'password'>): Problem {
  return error instanceof Problem ? error : unusableFile(file, reasonOf(error, file), error)
}

function reasonOf(error: unknown, { password }: Pick<ImportedPdf, 'password'>): string {
  if (error instanceof ParseBudgetExceeded || error instanceof UnusablePages) return error.message
  if (error instanceof PasswordNeeded)
    return password === undefined
      ? 'is encrypted and needs a password: give it, or send the file without one'
      : 'is encrypted, and the password given for it does not open it'
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
