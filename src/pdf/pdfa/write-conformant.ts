/** The last step of a document that promises a level: it is written, judged, and mended once more if it breaks a rule. */
import type { PDFDocument } from 'pdf-lib'
import { dropUndrawn } from '../arrange/drop-unused-images'
import { type WorkBudget, WorkLimitExceeded } from '../work-budget'
import { writePdf } from '../write/write-pdf'
import { type ConformanceTarget, partOf, requirementsOf } from './level'
import { mendFonts } from './mend-fonts'
import { mendInks } from './mend-inks'
import { mendOperations } from './mend-operations'
import { mendPrograms } from './mend-programs'
import type { Violation } from './rules/conformance-rule'
import { assertConformant, violationsOf } from './verify-conformance'

/**
 * What only broken files need, and takes a look at all that they show, is done when they were found broken: others do not
 * pay for it. Throws NotConformant, with what is still broken, and WorkLimitExceeded. `pageName` is as in
 * `assertConformant`.
 */
export async function writeConformant(
  doc: PDFDocument,
  target: ConformanceTarget,
  { work, pageName }: { work: WorkBudget; pageName?: ((page: number) => string) | undefined },
): Promise<Uint8Array> {
  const { objectStreams } = requirementsOf(target.level)
  const write = async () => {
    // Writing is one piece of work: others run before it and after.
    await work.takeTurns()
    const bytes = writePdf(doc.context, { objectStreams })
    await work.takeTurns()
    return bytes
  }
  const { bytes, violations } = await judged(await write(), target, work)
  if (bytes) return bytes
  try {
    if (!(await mendAgain(doc, partOf(target.level)))) assertConformant(violations, target, pageName)
    const mended = await write()
    assertConformant(await violationsOf(mended, target, work), target, pageName)
    return mended
  } catch (error) {
    // What was found first says more than how long it would take to look again.
    if (error instanceof WorkLimitExceeded) assertConformant(violations, target, pageName)
    throw error
  }
}

/** Bytes that break rules are not kept: the document is in memory beside them, and is written once more. */
async function judged(
  bytes: Uint8Array,
  target: ConformanceTarget,
  work: WorkBudget,
): Promise<{ bytes?: Uint8Array; violations: Violation[] }> {
  const violations = await violationsOf(bytes, target, work)
  return violations.length === 0 ? { bytes, violations } : { violations }
}

/** Returns whether anything was changed. */
async function mendAgain(doc: PDFDocument, part: 1 | 2 | 3 | undefined): Promise<boolean> {
  const changed = [
    part !== undefined && (await mendOperations(doc)),
    // Once the parts of a page have the names that they take from it.
    part !== undefined && (await dropUndrawn(doc)),
    part !== undefined && part > 1 && mendInks(doc.context),
    mendPrograms(doc.context),
    await mendFonts(doc, part),
  ]
  return changed.some(Boolean)
}
