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
import { cssString, plainText } from './element-text'
import { footnotePages } from './footnote-factory'
import type { FootnotePages } from './footnote-pages'
import type { Bookmark, ExpectedPages, FilledFurniture, PrintedPages } from './furniture-types'
import { guessPages } from './guess-pages'
import { fillLeaders, findLeaders } from './leaders'
import { nthPages } from './nth-factory'
import type { NthPages } from './nth-pages'
import { measurePageArea } from './page-area'
import { chapterSides, fillSides, type Side } from './page-sides'
import { findStrings, type SetStrings, stringStyles } from './running-strings'
import { Tracked } from './tracked-pages'
import { document } from './true-document'

/** Links to nothing that are looked at, and what shows whether one has a number. */
const MAX_LOST = 100
const LOST = 'platen-lost'

/** What shows a page number, or a text of the target if `style` is undefined. */
type Number = { target: Element; style: string | undefined; last: string; write: (value: string) => void }

type Prepared = {
  furniture: Furniture
  tracked: Tracked
  numbers: Number[]
  strings: SetStrings[]
  sides: Side[]
  pageSets: PageSet[]
  notes: FootnotePages | undefined
  nth: NthPages | undefined
  leaders: ReturnType<typeof findLeaders>
  /** What page margins say. */
  margins: HTMLStyleElement
}

let prepared: Prepared | undefined
let hiding: HTMLStyleElement | undefined

/** Numbers that were not printed yet are two digits wide, as most. */
const UNKNOWN = '00'

/** As in the contract. */
export function prepareFurniture(furniture: Furniture): { warnings: string[]; bookmarks: Bookmark[] } {
  const tracked = new Tracked('platen-page-')
  const { toc, styles, paper, tagged } = furniture
  const notes = styles.notes.found ? footnotePages(styles.notes, paper, tagged) : undefined
  const contents = toc ? insertContents(toc) : undefined
  const numbers = [
    ...(contents?.entries ?? []).map(({ heading, link, number }) => {
      link.href = `#${encodeURIComponent(tracked.track(heading).id)}`
      const write = (value: string) => {
        number.textContent = value
      }
      return { target: heading, style: 'decimal', last: UNKNOWN, write }
    }),
    ...styles.targets.flatMap((target, index) => findUses(target, `--platen-target-${index}`)),
  ]
  for (const { target, style, write } of numbers) {
    write(style === undefined ? plainText(target) : UNKNOWN)
    if (style !== undefined) tracked.track(target)
  }
  const strings = findStrings(styles.sets)
  for (const { element } of strings) tracked.track(element)
  const sides = styles.sides ? chapterSides() : []
  const pageSets = findPageSets(styles.pageSets)
  for (const { element } of [...sides, ...pageSets]) tracked.track(element)
  const margins = document.createElement('style')
  document.head.append(margins)
  const leaders = findLeaders(styles.leaders)
  const nth = nthPages(styles.nths, tracked, paper)
  prepared = { furniture, tracked, numbers, strings, sides, pageSets, notes, nth, leaders, margins }
  const marked = styles.bookmarks?.found ? findBookmarks(styles.bookmarks.labels, tracked) : undefined
  return {
    warnings: [
      ...(contents?.warnings ?? []),
      ...lostTargets(styles.targets),
      ...(marked?.warnings ?? []),
      ...(nth?.warnings ?? []),
    ],
    bookmarks: marked?.bookmarks ?? [],
  }
}

/** Of links that show the page of what is not there, the first. */
function lostTargets(targets: Furniture['styles']['targets']): string[] {
  for (const [index, { source }] of targets.entries()) {
    const lost = 'id' in source ? lostId(source.id) : lostLink(source.attr, `--platen-target-${index}`)
    if (lost !== undefined) return [`target-counter: nothing has the id ${JSON.stringify(lost.slice(0, 40))}`]
  }
  return []
}

function lostId(id: string): string | undefined {
  return document.getElementById(id) ? undefined : id
}

/** The id that an attribute names in vain, of an element that shows `property` before or after its content. */
function lostLink(attribute: string, property: string): string | undefined {
  const links = [...document.querySelectorAll<HTMLElement>(`[${CSS.escape(attribute)}^="#"]`)]
  const lost = links.filter((link) => {
    const value = link.getAttribute(attribute) ?? ''
    return value.length > 1 && !targetOf(value)
  })
  const shown = lost.slice(0, MAX_LOST).find((link) => {
    link.style.setProperty(property, cssString(LOST))
    const contents = ['::before', '::after'].map((part) => getComputedStyle(link, part).content)
    link.style.removeProperty(property)
    return contents.some((content) => content.includes(LOST))
  })
  return shown?.getAttribute(attribute)?.slice(1)
}

/** The elements that a use of `target-counter()` or `target-text()` may be of, with what they lead to. */
function findUses({ source, style }: Furniture['styles']['targets'][number], property: string): Number[] {
  const use = (holder: Element, target: Element | null): Number[] => {
    if (!target || !(holder instanceof HTMLElement)) return []
    return [
      {
        target,
        style,
        last: UNKNOWN,
        write: (value) => holder.style.setProperty(property, cssString(value)),
      },
    ]
  }
  if ('id' in source) return use(document.documentElement, document.getElementById(source.id))
  return [...document.querySelectorAll(`[${CSS.escape(source.attr)}]`)].flatMap((holder) =>
    use(holder, targetOf(holder.getAttribute(source.attr) ?? '')),
  )
}

function targetOf(value: string): Element | null {
  if (!value.startsWith('#') || value.length < 2) return null
  const fragment = value.slice(1)
  try {
    return document.getElementById(fragment) ?? document.getElementById(decodeURIComponent(fragment))
  } catch {
    return null
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

/** As in the contract. */
export function fillByGuess(scale: number, sized: boolean): FilledFurniture | undefined {
  if (!prepared || prepared.notes?.any) return undefined
  const resize = sized ? undefined : widthOfPaper(prepared)
  if (resize) return { changed: 1, resize }
  const { furniture, tracked, sides, nth } = prepared
  for (let guesses = 0; guesses < MAX_GUESSES; guesses++) {
    const guessed = guessPages(tracked, { ...furniture.paper, scale })
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
  const isBlank = furniture.styles.blanks
  const moved = fillSides(sides, (element) => tracked.pageOf(element, printed), isBlank)
  const changed = moved > 0 ? moved : fillValues(prepared, printed)
  const placed = notes?.next(printed, moved > 0) ?? { changed: 0 }
  if (placed.trial) hideForTrial()
  const { count } = printed
  const variants = nth?.variants({ count, pageOf: (element) => tracked.pageOf(element, printed) }) ?? []
  return { ...placed, changed: changed + placed.changed, warnings: notes?.warnings ?? [], variants }
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
