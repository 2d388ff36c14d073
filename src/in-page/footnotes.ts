/**
 * Footnotes (CSS GCPM 3, 2): each is given a call in its place, and a marker that leads back. Where they stand on their
 * pages follows from prints (`footnote-pages.ts`).
 */

import { chosenBy, inOrder, styleRules } from './dom'
import { elementsWith } from './elements-by-property'
import type { NoteStyles } from './furniture-types'
import { moveToCalls } from './note-calls'
import { document } from './true-document'

export type Note = {
  /** The author's element, which is laid over the foot of a page. */
  body: HTMLElement
  call: HTMLElement
  /** What the call and the marker count by. */
  setNumber: (number: number) => void
  /** Whether it is the rest of the one before. */
  isRest?: true
}

/** Footnotes of one document; more stay in the text. */
const MAX_NOTES = 3000
/** What a call is written after, if the document has none of its own. Its rules for links are for none of these. */
const STYLES = `
.platen-footnote-call,.platen-footnote-marker{all:unset!important}
:is(.platen-footnote-call,.platen-footnote-marker)::after{content:none!important}
.platen-footnote-call::before{content:counter(footnote);vertical-align:super;font-size:.7em;line-height:0}
.platen-footnote-marker::before{content:counter(footnote) ". "}
:where(.platen-footnote){hyphens:auto}
.platen-footnote-text{display:block}
:where(.platen-footnote-text)>:first-child+p,:where(.platen-footnote-text)>p:last-child{margin-bottom:0}
`
const OWN_AREA = `
.platen-footnote-area{margin-top:.9em;padding-top:.45em}
.platen-footnote-area::before{content:"";position:absolute;top:0;width:30%;border-top:.06em solid}
`

/** Finds the notes and gives them calls. `isTagged`: the file says which of its parts are notes (`note-tags.ts`). */
export function prepareFootnotes(
  styles: NoteStyles,
  isTagged: boolean,
): { notes: Note[]; warnings: string[] } {
  const found = elementsWith('--platen-footnote').flatMap(({ element }) =>
    element instanceof HTMLElement && !/^(?:html|body)$/.test(element.localName) ? [element] : [],
  )
  const all = new Set<Element>(found)
  const outer = found.filter((element) => !hasAncestor(element, (around) => all.has(around)))
  moveToCalls(outer, (call) => !hasAncestor(call, (around) => all.has(around) || isApart(around)))
  const inText = new Set(outer.filter((element) => !hasAncestor(element, isApart)))
  const placeable = inOrder(inText).filter((element) => element instanceof HTMLElement)
  const bodies = placeable.slice(0, MAX_NOTES)
  if (found.length === 0) return { notes: [], warnings: [] }
  const style = document.createElement('style')
  style.textContent = STYLES + (styles.area ? '' : OWN_AREA)
  document.head.prepend(style)
  const notes = bodies.map((body, index) => prepareNote(body, index + 1, isTagged))
  mark(styles.calls, notes, 'call')
  mark(styles.markers, notes, 'marker')
  const left = outer.length - bodies.length
  const warnings =
    left > 0
      ? [
          `${left} footnote(s) stay in the text: in columns, positioned boxes and heads of tables, and behind ${MAX_NOTES} others`,
        ]
      : []
  return { notes, warnings }
}

/** Whether something around an element, but not itself, is so. */
function hasAncestor(element: Element, test: (around: Element) => boolean): boolean {
  for (let around = element.parentElement; around; around = around.parentElement)
    if (test(around)) return true
  return false
}

/** Whether what is in it does not stand in the flow of the pages' lines. */
function isApart(element: Element): boolean {
  const { position, columnCount, columnWidth, display, float } = getComputedStyle(element)
  return (
    /^(?:absolute|fixed|sticky)$/.test(position) ||
    columnCount !== 'auto' ||
    columnWidth !== 'auto' ||
    /^table-(?:header|footer)-group$|^table-caption$/.test(display) ||
    float !== 'none' ||
    element.localName === 'svg'
  )
}

function prepareNote(body: HTMLElement, at: number, isTagged: boolean): Note {
  body.id ||= `platen-footnote-${at}`
  body.classList.add('platen-footnote')
  const call = document.createElement('a')
  call.className = 'platen-footnote-call'
  call.id = `platen-footnote-call-${at}`
  call.href = `#${encodeURIComponent(body.id)}`
  call.setAttribute('role', 'doc-noteref')
  const marker = document.createElement('a')
  marker.className = 'platen-footnote-marker'
  marker.href = `#${call.id}`
  marker.setAttribute('role', 'doc-backlink')
  const text = document.createElement('span')
  text.className = 'platen-footnote-text'
  text.setAttribute('role', 'doc-footnote')
  const lang = body.closest('[lang]')?.getAttribute('lang') ?? ''
  const inner = document.createElement('span')
  // What is written into the file for the language of a part is what the part is found by in it.
  if (isTagged) {
    text.lang = `x-platen-note-${String(at).padStart(5, '0')}`
    inner.lang = lang
  }
  inner.append(...body.childNodes)
  const [first] = inner.children
  const isParagraph = first?.localName === 'p' && !(first.previousSibling?.textContent ?? '').trim()
  const start = isParagraph ? first : inner
  start.prepend(marker)
  text.append(inner)
  body.append(text)
  body.before(call)
  const setNumber = (number: number) => {
    for (const holder of [call, marker])
      holder.style.setProperty('counter-reset', `footnote ${number}`, 'important')
    // A call that says nothing to who hears it would be no link.
    call.setAttribute('aria-label', String(number))
    marker.setAttribute('aria-label', String(number))
  }
  setNumber(at)
  return { body, call, setNumber }
}

/** Has the calls or markers of what each selector chooses found by its place. */
function mark(selectors: string[], notes: Note[], which: 'call' | 'marker'): void {
  const holders = new Map<Element, Element | null>(
    notes.map(({ body, call }) => [
      body,
      which === 'call' ? call : body.querySelector('.platen-footnote-marker'),
    ]),
  )
  for (const [at, selector] of selectors.entries()) {
    for (const element of chosenBy(selector)) {
      const holder = holders.get(element)
      const known = holder?.getAttribute(`data-platen-${which}`)
      holder?.setAttribute(`data-platen-${which}`, known ? `${known} ${at}` : String(at))
    }
  }
}

/** Numbers the notes: from 1, anew at each element that resets their counter, and on each page if `pageOf` is given. */
export function numberNotes<One extends Note>(
  notes: One[],
  resets: Element[],
  pageOf?: (note: One) => number | undefined,
): void {
  const byCall = new Map<Element, One>(notes.flatMap((note) => (note.isRest ? [] : [[note.call, note]])))
  let number = 0
  let page: number | undefined
  for (const element of inOrder([...resets, ...byCall.keys()])) {
    const note = byCall.get(element)
    const own = note && pageOf?.(note)
    if (!note || (pageOf && own !== page)) number = 0
    if (!note) continue
    page = own
    note.setNumber(++number)
  }
}

/** The elements that reset the counter of footnotes. */
export function footnoteResets(): Element[] {
  const found = new Set<Element>()
  for (const rule of styleRules(document.styleSheets)) {
    if (!(rule instanceof CSSStyleRule) || !/\bfootnote\b/.test(rule.style.counterReset)) continue
    for (const element of chosenBy(rule.selectorText)) {
      if (/\bfootnote\b/.test(getComputedStyle(element).counterReset)) found.add(element)
    }
  }
  return [...found]
}
