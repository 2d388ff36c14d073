/** Where on paper the findings of an audit stand: for somebody who looks at the page and wants to see what is meant. */
import { audit } from './audit'
import { type Audited, state } from './audit-state'
import { type Columns, type Fragment, layOutInColumns } from './columns'
import { runsRightToLeft } from './dom'
import { onSheet, sheetScale } from './larger-pages'
import type { AuditSettings, Located, PageArea, PlacedFinding, WrongWindow } from './paper-types'
import type { Reported } from './reported'
import { document } from './true-document'

/** Boxes of each list: a page with more is not read box by box. */
const MAX_PLACED = 80
/** Boxes of one element, which may reach over many pages. */
const MAX_FRAGMENTS = 4

/** Audits the document as it stands, and places what it finds and what the first audit found, as far as that is still there. */
export function locate(settings: AuditSettings): Located | WrongWindow {
  const answer = audit(settings)
  if ('resize' in answer) return answer
  const { audited, firstFound = [] } = state
  if (!audited) throw new Error('an audit left nothing behind')
  const { paper, margins } = onSheet(audited.page, settings.paper)
  const columns = audited.page.uniform ? layOutInColumns(audited.layout, audited.page) : undefined
  const scale = (settings.paper.scale * sheetScale(settings.paper)) / state.shrink
  const place = placer(audited, { columns, boxOn: boxOnPaper({ paper, margins }, scale) })
  const located = { paper, margins, now: place(audited.found), before: place(firstFound) }
  columns?.restore()
  return located
}

/** Where pages differ in size nobody knows on which page anything is: nothing has a place then. */
function placer(
  { page }: Audited,
  { columns, boxOn }: { columns: Columns | undefined; boxOn: ReturnType<typeof boxOnPaper> },
) {
  return (found: readonly Reported[]): PlacedFinding[] => {
    if (!columns) return []
    const placed: PlacedFinding[] = []
    for (const { kind, element, page: at } of found) {
      if (placed.length >= MAX_PLACED) break
      for (const fragment of fragmentsOf(element, at, { page, columns })) {
        const box = boxOn(fragment)
        if (box) placed.push({ kind, page: fragment.page + 1, ...box })
      }
    }
    return placed.slice(0, MAX_PLACED)
  }
}

/** Of what is said of a whole page, that page; of what is said of the document, nothing. */
function fragmentsOf(
  element: Element,
  at: number | undefined,
  { page, columns }: { page: PageArea; columns: Columns },
): Fragment[] {
  if (element !== document.body && element !== document.documentElement)
    return element.isConnected ? columns.fragmentsOf(element).slice(0, MAX_FRAGMENTS) : []
  if (at === undefined) return []
  return [{ page: at, top: 0, bottom: page.height, start: 0, end: page.width }]
}

/** From a place on a page's printable area, in CSS pixels of the content, to the paper's. Nothing beyond the paper's edge. */
function boxOnPaper({ paper, margins }: Pick<PageArea, 'paper' | 'margins'>, scale: number) {
  const rtl = runsRightToLeft()
  return ({ top, bottom, start, end }: Fragment) => {
    const x = rtl ? paper.width - margins.right - end * scale : margins.left + start * scale
    const left = Math.max(0, Math.round(x))
    const head = Math.max(0, Math.round(margins.top + top * scale))
    const width = Math.min(Math.round(paper.width), Math.round(x + (end - start) * scale)) - left
    const height = Math.min(Math.round(paper.height), Math.round(margins.top + bottom * scale)) - head
    return width > 0 && height > 0 ? { x: left, y: head, width, height } : undefined
  }
}
