/** Where each page's area begins, if all areas stood below each other: probes at known heights tell it of a print. */

import type { PageArea } from './paper-types'
import { document } from './true-document'

const MAX_PROBES = 4000
/** Where all pages are alike, two in so many have probes. */
const SPARSE = 16

export class PageStarts {
  readonly #starts = new Map<number, number>()
  #probes: { element: HTMLElement; at: number }[] = []
  #height = 0
  #first = 0

  /** Puts two probes on each of `pages` pages, or on some of pages that are alike. */
  probe(pages: number, { height, firstPageLess, uniform }: PageArea): HTMLElement[] {
    this.#height = height
    this.#first = height - firstPageLess
    // None behind the last page, which would be one more.
    const count = Math.min(MAX_PROBES, Math.max(0, 2 * (pages - 1)))
    const places = Array.from({ length: count }, (_, index) => index)
    const wanted = uniform ? places.filter((index) => (index >> 1) % SPARSE < 2) : places
    this.#probes = wanted.map((index) => {
      const element = document.createElement('div')
      const at = (index + 0.25) * (height / 2)
      element.className = 'platen-room'
      element.style.cssText = `position:absolute;top:${at}px;left:0;width:1px;height:0;margin:0`
      document.documentElement.append(element)
      return { element, at }
    })
    return this.#probes.map(({ element }) => element)
  }

  /** Reads where the probes came to stand. */
  read(placeOf: (probe: HTMLElement) => { page: number | undefined; top: number | undefined }): void {
    this.#starts.clear()
    for (const { element, at } of this.#probes) {
      const { page, top } = placeOf(element)
      if (page !== undefined && top !== undefined) this.#starts.set(page, at - top)
    }
  }

  /** Start of a page's area, in CSS pixels. */
  startOf(page: number): number {
    const known = this.#starts.get(page)
    if (known !== undefined) return known
    if (page <= 1) return 0
    const nearest = [...this.#starts.keys()].filter((key) => key < page).reduce((a, b) => Math.max(a, b), 0)
    if (nearest === 0) return this.#first + (page - 2) * this.#height
    return (this.#starts.get(nearest) ?? 0) + (page - nearest) * this.#height * this.shrink()
  }

  /** How much more a page takes than its area has, since Chromium prints what is wider than its page smaller; 1 for none. */
  shrink(): number {
    const pages = [...this.#starts.keys()]
    const [first = 0, last = 0] = [pages.find((page) => page > 1), pages.at(-1)]
    if (last - first < 2) return 1
    const taken = (this.#starts.get(last) ?? 0) - (this.#starts.get(first) ?? 0)
    return taken / ((last - first) * this.#height)
  }

  /** Height of a page's area. */
  heightOf(page: number): number {
    const next = this.#starts.get(page + 1)
    if (next !== undefined) return next - this.startOf(page)
    return (page === 1 ? this.#first : this.#height) * this.shrink()
  }
}
