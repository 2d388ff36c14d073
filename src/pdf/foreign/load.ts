/** Opens PDFs that are not ours: refused before or while parsing with one clear reason, or made harmless. */
import {
  EncryptedPDFError,
  ParseSpeeds,
  PDFArray,
  PDFCatalog,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
} from 'pdf-lib'
import { Problem } from '../../errors'
import { limits, refusal } from './guard'
import { sanitise } from './sanitise'
import { limitUnpacking, unpackingRefusal } from './unpacking'

limitUnpacking()

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
 * broken or cyclic page tree, more than 500 pages, more than the limits of `guard.ts`.
 */
export async function loadForeign(file: ForeignFile): Promise<PDFDocument> {
  refuseUnusable(file)
  try {
    const document = await PDFDocument.load(file.bytes, {
      updateMetadata: false,
      parseSpeed: ParseSpeeds.Fastest,
    })
    const problem = unpackingRefusal(document.context) ?? pageTreeProblem(document)
    if (problem) throw cannotUse(file, problem)
    sanitise(document)
    return document
  } catch (error) {
    if (error instanceof EncryptedPDFError)
      throw cannotUse(file, 'is encrypted: send it without a password', error)
    throw brokenOr(error, file)
  }
}

/** A Problem as it is; anything else that a foreign file made a library throw as `asset_failed`. */
export function brokenOr(error: unknown, file: Pick<ForeignFile, 'name' | 'pointer'>): Problem {
  return error instanceof Problem ? error : cannotUse(file, 'is broken and cannot be read', error)
}

/** Throws `asset_failed` for what its bytes alone show to be unusable, before anything is parsed. */
export function refuseUnusable(file: ForeignFile): void {
  const reason = refusal(file.bytes)
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

/**
 * Walks the tree itself before anything else does, and sets each node's parent to where it was met: libraries
 * follow a cycle, downwards or upwards, for ever.
 */
function pageTreeProblem({ catalog, context }: PDFDocument): string | undefined {
  if (!(catalog instanceof PDFCatalog)) return 'is broken: it has no catalog'
  const root = catalog.get(PDFName.of('Pages'))
  const seen = new Set<PDFObject | undefined>()
  const open = [{ entry: root, parent: undefined as PDFObject | undefined }]
  let pages = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { entry, parent } = next
    const node = context.lookup(entry)
    if (!(entry instanceof PDFRef) || !(node instanceof PDFDict)) return 'is broken: a page is missing'
    if (seen.has(node)) return 'is broken: its pages form a cycle'
    seen.add(node)
    if (parent) node.set(PDFName.of('Parent'), parent)
    else node.delete(PDFName.of('Parent'))
    const kids = node.lookup(PDFName.of('Kids'))
    if (node instanceof PDFPageTree && kids instanceof PDFArray) {
      open.push(...kids.asArray().map((kid) => ({ entry: kid, parent: entry })))
    } else if (!(node instanceof PDFPageLeaf)) return 'is broken: a page is no page'
    else if (++pages > limits.pages) return `has more than ${limits.pages} pages`
  }
  return pages === 0 ? 'has no pages' : undefined
}
