/** Opens PDFs of our own making: the browser's, and those that we wrote. */
import { type PDFContext, PDFDocument, PDFParser } from 'pdf-lib'
import { shareBudget, type WorkBudget } from './work-budget'
import './name-pool'
import './number-pool'
import './reference-pool'

/** Objects parsed before other requests get their turn. */
const OBJECTS_A_TURN = 5_000

/**
 * Parses a file whose work is charged to `work`; its streams are parts of `bytes`, not copies. Throws WorkLimitExceeded, or
 * what the parser throws.
 */
export async function loadTrusted(bytes: Uint8Array, work: WorkBudget): Promise<PDFDocument> {
  const parser = PDFParser.forBytesWithOptions(bytes, OBJECTS_A_TURN)
  const source = (parser as unknown as { bytes: { slice(start: number, end: number): Uint8Array } }).bytes
  source.slice = (start, end) => bytes.subarray(start, end)
  const document = documentOf(await parser.parseDocument())
  shareBudget(document.context, work)
  work.charge('objects', document.context.enumerateIndirectObjects().length)
  return document
}

/** The document of parsed objects, as `PDFDocument.load` would open it. */
export function documentOf(context: PDFContext): PDFDocument {
  const Opener = PDFDocument as unknown as new (
    context: PDFContext,
    ignoreEncryption: boolean,
    updateMetadata: boolean,
  ) => PDFDocument
  return new Opener(context, false, false)
}
