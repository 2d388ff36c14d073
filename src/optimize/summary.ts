/** What optimising did, for the caller: whole in the task, and as one line for a header. Pure. */
import { jsonBytes } from '../binary/bytes'
import { type Audit, type Kind, kinds, type LayoutFinding, score } from '../in-page/findings'
import { MAX_SHRINK } from '../in-page/smallest-sizes'
import { MAX_HEADER } from '../text/header-text'
import type { ModelOutcome } from './model'

/** The task's field `optimization`. */
export type OptimizationReport = {
  /** 0 to 100; 100 if nothing was found. What is too wide and left so counts in neither, if it was and is printed whole. */
  score: { before: number; after: number }
  /** Counted where pages are alike. */
  pages?: { before: number; after: number }
  /** Findings of each kind in the original document. */
  found: Partial<Record<Kind, number>>
  /** Kinds of which there are fewer now, or none. */
  repaired: Kind[]
  /** Findings of each kind that are left; what is too wide is not, if it is printed whole, only smaller. */
  left: Partial<Record<Kind, number>>
  /** The first texts that are not printed whole; absent if all are. */
  cut_texts?: string[]
  /** The first findings of the document as it came. */
  findings: LayoutFinding[]
  /** How many there are beyond those. */
  more_findings?: number
  /** The print scale that was chosen. */
  scale?: number
  model: ModelOutcome
}

/** Bytes of the findings that a task keeps, as JSON: it travels in rows and objects. */
const MAX_FINDINGS_BYTES = 8_000

/** What came between the two looks. */
type Done = { repaired: ReadonlySet<Kind>; scale: number | undefined; model: ModelOutcome }

/** The report of a document that was looked at before and after. */
export function reportOf(before: Audit, after: Audit, { repaired, scale, model }: Done): OptimizationReport {
  const known = before.breaksKnown && after.breaksKnown
  const findings = firstFindings(before.findings)
  const left = leftOf(after)
  const more = Object.values(before.counts).reduce((sum, count) => sum + count, 0) - findings.length
  return {
    score: { before: score(countedOf(before, after)), after: score(left) },
    ...(known && { pages: { before: before.pages, after: after.pages } }),
    found: before.counts,
    repaired: (Object.keys(kinds) as Kind[]).filter((kind) => repaired.has(kind)),
    left,
    ...(after.cut.texts.length > 0 && { cut_texts: after.cut.texts }),
    findings,
    ...(more > 0 && { more_findings: more }),
    ...(scale !== undefined && { scale }),
    model,
  }
}

/** What is still wrong: not what is wider than the page, where the browser prints all of it smaller and nothing is cut. */
function leftOf({ counts, shrink, cut }: Audit): OptimizationReport['left'] {
  const { too_wide: _, ...others } = counts
  return shrink > 1 && shrink < MAX_SHRINK && cut.characters === 0 ? others : counts
}

/** What the score before counts: what the score after leaves out, though nothing repaired it, counts in neither. */
function countedOf(before: Audit, after: Audit): Audit['counts'] {
  return after.counts.too_wide ? leftOf(before) : before.counts
}

/** As many findings as a task keeps. */
function firstFindings(findings: readonly LayoutFinding[]): LayoutFinding[] {
  let bytes = 2
  const kept = findings.findIndex((finding) => {
    bytes += jsonBytes(finding) + 1
    return bytes > MAX_FINDINGS_BYTES
  })
  return kept < 0 ? [...findings] : findings.slice(0, kept)
}

/**
 * `score=62>98; pages=3>3; found=split_row:4,unprinted_link:1; repaired=split_row; model=not_needed; left=unprinted_link:1`; cut at
 * the end where it is longer than a header may be.
 */
export function summaryOf(report: OptimizationReport): string {
  const counted = (counts: OptimizationReport['found']) =>
    Object.entries(counts)
      .map(([kind, count]) => `${kind}:${count}`)
      .join(',')
  const parts = [
    `score=${report.score.before}>${report.score.after}`,
    report.pages && `pages=${report.pages.before}>${report.pages.after}`,
    `found=${counted(report.found) || 'none'}`,
    report.repaired.length > 0 && `repaired=${report.repaired.join(',')}`,
    report.scale !== undefined && `scale=${report.scale}`,
    `model=${report.model}`,
    Object.keys(report.left).length > 0 && `left=${counted(report.left)}`,
  ]
  return parts.filter(Boolean).join('; ').slice(0, MAX_HEADER)
}
