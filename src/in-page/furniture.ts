/**
 * Page furniture: what a document says of its own pages. `render/furniture-styles.ts` has put names of ours into its styles;
 * here they get their values, which follow from the pages of the last print.
 */

import { finishAnimations } from './animations'
import { insertContents } from './contents-list'
import type { Furniture } from './contract'
import { formatCounter } from './counter-format'
import { document } from './document'
import { cssString, plainText } from './element-text'
import type { FilledFurniture, PrintedPages } from './furniture-types'
import { fillLeaders, findLeaders } from './leaders'
import { measurePageArea } from './page-area'
import { chapterSides, fillSides, type Side } from './page-sides'
import { fillStrings, findStrings, type SetStrings } from './running-strings'
import { Tracked } from './tracked-pages'

/** What shows a page number, or a text of the target if `style` is undefined. */
type Number = { target: Element; style: string | undefined; last: string; write: (value: string) => void }

type Prepared = {
  furniture: Furniture
  tracked: Tracked
  numbers: Number[]
  strings: SetStrings[]
  sides: Side[]
  leaders: ReturnType<typeof findLeaders>
}

let prepared: Prepared | undefined
let hiding: HTMLStyleElement | undefined

/** Numbers that were not printed yet are two digits wide, as most. */
const UNKNOWN = '00'

/** As in the contract. */
export function prepareFurniture(furniture: Furniture): string[] {
  const tracked = new Tracked()
  const { toc, styles } = furniture
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
  for (const { element } of sides) tracked.track(element)
  prepared = { furniture, tracked, numbers, strings, sides, leaders: findLeaders(styles.leaders) }
  return contents?.warnings ?? []
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
  hiding = document.createElement('style')
  hiding.textContent = '*,::before,::after{visibility:hidden!important}'
  document.head.append(hiding)
}

/** As in the contract. */
export function fillFurniture(printed: PrintedPages, sized: boolean): FilledFurniture {
  hiding?.remove()
  // What shows itself slowly is there at once.
  finishAnimations()
  if (!prepared) return { changed: 0 }
  const { furniture, tracked, numbers, strings, sides, leaders } = prepared
  const { styles, firstPage, paper } = furniture
  if (leaders.length > 0 && !sized) {
    const area = measurePageArea(paper)
    const resize = {
      width: Math.max(1, Math.floor(area.width)),
      height: Math.max(1, Math.floor(area.height)),
    }
    if (window.innerWidth !== resize.width) return { changed: 1, resize }
  }
  // A page that comes in moves all behind it, which the next print tells.
  let changed = fillSides(sides, (element) => tracked.pageOf(element, printed))
  if (changed > 0) return { changed }
  for (const number of numbers) {
    const { target, style, write } = number
    if (style === undefined) continue
    const page = tracked.pageOf(target, printed)
    const value = page === undefined ? '' : formatCounter(page + firstPage - 1, style)
    if (value === number.last) continue
    number.last = value
    write(value)
    changed++
  }
  if (styles.strings.length > 0) {
    const pageOf = (element: Element) => tracked.pageOf(element, printed)
    changed += fillStrings(styles.strings, strings, { pageOf, count: printed.count })
  }
  if (changed > 0) fillLeaders(leaders)
  return { changed }
}
