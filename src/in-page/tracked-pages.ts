/** Elements whose page must be known: the print names the pages of what links lead to, so that a link leads to each. */

import type { PrintedPages } from './furniture-types'
import { document } from './true-document'

export class Tracked {
  readonly #fragments = new Map<Element, string>()
  /** Takes away what was made for a fragment. */
  readonly #made = new Map<string, () => void>()
  #links: HTMLElement | undefined
  #ids = 0

  /** `name` begins the ids that it gives. */
  constructor(private readonly name: string) {}

  /**
   * Has the page of `element` known after the next print. Returns what has its id. `isLinked`: the document has a link to its
   * id, so that it needs none of ours: Chromium compares each with each page.
   */
  track(element: Element, isLinked = false): Element {
    const hadId = element.id !== ''
    const marker = this.#withId(element)
    if (!this.#fragments.has(element)) {
      const link = document.createElement('a')
      link.href = `#${encodeURIComponent(marker.id)}`
      if (!isLinked || marker !== element) this.#container().append(link)
      const fragment = link.hash.slice(1)
      this.#fragments.set(element, fragment)
      this.#made.set(fragment, () => {
        link.remove()
        if (marker !== element) marker.remove()
        else if (!hadId) element.removeAttribute('id')
      })
    }
    return marker
  }

  /** All that is tracked, with what links name it by. */
  all(): Iterable<[element: Element, fragment: string]> {
    return this.#fragments
  }

  /** By what a link names `element`; undefined if it is not tracked. */
  fragmentOf(element: Element): string | undefined {
    return this.#fragments.get(element)
  }

  /** The page that `element` begins on; undefined if it is not printed. */
  pageOf(element: Element, { pages }: PrintedPages): number | undefined {
    const fragment = this.#fragments.get(element)
    return fragment !== undefined && Object.hasOwn(pages, fragment) ? pages[fragment] : undefined
  }

  /** How far it begins below the head of its page's area, in CSS pixels. */
  topOf(element: Element, { tops }: PrintedPages): number | undefined {
    const fragment = this.#fragments.get(element)
    return fragment !== undefined && Object.hasOwn(tops, fragment) ? tops[fragment] : undefined
  }

  /** Has it known no longer, and takes away the id that it was given for it. */
  release(element: Element): void {
    const fragment = this.#fragments.get(element)
    if (fragment === undefined) return
    this.#fragments.delete(element)
    this.#made.get(fragment)?.()
    this.#made.delete(fragment)
  }

  #container(): HTMLElement {
    if (this.#links) return this.#links
    const links = document.createElement('div')
    links.hidden = true
    links.style.setProperty('display', 'none', 'important')
    document.body.append(links)
    this.#links = links
    return links
  }

  /** The element, which is given an id if it has none, or a place in it if another element has its id. */
  #withId(element: Element): Element {
    if (element.id !== '' && document.getElementById(element.id) === element) return element
    const id = `${this.name}${this.#ids++}`
    if (element.id === '') {
      element.id = id
      return element
    }
    const known = element.firstElementChild
    if (known?.id.startsWith(this.name)) return known
    const place = document.createElement('span')
    place.id = id
    element.prepend(place)
    return place
  }
}
