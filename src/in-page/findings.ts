/** What can be wrong with a document on paper, and how bad it is: data and pure judgement. */

/**
 * Kinds of findings, the gravest first: what a reader cannot read counts most, then what looks wrong, then what is
 * missing beside the text. `weight` is what the first of a kind takes away; `mended` says whether rules of ours may
 * repair it: what only other words or pictures could mend is told and left alone.
 */
export const kinds = {
  /** Text or a picture beyond the page's edge. Measure: CSS pixels beyond it. */
  too_wide: { weight: 20, mended: true },
  /** A table beyond the page's edge, or cut by its frame. CSS pixels. */
  wide_table: { weight: 20, mended: true },
  /** Preformatted text beyond the page's edge, or cut by its frame. CSS pixels. */
  wide_code: { weight: 16, mended: true },
  /** Text cut by a frame that scrolls on a screen. CSS pixels that are hidden. */
  hidden_overflow: { weight: 16, mended: true },
  /** Text that fades in on a screen when it is scrolled to, and stays transparent on paper. Characters. */
  unrevealed: { weight: 16, mended: true },
  /** A fixed bar that every page repeats over its text. CSS pixels of height. */
  repeated_bar: { weight: 16, mended: true },
  /** Text that is hardly told from what is printed behind it. Contrast ratio (WCAG 2.2, 1.4.3), times 100. */
  lost_background: { weight: 16, mended: true },
  /** A page with neither text nor picture. Always 1. */
  empty_page: { weight: 10, mended: true },
  /** Text too small to read. Points at its printed size, times 100. */
  small_text: { weight: 8, mended: true },
  /** A table row on two pages that would fit on one. CSS pixels of height. */
  torn_row: { weight: 8, mended: true },
  /** A figure, picture, code block or framed box on two pages that would fit on one. CSS pixels of height. */
  torn_figure: { weight: 8, mended: true },
  /** A picture higher than a page, of two pages at most, that a page break cuts. CSS pixels of height. */
  tall_picture: { weight: 8, mended: true },
  /** A heading at the foot of a page whose text begins on the next. CSS pixels of height. */
  lonely_heading: { weight: 8, mended: true },
  /** A table over several pages whose head stands on the first alone. Pages. */
  missing_repeated_head: { weight: 6, mended: true },
  /** A last page that is almost empty. Percent of it that is filled. */
  sparse_last_page: { weight: 6, mended: true },
  /** No title. Always 1. */
  missing_title: { weight: 3, mended: true },
  /** No language. Always 1. */
  missing_language: { weight: 3, mended: true },
  /** A picture without a text for those who cannot see it. Always 1. */
  missing_alt: { weight: 2, mended: false },
  /** A picture of less than 150 dots per inch at its printed size. Dots per inch. */
  low_resolution_image: { weight: 2, mended: false },
  /** A section, slide or tab that is closed, and so not printed. Characters. */
  collapsed: { weight: 2, mended: false },
  /** Links whose address cannot be read on paper; one finding for the document. Links. */
  lost_link: { weight: 1, mended: false },
} as const satisfies Record<string, { weight: number; mended: boolean }>

export type Kind = keyof typeof kinds

/** `place` is a short CSS path to the element, `page` counts from 1, `measure` is as its kind says. */
export type Finding = { kind: Kind; place: string; page?: number; measure: number }

/** A table that is wider than the page. Lengths in CSS pixels. */
export type WideTable = {
  /** Names its mark: `wide_table-0`, and so on. */
  index: number
  /** Its width as it is. */
  natural: number
  /** Width it could be made without breaking a word, once its cells may wrap. */
  least: number
  /** Height it would have across the page's height instead of its width; a million where it is too wide for that too. */
  turnedHeight: number
  /** What its place offers, and what it offers once nothing stands beside it. */
  room: number
  roomAlone: number
}

/** What one look at the laid-out document found. */
export type Audit = {
  /** At most 60 of a kind and 240 in all, in the order in which they were found. */
  findings: Finding[]
  counts: Partial<Record<Kind, number>>
  pages: number
  /** False where pages differ in size or direction, so that nothing is said of page breaks. */
  breaksKnown: boolean
  /** The printable area in CSS pixels, and the print scale that this is after. */
  page: { width: number; height: number; scale: number }
  /** How far the content reaches to the right, in CSS pixels. */
  contentWidth: number
  /** Part of the last page that is filled, 0 to 1. */
  lastPageFilled: number
  tables: WideTable[]
  /** Numbers of columns of the grids that are too wide; 0 where they would be too narrow to read. */
  grids: number[]
  /** A heading to name the document by, where it has no title. */
  heading?: string | undefined
  /** The beginning of the text, where the document names no language. */
  sample?: string | undefined
}

/** What is wrong in total: the first of a kind counts its weight, each doubling of their number as much again. */
function penalty(counts: Audit['counts']): number {
  let sum = 0
  for (const [kind, count] of Object.entries(counts) as [Kind, number][]) {
    if (count > 0) sum += kinds[kind].weight * (1 + Math.log2(count))
  }
  return sum
}

/** 100 where nothing is wrong, half of it at a penalty of 40. */
export function score(counts: Audit['counts']): number {
  return Math.round(4000 / (40 + penalty(counts)))
}

/** What no repair may bring more of, whatever else it mends. */
const worst = ['hidden_overflow', 'empty_page'] as const

/** Whether `after` is the better document: less is wrong with it, by more than rounding, and nothing of the worst more. */
export function isBetter(before: Audit, after: Audit): boolean {
  const worse = worst.some((kind) => (after.counts[kind] ?? 0) > (before.counts[kind] ?? 0))
  return !worse && penalty(after.counts) < penalty(before.counts) - 0.01
}

/** Kinds found that a repair may mend. */
export function mendable({ counts }: Audit): Kind[] {
  return (Object.keys(kinds) as Kind[]).filter((kind) => kinds[kind].mended && (counts[kind] ?? 0) > 0)
}
