/** Over the picture of a page: its margins, and boxes around what prints badly or was repaired. */
import type { PageLayout, PlacedFinding } from './layout'
import { FINDINGS, TEXTS } from './texts'

type PageMarksProps = { layout: PageLayout; page: number }

/** A drawing of the paper's own size, which is stretched to the picture's. The list beside it says the same. */
export function PageMarks({ layout: { paper, area, findings }, page }: PageMarksProps) {
  const shown = findings.filter((finding) => finding.page === page)
  return (
    <svg class="page-marks" viewBox={`0 0 ${paper.width} ${paper.height}`} aria-hidden="true">
      <path class="margins" d={`M0 0H${paper.width}V${paper.height}H0Z${holeOf(area)}`} fill-rule="evenodd" />
      {shown.map((finding) => (
        <rect
          key={keyOf(finding)}
          class={finding.state}
          x={finding.x}
          y={finding.y}
          width={finding.width}
          height={finding.height}
          rx={3}
        >
          <title>{wordsOf(finding)}</title>
        </rect>
      ))}
    </svg>
  )
}

/** What is marked on this page, each kind once. */
export function MarkList({ layout, page }: PageMarksProps) {
  const words = new Map(
    layout.findings.filter((finding) => finding.page === page).map((one) => [wordsOf(one), one.state]),
  )
  return (
    <ul class="mark-list" aria-label={TEXTS.marksOf}>
      {[...words].map(([said, state]) => (
        <li key={said} class={state}>
          {said}
        </li>
      ))}
      <li class="margins">{TEXTS.marginsOf(marginsOf(layout))}</li>
    </ul>
  )
}

function holeOf({ x, y, width, height }: PageLayout['area']): string {
  return `M${x} ${y}h${width}v${height}h${-width}Z`
}

/** In millimetres: top, right, bottom, left. */
function marginsOf({ paper, area }: PageLayout): number[] {
  const right = paper.width - area.x - area.width
  const bottom = paper.height - area.y - area.height
  return [area.y, right, bottom, area.x].map((pixels) => Math.round((pixels / 96) * 25.4))
}

function wordsOf({ kind, state }: PlacedFinding): string {
  const said = FINDINGS[kind] ?? kind.replaceAll('_', ' ')
  return `${TEXTS[state]}: ${said.charAt(0).toLowerCase()}${said.slice(1)}`
}

function keyOf({ kind, x, y, state }: PlacedFinding): string {
  return `${kind} ${state} ${x} ${y}`
}
