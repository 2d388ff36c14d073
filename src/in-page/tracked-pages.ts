/** Elements whose page must be known: the print names the pages of what links lead to, so that a link leads to each. */

import { document } from './document'
import type { PrintedPages } from './furniture-types'

export class Tracked {
  readonly #fragments = new Map<Element, string>()
  #links: HTMLElement | undefined
  #made = 0

  /** Has the page of `element` known after the next print. Returns what has its id. */
  track(element: Element): Element {
    const marker = this.#withId(element)
    if (!this.#fragments.has(element)) {
      const link = document.createElement('a')
      link.href = `#${encodeURIComponent(marker.id)}`
      this.#container().append(link)
      this.#fragments.set(element, link.hash.slice(1))
    }
    return marker
  }

  /** The page that `element` begins on; undefined if it is not printed. */
  pageOf(element: Element, { pages }: PrintedPages): number | undefined {
    const fragment = this.#fragments.get(element)
    return fragment !== undefined && Object.hasOwn(pages, fragment) ? pages[fragment] : undefined
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
    const known = element.firstElementChild
    if (known?.id.startsWith('platen-page-')) return known
    const id = `platen-page-${this.#made++}`
    if (element.id === '') {
      element.id = id
      return element
    }
    const place = document.createElement('span')
    place.id = id
    element.prepend(place)
    return place
  }
}
