/** Opens PDFs of our own making: the browser's, and those that we wrote. */
import { PDFDocument } from 'pdf-lib'
import { shareBudget, type WorkBudget } from './work-budget'
import './name-pool'
import './reference-pool'

/** Objects parsed before other requests get their turn. */
const OBJECTS_A_TURN = 5_000

/** Parses a file whose work is charged to `work`. Throws WorkLimitExceeded, or what the parser throws. */
export async function loadTrusted(bytes: Uint8Array, work: WorkBudget): Promise<PDFDocument> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false, parseSpeed: OBJECTS_A_TURN })
  shareBudget(document.context, work)
  work.charge('objects', document.context.enumerateIndirectObjects().length)
  return document
}
