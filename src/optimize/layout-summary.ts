/** Where findings stand, as the header `X-Layout` of a preview has it. Pure. */
import type { Located, PlacedFinding } from '../in-page/paper-types'
import type { OptimizationReport } from './summary'

/** Characters: what is more than this many boxes is not looked at one by one. */
export const MAX_SUMMARY = 4000

/** `onPage` says which pages are looked at. */
type Look = {
  optimization: Pick<OptimizationReport, 'repaired'> | undefined
  onPage: (page: number) => boolean
}

/** `paper=794x1123; margins=38,38,38,38; found=wide_table@1:38,120,756,300 small_text@2:40,60,200,12`. */
export function layoutSummary(
  { paper, margins, now, before }: Located,
  { optimization, onPage }: Look,
): string {
  const { top, right, bottom, left } = margins
  const boxes = new BoxList(MAX_SUMMARY)
  const repaired = optimization && before.filter(({ kind }) => optimization.repaired.includes(kind))
  const seen = (found: readonly PlacedFinding[] = []) => found.filter(({ page }) => onPage(page))
  return [
    `paper=${Math.round(paper.width)}x${Math.round(paper.height)}`,
    `margins=${[top, right, bottom, left].map(Math.round).join(',')}`,
    boxes.list(optimization ? 'left' : 'found', seen(now)),
    boxes.list('repaired', seen(repaired)),
  ]
    .filter(Boolean)
    .join('; ')
}

/** Lists boxes as long as there is room for them. */
class BoxList {
  constructor(private room: number) {}

  list(name: string, found: readonly PlacedFinding[]): string {
    const boxes: string[] = []
    for (const { kind, page, x, y, width, height } of found) {
      const box = `${kind}@${page}:${x},${y},${width},${height}`
      this.room -= box.length + 1
      if (this.room < 0) break
      boxes.push(box)
    }
    return boxes.length > 0 ? `${name}=${boxes.join(' ')}` : ''
  }
}
