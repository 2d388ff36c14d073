/**
 * Page furniture: what a document says of its own pages. `render/furniture-styles.ts` has put names of ours into its styles;
 * here they get their values, which follow from the pages of the last print.
 */

import { finishAnimations } from './animations'
import { findBookmarks } from './bookmarks'
import { findPageSets, numberPages, numberStyles, type PageSet } from './chapter-numbers'
import { insertContents } from './contents-list'
import type { Furniture } from './contract'
import { formatCounter } from './counter-format'
import { plainText } from './element-text'
import { footnotePages } from './footnote-factory'
import type { FootnotePages } from './footnote-pages'
import type { Bookmark, ExpectedPages, FilledFurniture, PrintedPages } from './furniture-types'
import { guessPages } from './guess-pages'
import { fillLeaders, findLeaders } from './leaders'
import { applyLooks, countersAt, type SetStrings } from './margins-factory'
import { nthPages } from './nth-factory'
import type { NthPages } from './nth-pages'
import { measurePageArea } from './page-area'
import { chapterSides, fillSides, type Side } from './page-sides'
import { findUses, lostTargets, type PageNumber, UNKNOWN } from './page-targets'
import { findStrings, stringStyles } from './running-strings'
import { Tracked } from './tracked-pages'
import { document } from './true-document'

type Prepared = {
  furniture: Furniture
  tracked: Tracked
  numbers: PageNumber[]
  strings: SetStrings[]
  sides: Side[]
  pageSets: PageSet[]
  notes: FootnotePages | undefined
  nth: NthPages | undefined
  leaders: ReturnType<typeof findLeaders>
  /** What page margins say. */
  margins: HTMLStyleElement
  /** Prints behind which empty pages came or went. */
  moves: number
}

let prepared: Prepared | undefined
let hiding: HTMLStyleElement | undefined

/** As in the contract. */
export function prepareFurniture(furniture: Furniture): { warnings: string[]; bookmarks: Bookmark[] } {
  const tracked = new Tracked('platen-page-')
  const { toc, styles, paper, tagged } = furniture
  const notes = styles.notes.found ? footnotePages(styles.notes, paper, tagged) : undefined
  const contents = toc ? insertContents(toc) : undefined
  const numbers: PageNumber[] = [
    ...(contents?.entries ?? []).map(({ heading, link, number }) => {
      link.href = `#${encodeURIComponent(tracked.track(heading).id)}`
      const write = (value: string) => {
        number.textContent = value
      }
      return { target: heading, style: 'decimal', last: UNKNOWN, write }
    }),
    ...styles.targets.flatMap((target, index) => findUses(target, `--platen-target-${index}`)),
  ]
  const counterAt = countersAt(new Set(numbers.flatMap(({ target, counter }) => (counter ? [target] : []))))
  for (const { target, style, counter, write } of numbers) {
    const text = () => (counter ? counterAt(target, counter) : plainText(target))
    write(style === undefined ? text() : UNKNOWN)
    if (style !== undefined) tracked.track(target)
  }
  const strings = findStrings(styles.sets)
  const looks = applyLooks(styles.strings, strings)
  for (const { element } of strings) tracked.track(element)
  const sides = styles.sides ? chapterSides() : []
  const pageSets = findPageSets(styles.pageSets)
  for (const { element } of [...sides, ...pageSets]) tracked.track(element)
  const margins = document.createElement('style')
  document.head.append(margins)
  const leaders = findLeaders(styles.leaders)
  const nth = nthPages(styles.nths, tracked, paper)
  prepared = { furniture, tracked, numbers, strings, sides, pageSets, notes, nth, leaders, margins, moves: 0 }
  const marked = styles.bookmarks?.found ? findBookmarks(styles.bookmarks.labels, tracked) : undefined
  return {
    warnings: [
      ...(contents?.warnings ?? []),
      ...lostTargets(styles.targets),
      ...looks,
      ...(marked?.warnings ?? []),
      ...(nth?.warnings ?? []),
    ],
    bookmarks: marked?.bookmarks ?? [],
  }
}

/** As in the contract. */
export function hideForTrial(): void {
  hiding ??= document.createElement('style')
  hiding.textContent = '*,::before,::after{visibility:hidden!important}'
  document.head.append(hiding)
}

/** Guesses for a document in which chapters begin on a side: an empty page that comes in moves what is behind it. */
const MAX_GUESSES = 3

/** Prints without ink that only tell where empty pages are to stand. */
const MAX_MOVES = 8

/** As in the contract. */
export function fillByGuess(scale: number, sized: boolean): FilledFurniture | undefined {
  if (!prepared) return undefined
  // Of all that measures pages from now on: `goCreditMode` may have chosen another than was asked for.
  prepared.furniture.paper.scale = scale
  const resize = sized ? undefined : widthOfPaper(prepared)
  if (resize) return { changed: 1, resize }
  const { furniture, tracked, sides, nth, notes } = prepared
  if (notes?.any) {
    const elements = [...tracked.all(), ...notes.tracked()]
    const guessed = guessPages({ elements, isCounted: true }, furniture.paper)
    return guessed && fillFurniture(guessed, true)
  }
  const { strings, pageStyles } = furniture.styles
  const isCounted = strings.length > 0 || pageStyles.length > 0 || nth !== undefined
  for (let guesses = 0; guesses < MAX_GUESSES; guesses++) {
    const guessed = guessPages({ elements: [...tracked.all()], isCounted }, furniture.paper)
    if (!guessed) return undefined
    const { changed } = fillFurniture(guessed, true)
    if (sides.length === 0 && !nth) return { changed: 0, expected: expectedOf(prepared, guessed) }
    if (changed === 0 || sides.length === 0) break
  }
  return { changed: 0 }
}

/** What a print says if the guess is right. */
function expectedOf({ tracked, margins }: Prepared, guessed: PrintedPages): ExpectedPages {
  const pages = [...tracked.all()].map(
    ([element, fragment]) => [fragment, tracked.pageOf(element, guessed) ?? 0] as const,
  )
  return { pages: Object.fromEntries(pages), count: margins.textContent ? guessed.count : undefined }
}

/** As in the contract. */
export function fillFurniture(printed: PrintedPages, sized: boolean): FilledFurniture {
  hiding?.remove()
  // What shows itself slowly is there at once.
  finishAnimations()
  if (!prepared) return { changed: 0 }
  const { tracked, sides, notes, nth, furniture } = prepared
  const resize = sized ? undefined : widthOfPaper(prepared)
  if (resize) return { changed: 1, resize }
  // A page that comes in moves all behind it, which the next print tells.
  const isStyled = furniture.styles.blanks
  // Room for notes makes chapters longer from print to print.
  const areFacing = sides.length > 0 && !notes?.any && !measurePageArea(furniture.paper).uniform
  const pageOf = (element: Element) => tracked.pageOf(element, printed)
  const moved = fillSides(sides, pageOf, { isStyled, areFacing })
  const isMoving = moved > 0 && ++prepared.moves <= MAX_MOVES
  const changed = moved + (isMoving ? 0 : fillValues(prepared, printed))
  const placed = notes?.next(printed, moved > 0) ?? { changed: 0 }
  const trial = placed.trial === true || isMoving
  if (trial) hideForTrial()
  const { count } = printed
  const variants = nth?.variants({ count, pageOf }) ?? []
  return { ...placed, trial, changed: changed + placed.changed, warnings: notes?.warnings ?? [], variants }
}

/** The size of the window in which lines are as on paper, if it has another. */
function widthOfPaper({ leaders, notes, furniture }: Prepared): FilledFurniture['resize'] {
  if (leaders.length === 0 && !notes?.any) return undefined
  const area = measurePageArea(furniture.paper)
  const width = Math.max(1, Math.floor(area.width))
  const height = Math.max(1, Math.floor(area.height))
  return window.innerWidth === width ? undefined : { width, height }
}

/** Writes what numbers and margins say. Returns how many of them change. */
function fillValues(
  { furniture, tracked, numbers, strings, pageSets, leaders, margins }: Prepared,
  printed: PrintedPages,
) {
  const { styles, firstPage } = furniture
  const pageOf = (element: Element) => tracked.pageOf(element, printed)
  const numberOf = numberPages(pageSets, { pageOf, firstPage })
  let changed = 0
  for (const number of numbers) {
    const { target, style, write } = number
    if (style === undefined) continue
    const page = pageOf(target)
    const value = page === undefined ? '' : formatCounter(numberOf(page), style)
    if (value === number.last) continue
    number.last = value
    write(value)
    changed++
  }
  const { count } = printed
  const css =
    stringStyles(styles.strings, strings, { pageOf, count }) +
    numberStyles(styles.pageStyles, count, numberOf)
  if (margins.textContent !== css) {
    margins.textContent = css
    changed++
  }
  if (changed > 0) fillLeaders(leaders)
  return changed
}
