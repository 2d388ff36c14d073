/**
 * From findings to repairs: for each kind the smallest print CSS or page setting that repairs it. What a first step
 * did not repair, a further one may (`attempt`). Pure.
 *
 * Rules reach elements by the tags that the audit left (`in-page/finding-collector.ts`). They never change paper, orientation or
 * what the caller set.
 */

import { type Audit, filledPages, fillsNoMore, fixableKinds, type Kind, showsMore } from '../in-page/findings'
import type { Repair, TableSplit } from '../in-page/paper-types'
import { fitTables } from './fit-tables'
import { fitWidth } from './fit-to-width'
import { showHidden } from './hidden-overflow'
import { languageOf } from './language'
import { MIN_SCALE, on, type Part, taggedRules } from './repair-parts'

/** A step: the kinds it is for, and what it does. `scale` is the print scale it needs, where that may change. */
export type Step = { kinds: Kind[]; repair: Repair; scale?: number }

/** The steps behind, of each kind; 0 of one that was minded in vain while nothing was wrong of it. */
export type Attempts = Partial<Record<Kind, number>>

type Rule = (audit: Audit, attempt: number, mayScale: boolean) => Part | undefined

/** A rule of one step, or of two: what is repaired may come up again once the rest has moved. */
const forAttempts =
  (count: 1 | 2, part: Part): Rule =>
  (_, attempt) =>
    attempt < count ? part : undefined

/** What is moved down without minding pages gets a margin instead. */
const UNSHIFTED = {
  shifted: 'top:auto!important;bottom:auto!important;margin-top:var(--platen-size)!important',
}

/** What was moved down to leave room for a bar is not; this goes before the margin above. */
const UNMOVED = `[data-platen]${on('repeated_bar-moved', UNSHIFTED.shifted)}`

/** A line is not divided among pages, but a box that fills one is if it is a block. */
const DIVIDED = { whole_line: 'display:flow-root!important' }

/** A picture keeps its proportions. */
const LOWER =
  'max-height:var(--platen-size)!important;max-width:100%!important;width:auto!important;height:auto!important;object-fit:contain!important'

/** The attempt at split figures that keeps none of them whole. */
export const PULLED_ALONE = 2

const rules: Partial<Record<Kind, Rule>> = {
  too_wide: fitWidth,
  hidden_overflow: showHidden,
  wide_table: fitTables,
  wide_code: forAttempts(
    1,
    taggedRules(
      {
        wide_code:
          'white-space:pre-wrap!important;overflow-wrap:anywhere!important;overflow:visible!important;max-width:100%!important;height:auto!important;max-height:none!important;box-sizing:border-box!important',
      },
      '[data-platen~="wide_code"] *{white-space:inherit!important;overflow-wrap:anywhere!important}',
    ),
  ),
  unrevealed: forAttempts(
    1,
    taggedRules({
      unrevealed:
        'opacity:1!important;transform:none!important;animation:none!important;transition:none!important',
    }),
  ),
  repeated_bar: (_, attempt) =>
    attempt > 1
      ? undefined
      : taggedRules(
          {
            'repeated_bar-static': 'position:static!important;transform:none!important',
            'repeated_bar-once': `position:${attempt === 0 ? 'absolute' : 'static'}!important`,
            'repeated_bar-control': 'opacity:0!important',
            'repeated_bar-padded': 'padding-top:var(--platen-size)!important',
            'repeated_bar-moved': '',
          },
          UNMOVED,
        ),
  lost_background: forAttempts(
    1,
    taggedRules({
      lost_background:
        'color:#111!important;-webkit-text-fill-color:#111!important;text-shadow:none!important',
      'lost_background-light':
        'color:#fff!important;-webkit-text-fill-color:#fff!important;text-shadow:none!important',
    }),
  ),
  small_text: ({ page }, attempt) => {
    if (attempt > 1) return undefined
    const size = ((attempt === 0 ? 8.2 : 9) / page.scale).toFixed(2)
    return taggedRules({ small_text: `font-size:${size}px!important;line-height:1.3!important` })
  },
  split_row: ({ counts }, attempt) =>
    attempt > 0
      ? undefined
      : taggedRules(
          { 'split_row-layout': '', ...(counts.split_row && UNSHIFTED) },
          ':is(tr,[role="row"]):not([data-platen~="split_row-layout"]){break-inside:avoid!important}',
        ),
  // Where much would be left blank, the small ones alone; then nothing but what a margin pulls over the edge of its page.
  split_figure: ({ counts, hasPulled }, attempt) => {
    const whole = ['split_figure', 'split_figure-small'][attempt]
    if (!whole && (attempt > PULLED_ALONE || !hasPulled)) return undefined
    return taggedRules({
      ...(whole && { [whole]: 'break-inside:avoid!important' }),
      'split_figure-pulled': 'margin-top:0!important',
      ...(counts.split_figure && UNSHIFTED),
    })
  },
  tall_picture: ({ counts }, attempt) => {
    // What else is repaired moves a picture, which may then stand where it did not fit.
    const isMoved = attempt === 0 && reflowKinds.some((kind) => kind !== 'tall_picture' && counts[kind])
    if (attempt > 1) return undefined
    return taggedRules({ tall_picture: LOWER, ...(!isMoved && { 'tall_picture-pushed': LOWER }) })
  },
  stranded_heading: ({ counts }, attempt) =>
    attempt > 1
      ? undefined
      : taggedRules({
          stranded_heading: 'break-after:avoid!important;break-inside:avoid!important',
          'stranded_heading-box': 'break-inside:avoid!important',
          'stranded_heading-line': 'break-after:avoid!important',
          // Where a gap is above what stands in a box, its page may end there, whatever is before the box.
          'stranded_heading-next': 'break-before:avoid!important',
          ...(counts.stranded_heading && DIVIDED),
        }),
  missing_repeated_head: forAttempts(
    2,
    taggedRules(
      { missing_repeated_head: '' },
      '[data-platen~="missing_repeated_head"]>thead{display:table-header-group!important;break-inside:avoid!important}',
    ),
  ),
  // Where a bar was put after what is as high as the window.
  sparse_last_page: ({ barsAlone }, attempt) =>
    barsAlone && attempt < 1 ? taggedRules({ sparse_last_page: 'min-height:0!important' }) : undefined,
  // Of a break before and after nothing one is enough; if not, neither is.
  empty_page: (_, attempt) =>
    attempt > 1
      ? undefined
      : taggedRules({
          empty_page: 'height:auto!important;min-height:0!important',
          ...DIVIDED,
          'empty_page-break': `break-after:auto!important${attempt === 0 ? '' : ';break-before:auto!important'}`,
        }),
}

/** Kinds whose repair makes the text longer or shorter. */
const reflowKinds: readonly Kind[] = [
  ...(['too_wide', 'wide_table', 'wide_code', 'hidden_overflow', 'repeated_bar', 'small_text'] as const),
  ...(['empty_page', 'split_row', 'split_figure', 'tall_picture', 'stranded_heading'] as const),
]
/** Kinds that are about breaks alone; to mind them if there is nothing wrong changes nothing. */
const breakKinds: readonly Kind[] = ['split_row', 'split_figure', 'stranded_heading']

/**
 * The next step for what an audit found; nothing if no rule is left for it. `mayScale` is false if the caller set the print scale.
 */
export function nextStep(
  audit: Audit,
  { attempts, mayScale }: { attempts: Attempts; mayScale: boolean },
  only?: Kind | 'no breaks',
): Step | undefined {
  const found = fixableKinds(audit)
  const others = found.filter((kind) => !breakKinds.includes(kind))
  const kinds = only === 'no breaks' ? others : only ? [only] : found
  const fixed: Kind[] = []
  const css: string[] = []
  const tags: string[] = []
  const splits: TableSplit[] = []
  let { scale } = audit.page
  // What makes the text longer or shorter moves every break, so that the breaks are minded with it.
  const reflows =
    !only &&
    kinds.some((kind) => reflowKinds.includes(kind) && rules[kind]?.(audit, attempts[kind] ?? 0, mayScale))
  const guarded = reflows
    ? breakKinds.filter((kind) => !kinds.includes(kind) && attempts[kind] === undefined)
    : []
  for (const kind of [...kinds, ...guarded]) {
    const part = rules[kind]?.(audit, attempts[kind] ?? 0, mayScale)
    if (!part) continue
    fixed.push(kind)
    css.push(part.css)
    tags.push(...part.tags)
    splits.push(...(part.splits ?? []))
    scale = Math.min(scale, part.scale ?? scale)
  }
  const repair: Repair = { css: css.join(''), tags, ...(splits.length > 0 && { splits }) }
  if (kinds.includes('missing_repeated_head') && fixed.includes('missing_repeated_head')) repair.heads = true
  if (kinds.includes('missing_title') && audit.heading && !attempts.missing_title) {
    repair.title = audit.heading
    fixed.push('missing_title')
  }
  const lang =
    kinds.includes('missing_language') && !attempts.missing_language && languageOf(audit.sample ?? '')
  if (lang) {
    repair.lang = lang
    fixed.push('missing_language')
  }
  if (fixed.length === 0) return undefined
  return { kinds: fixed, repair, ...(scale < audit.page.scale && { scale }) }
}

/**
 * Print scales that may bring a document onto fewer pages, the largest first: it takes more than it did, though it shows
 * nothing more, since what had been too wide is no longer made smaller to fit; or there are few lines on its last page.
 */
export function scalesFor(audit: Audit, current: number, original: Audit): number[] {
  const { counts, pages, lastPageFilled, shrink } = audit
  // What is too wide is printed smaller than the print scale has it.
  const printed = current / shrink
  const wasSmaller = original.shrink > 1 && original.breaksKnown && !showsMore(original, audit)
  // What was too wide was printed at this scale.
  const former = hundredths(original.page.scale / original.shrink)
  const length = pages - 1 + lastPageFilled
  const scalesTo = (wanted: number, more: number[], smallest: number) => {
    // Running text in a smaller size takes less of both ways, so its height goes down with the square; what has no lines
    // to fill, as a column of boxes, goes down in proportion.
    const needed = Math.sqrt(wanted / length) * printed
    const least = (wanted / length) * printed
    return [needed - 0.01, (needed + least) / 2 - 0.01, least - 0.01, ...more]
      .map(hundredths)
      .filter((scale) => scale >= Math.max(MIN_SCALE, smallest) && scale < printed)
  }
  const tried: number[] = []
  if (wasSmaller && !fillsNoMore(audit, original) && filledPages(original) > 0)
    tried.push(...scalesTo(filledPages(original), [former], former))
  if (counts.sparse_last_page && pages > 1)
    tried.push(...scalesTo(pages - 1, [0.92 * printed, 0.87 * printed], 0.8 * printed))
  return [...new Set(tried)].sort((one, other) => other - one)
}

function hundredths(scale: number): number {
  return Math.floor(scale * 100) / 100
}
