/** Reports of `goCreditMode` that were stored before findings had the names of today. */
import type { Kind } from '../in-page/findings'

const FORMER_KINDS: Readonly<Record<string, Kind>> = {
  torn_row: 'split_row',
  torn_figure: 'split_figure',
  lonely_heading: 'stranded_heading',
  lost_link: 'unprinted_link',
}

/** What of a stored report names kinds of findings. */
type NamesKinds = {
  found: Record<string, number>
  repaired: string[]
  left: Record<string, number>
  findings: { kind: string }[]
}

/** The report with the present names in the place of former ones. */
export function withPresentKinds<Report extends NamesKinds>(report: Report): Report {
  const { found, repaired, left, findings } = report
  return {
    ...report,
    found: renamed(found),
    repaired: repaired.map(presentKind),
    left: renamed(left),
    findings: findings.map((finding) => ({ ...finding, kind: presentKind(finding.kind) })),
  }
}

const presentKind = (kind: string): string => FORMER_KINDS[kind] ?? kind

const renamed = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).map(([kind, count]) => [presentKind(kind), count]))
