/**
 * What style sheets ask of pages and the browser drops (CSS Generated Content for Paged Media 3, CSS Generated Content 3), in
 * words that it keeps: uses of `target-counter()`, `target-text()` and `leader()` become custom properties, and those of
 * `string()` styles of the page counter. They cascade in the browser, and are filled in when the pages are known
 * (`in-page/furniture.ts`). What cannot be filled in stays as it is, and is warned of (`paged-media.ts`).
 */
import { tokenTypes } from 'css-tree/tokenizer'
import type { FurnitureStyles, StringPart, TargetSource } from '../in-page/furniture-types'
import { BoundedTokenizer } from './bounded-tokenizer'
import { functionsIn } from './css-functions'
import { rewritePreludes } from './furniture-preludes'

const { Ident, AtKeyword, Colon, Semicolon, WhiteSpace, Comment } = tokenTypes
const { LeftCurlyBracket, RightCurlyBracket } = tokenTypes

/** Most style sheets have none of it. */
const MAY_HAVE =
  /target-(?:counter|text)\(|leader\(|string-set|\bstring\(|(?:right|left|recto|verso)\b|footnote|running\(|:blank|:nth\(|counter-(?:re)?set|counter\(\s{0,9}page/i
const SIDES = /^\s{0,9}(?:right|left|recto|verso)\b/i
/** A selector of the root or its body. */
const ROOT = /(?:^|,)\s{0,99}(?:html|:root|body|\*)\s{0,99}(?:,|$)/i
/** Different uses in one document; more stay as they are. */
const MAX_USES = 100

type Declaration = {
  property: string
  from: number
  valueFrom: number
  to: number
  /** Within an `@page` rule. */
  inPage: boolean
  /** Whether its rule may be the root's. */
  isRoot: boolean
}

/** Rewrites the style sheets of one document, and collects what they use. */
export class FurnitureCss {
  readonly uses: FurnitureStyles = {
    ...{ targets: [], leaders: [], strings: [], sets: [], sides: false, blanks: false },
    ...{ pageStyles: [], pageSets: [] },
    notes: { found: false, calls: [], markers: [], area: false, perPage: false },
  }
  /** Whether the document counts its pages by the browser's own means: then elements cannot. */
  #countsNatively = false
  /** Places of uses in their lists. */
  readonly #places = new Map<unknown[], Map<string, number>>()
  readonly #tokenizer = new BoundedTokenizer()

  /** `numbersPages`: page numbers in margins are ours, since elements set them. */
  constructor(private readonly numbersPages = false) {}

  /** Whether anything was found. */
  get found(): boolean {
    const { targets, leaders, sets, sides, notes } = this.uses
    return sides || notes.found || this.setsPages || targets.length + leaders.length + sets.length > 0
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

  #rewritePreludes(css: string): string {
    if (!/footnote|:blank|:nth\(/i.test(css)) return css
    const { uses } = this
    const rewritten = rewritePreludes(css, this.#tokenizer, uses.notes)
    uses.blanks ||= rewritten.blank
    return rewritten.css
  }

  #rewriteDeclarations(css: string): string {
    let done = 0
    let text = ''
    for (const declaration of this.#declarations(css)) {
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
      if (at === undefined || !this.numbersPages) return undefined
      const others = value.replace(set[0], ' ').trim()
      return `${others && `${property}:${others};`}--platen-page-set:${at}`
    }
    if (property === 'string-set') {
      const sets = parseStringSet(value)
      if (!sets || inPage) return undefined
      const at = this.#indexOf(this.uses.sets, sets)
      return at === undefined ? undefined : `--platen-string-set:${at}`
    }
    if (/^(?:page-)?break-(?:before|after)$/.test(property) && SIDES.test(value)) {
      this.uses.sides = true
    }
    return undefined
  }

  /** A value of `content`; undefined if it needs nothing, or something that cannot be filled in. */
  #content(value: string, inPage: boolean): string | undefined {
    let done = 0
    let text = ''
    let spacing = ''
    for (const { name, from, to, args } of functionsIn(value)) {
      if (name === 'counter' && !(inPage && this.numbersPages)) continue
      const instead = inPage ? this.#ofPage(name, args) : this.#ofElement(name, args)
      if (instead === undefined) return undefined
      if (name === 'leader') spacing = `;letter-spacing:var(--platen-spacing,inherit)`
      text += value.slice(done, from) + instead
      done = to
    }
    return done === 0 ? undefined : `content:${text}${value.slice(done)}${spacing}`
  }

  #ofElement(name: string, [first = '', second = '', third = '']: string[]): string | undefined {
    if (name === 'leader') return this.#leader(first)
    const source = parseSource(first)
    if (!source) return undefined
    if (name === 'target-text') {
      return /^(?:content|)$/i.test(second) ? this.#target({ source, style: undefined }) : undefined
    }
    const isPage = name === 'target-counter' && second.toLowerCase() === 'page'
    return isPage ? this.#target({ source, style: third.toLowerCase() || 'decimal' }) : undefined
  }

  #target(target: FurnitureStyles['targets'][number]): string | undefined {
    const at = this.#indexOf(this.uses.targets, target)
    return at === undefined ? undefined : `var(--platen-target-${at},"")`
  }

  #leader(pattern: string): string | undefined {
    const text = LEADERS.get(pattern.toLowerCase()) ?? parseText(pattern)
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
    if ((name !== 'string' && name !== 'element') || !NAME.test(string)) return undefined
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

  #declarations(css: string): Declaration[] {
    const found: Declaration[] = []
    const blocks: string[] = []
    let rule = ''
    let name: { text: string; from: number } | undefined
    let valueFrom: number | undefined
    let preludeFrom = 0
    let isRoot = false
    const end = (to: number) => {
      if (name && valueFrom !== undefined) {
        const inPage = blocks.includes('page')
        found.push({ property: name.text, from: name.from, valueFrom, to, inPage, isRoot })
      }
      name = valueFrom = undefined
      preludeFrom = to + 1
    }
    this.#tokenizer.read(css, (type, start, to) => {
      if (type === WhiteSpace || type === Comment) return
      if (type === AtKeyword) {
        end(start)
        rule = css.slice(start + 1, to).toLowerCase()
      } else if (type === LeftCurlyBracket) {
        // What was read is a selector.
        name = valueFrom = undefined
        blocks.push(rule)
        rule = ''
        isRoot = ROOT.test(css.slice(preludeFrom, start))
        preludeFrom = to
      } else if (type === RightCurlyBracket || type === Semicolon) {
        end(start)
        rule = ''
        if (type === RightCurlyBracket) blocks.pop()
      } else if (type === Ident && rule === '')
        name ??= { text: css.slice(start, to).toLowerCase(), from: start }
      else if (type === Colon && rule === '' && blocks.length > 0) valueFrom ??= to
    })
    end(css.length)
    return found
  }
}

/** It stands where it is, unseen, so that its page is known, and has neither room nor tags. */
const RUNNING =
  'position:absolute;visibility:hidden;width:0;height:0;margin:0;padding:0;border:0;overflow:hidden'
/** The patterns that have names. */
const LEADERS = new Map([
  ['dotted', '. '],
  ['solid', '_'],
  ['space', '\u00a0'],
])
const NAME = /^[\w-]{1,100}$/

/** What a target is named by: an attribute of the element, or an id. */
function parseSource(text: string): TargetSource | undefined {
  const attr = /^attr\(\s{0,9}([\w-]{1,100})(?:\s{1,9}(?:url|string))?\s{0,9}\)$/i.exec(text)?.[1]
  if (attr !== undefined) return { attr: attr.toLowerCase() }
  const id = /^(?:url\(\s{0,9})?["']?#([^"'()\s]{1,500})["']?\s{0,9}\)?$/i.exec(text)?.[1]
  return id === undefined ? undefined : { id }
}

/** A CSS string without escapes. */
function parseText(text: string): string | undefined {
  return /^"([^"\\]{0,200})"$/.exec(text)?.[1] ?? /^'([^'\\]{0,200})'$/.exec(text)?.[1]
}

const STRING_PART =
  /\s{0,99}(content\((?:text|)\)|attr\([\w-]{1,100}\)|"[^"\\]{0,200}"|'[^'\\]{0,200}')\s{0,99}/iy

/** A value of `string-set`: names with what they are set to. */
function parseStringSet(value: string): FurnitureStyles['sets'][number] | undefined {
  const sets: FurnitureStyles['sets'][number] = []
  for (const pair of value.replace('!important', '').trim().split(',')) {
    const name = /^\s{0,99}([\w-]{1,100})\s/.exec(pair)
    if (!name?.[1]) return undefined
    const parts: StringPart[] = []
    STRING_PART.lastIndex = name[0].length
    while (STRING_PART.lastIndex < pair.length) {
      const found = STRING_PART.exec(pair)?.[1]
      if (found === undefined) return undefined
      const attr = /^attr\(([^)]+)\)$/i.exec(found)?.[1]
      parts.push(attr ? { attr } : /^content/i.test(found) ? {} : { text: found.slice(1, -1) })
    }
    if (parts.length === 0) return undefined
    sets.push({ name: name[1], parts })
  }
  return sets
}
