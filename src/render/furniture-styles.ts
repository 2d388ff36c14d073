/**
 * What style sheets ask of pages and the browser drops (CSS Generated Content for Paged Media 3, CSS Generated Content 3), in
 * words that it keeps: uses of `target-counter()`, `target-text()` and `leader()` become custom properties, and those of
 * `string()` styles of the page counter. They cascade in the browser, and are filled in when the pages are known
 * (`in-page/furniture.ts`). What cannot be filled in stays as it is, and is warned of (`paged-media.ts`).
 */
import type { FurnitureStyles } from '../in-page/furniture-types'
import { BoundedTokenizer } from './bounded-tokenizer'
import { type Declaration, readDeclarations } from './css-declarations'
import { functionsIn } from './css-functions'
import { type PreludeUses, rewritePreludes } from './furniture-preludes'
import {
  counterOf,
  isName,
  parseLeader,
  parseParts,
  parseSource,
  parseStringSet,
  withoutBreaks,
} from './furniture-values'
import { BleedStyles } from './page-bleed'

/** Most style sheets have none of it. */
const MAY_HAVE =
  /target-(?:counter|text)\(|leader\(|string-set|\bstring\(|(?:right|left|recto|verso)\b|footnote|running\(|:blank|:nth\(|counter-(?:re)?set|counter\(\s{0,9}page|bookmark-|\b(?:bleed|marks)\s{0,9}:/i
const SIDES = /^\s{0,9}(?:right|left|recto|verso)\b/i
const BOOKMARK_VALUES: { [property: string]: RegExp | undefined } = {
  'bookmark-level': /^(?:none|[1-9]\d?)$/i,
  'bookmark-state': /^(?:open|closed)$/i,
}
/** Different uses in one document; more stay as they are. */
const MAX_USES = 100

/** Rewrites the style sheets of one document, and collects what they use. */
export class FurnitureCss {
  readonly uses: FurnitureStyles & PreludeUses = {
    ...{ targets: [], leaders: [], strings: [], sets: [], sides: false, blanks: false },
    ...{ pageStyles: [], pageSets: [], bookmarks: { found: false, labels: [] } },
    notes: { found: false, calls: [], markers: [], area: false, perPage: false },
    nths: [],
  }
  /** What the sheets have beyond their pages. */
  readonly bleed = new BleedStyles()
  /** Whether the document counts its pages by the browser's own means: then elements cannot. */
  #countsNatively = false
  /** Whether page numbers in margins are ours, since elements set them. */
  #numbersPages: boolean
  #isLinked = false
  /** Places of uses in their lists. */
  readonly #places = new Map<unknown[], Map<string, number>>()
  readonly #tokenizer = new BoundedTokenizer()

  constructor(numbersPages = false) {
    this.#numbersPages = numbersPages
  }

  /** Whether anything was found. */
  get found(): boolean {
    return this.uses.bookmarks.found || this.needsPages
  }

  /** Whether something follows from the pages of a print. */
  get needsPages(): boolean {
    const { targets, leaders, sets, sides, notes, nths } = this.uses
    const count = targets.length + leaders.length + sets.length + nths.length
    return sides || notes.found || this.setsPages || count > 0
  }

  /** Whether elements set page numbers, and nothing else does. */
  get setsPages(): boolean {
    return this.uses.pageSets.length > 0 && !this.#countsNatively
  }

  /** One style sheet as the browser is to read it. */
  rewrite(css: string): string {
    if (!MAY_HAVE.test(css)) return css
    return this.#rewriteDeclarations(this.#rewritePreludes(css))
  }

  /**
   * A sheet that the page has loaded. The document was sent before, so that its sheet has its size, and page numbers of other
   * sheets are what they are: elements set those of this sheet alone.
   */
  rewriteLinked(css: string): string {
    if (!MAY_HAVE.test(css)) return css
    this.#isLinked = true
    if (!this.#numbersPages && !this.#countsNatively && /counter-(?:re)?set/i.test(css)) {
      const alone = new FurnitureCss(true)
      alone.rewrite(css)
      this.#numbersPages = alone.setsPages && alone.uses.pageStyles.length > 0
    }
    const rewritten = this.rewrite(css)
    this.#isLinked = false
    return rewritten
  }

  #rewritePreludes(css: string): string {
    if (!/footnote|:blank|:nth\(/i.test(css)) return css
    const { uses } = this
    const rewritten = rewritePreludes(css, this.#tokenizer, uses)
    uses.blanks ||= rewritten.blank
    return rewritten.css
  }

  #rewriteDeclarations(css: string): string {
    let done = 0
    let text = ''
    for (const declaration of readDeclarations(css, this.#tokenizer)) {
      const { from, valueFrom, to } = declaration
      const instead = this.#instead(declaration, css.slice(valueFrom, to))
      if (instead === undefined) continue
      text += css.slice(done, from) + instead
      done = to
    }
    return text + css.slice(done)
  }

  #instead({ property, inPage, isRoot }: Declaration, value: string): string | undefined {
    if (property === 'content') return this.#content(value, inPage)
    if (property === 'float' && /^\s{0,99}footnote\s{0,99}(?:!|$)/i.test(value) && !inPage) {
      this.uses.notes.found = true
      return `--platen-footnote:1`
    }
    if (property === 'position' && !inPage) return this.#running(value)
    if (property === 'counter-reset' || property === 'counter-set') {
      if (inPage && /\bfootnote\b/i.test(value)) this.uses.notes.perPage = true
      const set = /(?:^|\s)page(?:\s{1,9}(-?\d{1,6}))?(?![\w-])/i.exec(value)
      if (!set) return undefined
      if (inPage || isRoot) {
        this.#countsNatively = true
        return undefined
      }
      const at = this.#indexOf(this.uses.pageSets, Number(set[1] ?? 0))
      if (at === undefined || !this.#numbersPages) return undefined
      const others = value.replace(set[0], ' ').trim()
      return `${others && `${property}:${others};`}--platen-page-set:${at}`
    }
    if (property === 'string-set') {
      const sets = parseStringSet(value)
      if (!sets || inPage) return undefined
      const at = this.#indexOf(this.uses.sets, sets)
      return at === undefined ? undefined : `--platen-string-set:${at}`
    }
    if ((property === 'bleed' || property === 'marks') && inPage && !this.#isLinked)
      return this.bleed.take(property, value) ? `--platen-${property}:1` : undefined
    if (property.startsWith('bookmark-') && !inPage) return this.#bookmark(property, value)
    if (/^(?:page-)?break-(?:before|after)$/.test(property) && SIDES.test(value)) {
      this.uses.sides = true
    }
    return undefined
  }

  /** A value of `content`; undefined if it needs nothing, or something that cannot be filled in. */
  #content(value: string, inPage: boolean): string | undefined {
    let done = 0
    let text = ''
    let gap = ''
    // What stands behind a leader is kept with it.
    const between = (part: string) => (gap === '' ? part : withoutBreaks(part))
    for (const { name, from, to, args } of functionsIn(value)) {
      if (name === 'counter' && !(inPage && this.#numbersPages)) continue
      const instead = inPage ? this.#ofPage(name, args) : this.#ofElement(name, args)
      if (instead === undefined) return undefined
      text += between(value.slice(done, from)) + instead
      if (name === 'leader') gap = ';margin-inline-start:var(--platen-gap,0)'
      done = to
    }
    return done === 0 ? undefined : `content:${text}${between(value.slice(done))}${gap}`
  }

  #ofElement(name: string, [first = '', second = '', third = '']: string[]): string | undefined {
    if (name === 'leader') return this.#leader(first)
    const source = parseSource(first)
    if (!source) return undefined
    if (name === 'target-text') {
      return /^(?:content|)$/i.test(second) ? this.#target({ source, style: undefined }) : undefined
    }
    if (name !== 'target-counter') return undefined
    if (second.toLowerCase() === 'page')
      return this.#target({ source, style: third.toLowerCase() || 'decimal' })
    const counter = counterOf(second, third)
    return counter && this.#target({ source, style: undefined, counter })
  }

  #target(target: FurnitureStyles['targets'][number]): string | undefined {
    const at = this.#indexOf(this.uses.targets, target)
    return at === undefined ? undefined : `var(--platen-target-${at},"")`
  }

  #leader(pattern: string): string | undefined {
    const text = parseLeader(pattern)
    const at =
      text === undefined || text === '' ? undefined : this.#indexOf(this.uses.leaders, text.slice(0, 20))
    return at === undefined ? undefined : `var(--platen-leader-${at},"")`
  }

  #ofPage(name: string, [string = '', which = '']: string[]): string | undefined {
    if (name === 'counter') {
      if (string.toLowerCase() !== 'page') return `counter(${[string, which].filter(Boolean)})`
      const at = this.#indexOf(this.uses.pageStyles, which.toLowerCase() || 'decimal')
      return at === undefined ? undefined : `counter(page,platen-page-${at})`
    }
    if ((name !== 'string' && name !== 'element') || !isName(string)) return undefined
    const value = which.toLowerCase() || 'first'
    if (value !== 'first' && value !== 'last' && value !== 'first-except') return undefined
    const at = this.#indexOf(this.uses.strings, {
      name: name === 'string' ? string : `()${string}`,
      which: value,
    })
    return at === undefined ? undefined : `counter(page,platen-string-${at})`
  }

  /** An element that is shown in page margins: what it says is set where it stands, and takes no room there. */
  #running(value: string): string | undefined {
    const name = /^\s{0,99}running\(\s{0,9}([\w-]{1,100})\s{0,9}\)\s{0,99}(?:!|$)/i.exec(value)?.[1]
    if (name === undefined) return undefined
    const at = this.#indexOf(this.uses.sets, [{ name: `()${name}`, parts: [{ hidden: true }] }])
    return at === undefined ? undefined : `--platen-string-set:${at};${RUNNING}`
  }

  /** What is a bookmark, and how it looks (CSS GCPM 3, 3); undefined for a value that we do not know. */
  #bookmark(property: string, value: string): string | undefined {
    const plain = value.replace(/!\s{0,9}important/i, '').trim()
    const isImportant = plain === value.trim() ? '' : '!important'
    const { bookmarks } = this.uses
    const known = BOOKMARK_VALUES[property]?.test(plain) ? plain.toLowerCase() : undefined
    const parts = property === 'bookmark-label' ? parseParts(plain) : undefined
    const at = parts ? this.#indexOf(bookmarks.labels, parts) : known
    if (at === undefined) return undefined
    bookmarks.found = true
    return `--platen-${property}:${at}${isImportant}`
  }

  /** The place of `value` in `list`, where it is put if it is not there; undefined if the list is full. */
  #indexOf<Value>(list: Value[], value: Value): number | undefined {
    const key = JSON.stringify(value)
    const places = this.#places.get(list) ?? new Map<string, number>()
    this.#places.set(list, places)
    const at = places.get(key)
    if (at !== undefined || list.length >= MAX_USES) return at
    places.set(key, list.push(value) - 1)
    return list.length - 1
  }
}

/** It stands where it is, unseen, so that its page is known, and has neither room nor tags. */
const RUNNING =
  'position:absolute;visibility:hidden;width:0;height:0;margin:0;padding:0;border:0;overflow:hidden'
