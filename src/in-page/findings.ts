/** What can be wrong with a document on paper, and how serious it is. Data and pure functions. */

/**
 * Kinds of findings, the most serious first: unreadable content, then what looks wrong, then missing metadata. `weight`
 * is the penalty for the first finding of a kind. `fixable` says whether our rules may repair it; other kinds are only
 * reported, because they need other words or pictures.
 */
export const kinds = {
  /** Text or a picture beyond the page's edge. Measure: CSS pixels beyond it. */
  too_wide: { weight: 20, fixable: true },
  /** A table beyond the page's edge, or cut by its frame. CSS pixels. */
  wide_table: { weight: 20, fixable: true },
  /** Preformatted text beyond the page's edge, or cut by its frame. CSS pixels. */
  wide_code: { weight: 16, fixable: true },
  /** Text cut by a frame that scrolls on a screen. CSS pixels that are hidden. */
  hidden_overflow: { weight: 16, fixable: true },
  /** Text that fades in on scrolling, and stays transparent on paper. Characters. */
  unrevealed: { weight: 16, fixable: true },
  /** A fixed bar that every page repeats over its text. CSS pixels of height. */
  repeated_bar: { weight: 16, fixable: true },
  /** Text that is hard to tell from its printed background. Contrast ratio (WCAG 2.2, 1.4.3), times 100. */
  lost_background: { weight: 16, fixable: true },
  /** A page with neither text nor picture. Always 1. */
  empty_page: { weight: 10, fixable: true },
  /** Text too small to read. Points at its printed size, times 100. */
  small_text: { weight: 8, fixable: true },
  /** A table row on two pages that would fit on one. CSS pixels of height. */
  split_row: { weight: 8, fixable: true },
  /** A figure, picture, code block or framed box on two pages that would fit on one. CSS pixels of height. */
  split_figure: { weight: 8, fixable: true },
  /**
   * A picture higher than a page, of two pages at most, that a page break cuts; or one that leaves much of the page before
   * blank, on which it would fit if it were a little smaller. CSS pixels of height.
   */
  tall_picture: { weight: 8, fixable: true },
  /** A heading at the foot of a page whose text begins on the next. CSS pixels of height. */
  stranded_heading: { weight: 8, fixable: true },
  /** A table over several pages whose head is only on the first. Pages. */
  missing_repeated_head: { weight: 6, fixable: true },
  /** A last page that is almost empty. Percent of it that is filled. */
  sparse_last_page: { weight: 6, fixable: true },
  /** No title. Always 1. */
  missing_title: { weight: 3, fixable: true },
  /** No language. Always 1. */
  missing_language: { weight: 3, fixable: true },
  /** A picture without alternative text. Always 1. */
  missing_alt: { weight: 2, fixable: false },
  /** A picture of less than 150 dots per inch at its printed size. Dots per inch. */
  low_resolution_image: { weight: 2, fixable: false },
  /** A closed section, slide or tab, which is not printed. Characters. */
  collapsed: { weight: 2, fixable: false },
  /** Links whose address is not printed; one finding for the document. Links. */
  unprinted_link: { weight: 1, fixable: false },
} as const satisfies Record<string, { weight: number; fixable: boolean }>

export type Kind = keyof typeof kinds

/** `place` is a short CSS path to the element, `page` counts from 1, `measure` is as its kind says. */
export type LayoutFinding = { kind: Kind; place: string; page?: number; measure: number }

/** A table that is wider than the page. Lengths in CSS pixels. */
export type WideTable = {
  /** Names its tag: `wide_table-0`, and so on. */
  index: number
  /** Its width as it is. */
  natural: number
  /** Smallest width without breaking a word, if its cells may wrap. */
  minWidth: number
  /** The zoom that it has. */
  zoom: number
  /** Height if it is turned, across the page's height; a million if it is too wide for that too. */
  turnedHeight: number
  /** Width of its place, the width if nothing is beside it, and if the boxes around it are as wide as the page. */
  room: number
  roomAlone: number
  roomWidened: number
  /** The least zoom, on top of that, at which its text still has six points. */
  minZoom: number
  /** Whether it fills the width around it whatever is in it. */
  fills: boolean
  /** Widths of its columns, those that a cell spans as one; none if it cannot be split between them. */
  columns: number[]
}

/** Text that is not printed whole: how many characters, and the first such texts. */
export type CutText = { characters: number; texts: string[] }

/** What one audit of the laid-out document found. */
export type Audit = {
  /** At most 60 of a kind and 240 in all, in the order in which they were found. */
  findings: LayoutFinding[]
  counts: Partial<Record<Kind, number>>
  pages: number
  /** False if pages differ in size or direction: page breaks are then not checked. */
  breaksKnown: boolean
  /** The page area in CSS pixels, after the print scale. */
  page: { width: number; height: number; scale: number }
  /** How far the content reaches to the right, in CSS pixels. */
  contentWidth: number
  /** By how much the browser makes everything smaller, to fit what is too wide on the page; 1 if nothing is. */
  shrink: number
  /** Filled share of the last page, 0 to 1. */
  lastPageFilled: number
  /** What is left blank at the feet of pages, in pages. */
  blank: number
  /** And of one page, at most. */
  maxBlank: number
  /** The last page has nothing but bars that a repair has put there. */
  barsAlone?: boolean
  /** A box has a least width of its own that is more than the page's, as frameworks give it to the whole page. */
  hasLeastWidth?: boolean
  /** A box that is wider than the page has a size of its own, and in it what is placed by coordinates. */
  hasSlides?: boolean
  /** A box in sight scrolls down. */
  hasPanes?: boolean
  /** A margin pulls the head of a box over the edge of its page. */
  hasPulled?: boolean
  tables: WideTable[]
  cut: CutText
  /** Numbers of columns of the grids that are too wide; 0 if they would become too narrow to read. */
  grids: number[]
  /** A heading to use as the title, if the document has none. */
  heading?: string | undefined
  /** The beginning of the text, if the document names no language. */
  sample?: string | undefined
}

/** Total penalty: the first finding of a kind counts its weight, each doubling of their number adds it again. */
function penalty(counts: Audit['counts']): number {
  let sum = 0
  for (const [kind, count] of Object.entries(counts) as [Kind, number][]) {
    if (count > 0) sum += kinds[kind].weight * (1 + Math.log2(count))
  }
  return sum
}

/** 100 without findings, 50 at a penalty of 40. */
export function score(counts: Audit['counts']): number {
  return Math.round(4000 / (40 + penalty(counts)))
}

/** Characters that may come to be cut, or cease to be, without it being the point of a repair. */
const FEW_CHARACTERS = 8
/** What a page more weighs that is nearly empty, besides being found as that: no box on two pages is worth it. */
const WASTED_PAGE = 10
/** What a page's length more weighs that is left blank at the feet of pages, so that boxes are kept whole. */
const BLANK_PAGE = 12
/** How much a repair that shows hidden text may add to the penalty: what it shows is then repaired in its turn. */
const MAX_FOLLOW_UP = 60

/** Whether a repair that shows nothing more takes far more paper: its boxes stand alone on pages then. */
function isFarLonger(before: Audit, after: Audit): boolean {
  return after.pages > 1.6 * before.pages + 1.5
}

/**
 * Whether `after` is better: it cuts less text, or has a smaller penalty (by more than rounding, and what more it leaves
 * blank weighs as well), cuts no more, and has no more boxes that hide something, no more empty pages, and not far more pages.
 */
export function isBetter(before: Audit, after: Audit): boolean {
  const added = penalty(after.counts) - penalty(before.counts)
  if (showsFarMore(before, after)) return added < MAX_FOLLOW_UP
  if (after.cut.characters > before.cut.characters + FEW_CHARACTERS) return false
  const worse = (kind: Kind) => (after.counts[kind] ?? 0) > (before.counts[kind] ?? 0)
  if (worse('hidden_overflow') || worse('empty_page') || isFarLonger(before, after)) return false
  const wasted = wastesPage(before, after) ? WASTED_PAGE : 0
  return added + wasted + BLANK_PAGE * Math.max(0, after.blank - before.blank) < -0.01
}

/** Whether `after` shows so much of the text that `before` cuts that smaller faults may come with it. */
export function showsFarMore(before: Pick<Audit, 'cut'>, after: Pick<Audit, 'cut'>): boolean {
  return after.cut.characters < before.cut.characters * 0.9 - FEW_CHARACTERS
}

function wastesPage(before: Audit, after: Audit): boolean {
  const { sparse_last_page: sparse = 0 } = after.counts
  return !after.barsAlone && after.pages > before.pages && sparse > (before.counts.sparse_last_page ?? 0)
}

/**
 * The same of several repairs at once, which may owe it to some of them: none may take a page more that is nearly empty,
 * unless they show more.
 */
export function isBetterTogether(before: Audit, after: Audit): boolean {
  return isBetter(before, after) && (!wastesPage(before, after) || showsMore(before, after))
}

/** Share of a document's pages that may be blank at their feet, for a page more that boxes are kept whole on. */
const MAX_BLANK_SHARE = 0.12
/** Share of a single page: what is less looks as if the text had ended there. */
const MAX_BLANK_FOOT = 1 / 3
/** With more, a page looks as if it had been left by mistake. */
const MOSTLY_BLANK = 0.6
/** Of a last page; more is worth a page for one heading. */
const LITTLE_FILLED = 1 / 3

/**
 * Whether `after` is on more pages than the document as it came, shows no more, and leaves the paper for it blank: its last
 * page is nearly empty, another one mostly, or much is at the feet of others, and not a little on each.
 */
export function wastesPaper(original: Audit, after: Audit): boolean {
  if (after.pages <= original.pages || !after.breaksKnown || showsMore(original, after)) return false
  const more = after.blank - original.blank
  const isMostly = after.maxBlank > MOSTLY_BLANK && original.maxBlank < MOSTLY_BLANK
  const isBlanker = more > MAX_BLANK_SHARE * after.pages && after.maxBlank > MAX_BLANK_FOOT
  return wastesPage(original, after) || isBlanker || (isMostly && more > MOSTLY_BLANK)
}

/** Whether `after` ends on a page more with little on it, shows no more, and one heading alone is where it belongs for that. */
export function isForOneHeading(original: Audit, after: Audit): boolean {
  if (after.pages <= original.pages || after.barsAlone || showsMore(original, after)) return false
  const less = (kind: Kind) => (original.counts[kind] ?? 0) - (after.counts[kind] ?? 0)
  return less('stranded_heading') === 1 && less('split_figure') <= 0 && after.lastPageFilled < LITTLE_FILLED
}

/** Whether a bar that stood over the only page of the document as it came has a page more to itself, and no text is shown for it. */
export function hasPageOfBars(original: Audit, after: Audit): boolean {
  return original.pages === 1 && after.pages > 1 && after.barsAlone === true && !showsMore(original, after)
}

/** How many pages it fills: one that is nearly empty is none. */
export function filledPages({ pages, counts }: Audit): number {
  return counts.sparse_last_page ? pages - 1 : pages
}

/** Whether it takes no more pages than another, nor fills more. */
export function fillsNoMore(one: Audit, other: Audit): boolean {
  return one.pages <= other.pages && filledPages(one) <= filledPages(other)
}

/** Whether `after` shows text that `before` cuts. */
export function showsMore(before: Audit, after: Audit): boolean {
  return after.cut.characters < before.cut.characters - FEW_CHARACTERS
}

/**
 * Whether `after`, which is `before` at a smaller scale, has come back onto the pages of the document as it came, hides no
 * more and is still better than that.
 */
export function isShortened(before: Audit, after: Audit, original: Audit): boolean {
  const worse = (kind: Kind) => (after.counts[kind] ?? 0) > (before.counts[kind] ?? 0)
  if (worse('hidden_overflow') || worse('empty_page') || showsMore(after, before)) return false
  const isBack = fillsNoMore(after, original) && !fillsNoMore(before, original)
  return isBack && penalty(after.counts) < penalty(original.counts) - 0.01
}

/** The fixable kinds among the findings. */
export function fixableKinds({ counts }: Audit): Kind[] {
  return (Object.keys(kinds) as Kind[]).filter((kind) => kinds[kind].fixable && (counts[kind] ?? 0) > 0)
}
