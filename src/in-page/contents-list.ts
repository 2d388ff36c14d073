/** The contents list: a link to each heading, with dots and a number that is filled in later. */
import type { Furniture } from './contract'
import { plainText } from './element-text'
import { document } from './true-document'

type Entry = { heading: Element; link: HTMLAnchorElement; number: HTMLElement }

/** Headings that are listed. */
const MAX_ENTRIES = 5000

/** What it is called, by language; English for all others. */
const TITLES: { [lang: string]: string } = {
  ar: 'المحتويات',
  de: 'Inhalt',
  en: 'Contents',
  es: 'Índice',
  fr: 'Sommaire',
  he: 'תוכן העניינים',
  it: 'Indice',
  nl: 'Inhoud',
  pl: 'Spis treści',
  pt: 'Índice',
}

/** Stands before the document's own styles, which change it by the same selectors. */
const STYLES = `
.platen-toc{display:block;margin:0;padding:0;break-after:page}
#toc>.platen-toc{break-after:auto}
.platen-toc .platen-toc-title{margin:0 0 1em;font-size:1.6em;font-weight:700;line-height:1.2;break-after:avoid}
.platen-toc ol{margin:0;padding:0;list-style:none}
.platen-toc li{margin:0;padding:0}
.platen-toc a{display:flex;align-items:last baseline;margin:0;padding:.2em 0;border:0;color:inherit;text-decoration:none;background:none;break-inside:avoid}
.platen-toc a::before,.platen-toc a::after{content:none}
.platen-toc .platen-toc-1>a{margin-top:.55em;font-weight:600}
.platen-toc .platen-toc-2>a{padding-inline-start:1.4em}
.platen-toc .platen-toc-3>a{padding-inline-start:2.8em}
.platen-toc .platen-toc-4>a{padding-inline-start:4.2em}
.platen-toc .platen-toc-5>a{padding-inline-start:5.6em}
.platen-toc .platen-toc-6>a{padding-inline-start:7em}
.platen-toc .platen-toc-text{max-width:85%}
.platen-toc .platen-toc-leader{flex:1;min-width:1em;margin:0 .35em;border-bottom:.09em dotted color-mix(in srgb,currentcolor 55%,transparent)}
.platen-toc .platen-toc-page{min-width:1.1em;text-align:end;font-variant-numeric:tabular-nums}
`

/** Inserts the list, and returns its lines in their order. */
export function insertContents({ depth, title }: NonNullable<Furniture['toc']>): {
  entries: Entry[]
  warnings: string[]
} {
  const place = document.getElementById('toc')
  const isMeant = place !== null && place.childElementCount === 0 && place.textContent.trim() === ''
  const wanted = Array.from({ length: depth }, (_, at) => `h${at + 1}`).join()
  const found = [...document.querySelectorAll(wanted)].filter(
    // Asks for no layout, which a document that is only printed never needs.
    (heading) => heading.checkVisibility() && plainText(heading) !== '',
  )
  if (found.length === 0) return { entries: [], warnings: [`toc: the document has no headings (${wanted})`] }
  const style = document.createElement('style')
  style.textContent = STYLES
  document.head.prepend(style)
  const nav = part('nav', 'platen-toc')
  nav.setAttribute('role', 'doc-toc')
  const head = part('div', 'platen-toc-title')
  head.setAttribute('role', 'heading')
  head.setAttribute('aria-level', '1')
  const lang = document.documentElement.lang.slice(0, 2).toLowerCase()
  head.textContent = title ?? TITLES[lang] ?? TITLES.en ?? ''
  const list = document.createElement('ol')
  const entries = found.slice(0, MAX_ENTRIES).map((heading) => {
    const { item, ...entry } = entryOf(heading)
    list.append(item)
    return entry
  })
  nav.append(...(head.textContent === '' ? [] : [head]), list)
  if (isMeant) place.append(nav)
  else document.body.prepend(nav)
  const more = found.length - entries.length
  const warnings = more > 0 ? [`toc: ${more} more headings are not listed`] : []
  return { entries, warnings: isMeant ? warnings : [...warnings, ...otherPlace(place)] }
}

/** Where the author seems to want a list that stands in front. */
function otherPlace(place: Element | null): string[] {
  if (place) return ['toc: the element with the id "toc" is not empty, so the list stands in front']
  const classed = document.querySelector('.toc:empty, .table-of-contents:empty, #table-of-contents:empty')
  return classed ? ['toc: the list stands in front: an empty element takes it that has the id "toc"'] : []
}

function entryOf(heading: Element): Entry & { item: HTMLElement } {
  const item = part('li', `platen-toc-${heading.localName.slice(1)}`)
  const link = document.createElement('a')
  const text = part('span', 'platen-toc-text')
  text.textContent = plainText(heading)
  const leader = part('span', 'platen-toc-leader')
  const number = part('span', 'platen-toc-page')
  link.append(text, leader, number)
  item.append(link)
  return { item, heading, link, number }
}

function part(name: string, className: string): HTMLElement {
  const element = document.createElement(name)
  element.className = className
  return element
}
