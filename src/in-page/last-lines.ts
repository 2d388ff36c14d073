/**
 * The lines that pages with footnotes end with, as prints tell them. Chromium compares the target of each link with each page:
 * so in a long document those lines alone are marked that stand where a page ends, once a print has told in which leaves.
 */

import { findEnds, findLastLeaves, type LastLeaf, type PageEnd, type PrintedLines } from './page-ends'
import { findLines, type Leaf, type LinePlace, markLines } from './page-leaves'
import type { Tracked } from './tracked-pages'
import { document } from './true-document'

type Sought = {
  leaves: Leaf[]
  /** Calls of notes, whose pages are known in any case. */
  callsOf: Map<Leaf | undefined, { call: Element }[]>
  tracked: Tracked
  isOurs: (element: Element) => boolean
}

export class LastLines {
  #linesOf: Map<Leaf, HTMLElement[]> | undefined
  #last: LastLeaf[] | undefined
  readonly #followed: Element[] = []

  constructor(private readonly sought: Sought) {}

  /** Marks all lines. */
  markAll(): void {
    this.#mark(this.sought.leaves)
  }

  /** Finds the leaves in which `pages` end, which are in rising order. Returns whether their lines are to be found by another print. */
  find(pages: number[], pageOf: (element: Element) => number | undefined): boolean {
    if (this.#last) return false
    const { leaves, tracked } = this.sought
    const last = findLastLeaves(pages, { leaves, pageOf })
    this.#last = last
    if (this.#linesOf) return false
    for (const { element } of leaves) tracked.release(element)
    this.#follow(last.flatMap(({ leaf, next }) => [leaf, next ?? leaf].map(({ element }) => element)))
    this.#mark(new Set(last.map(({ leaf }) => leaf)))
    return true
  }

  /** Where those pages end. */
  ends(printed: Omit<PrintedLines, 'linesOf'>): PageEnd[] {
    const calls = (leaf: Leaf) => (this.sought.callsOf.get(leaf) ?? []).map(({ call }) => call)
    const linesOf = (leaf: Leaf) => [...(this.#linesOf?.get(leaf) ?? []), ...calls(leaf)]
    return findEnds(this.#last ?? [], { ...printed, linesOf })
  }

  /** Takes all back. */
  release(): void {
    for (const element of this.#followed) this.sought.tracked.release(element)
    for (const lines of this.#linesOf?.values() ?? [])
      for (const line of lines) line.replaceWith(...line.childNodes)
  }

  #mark(leaves: Iterable<Leaf>): void {
    const { isOurs } = this.sought
    const range = document.createRange()
    // All is read before anything is written, so that the document is laid out once.
    const found = [...leaves].flatMap((leaf): [Leaf, LinePlace[]][] =>
      leaf.kind === 'lines' ? [[leaf, findLines(leaf, { isOurs, range })]] : [],
    )
    this.#linesOf = new Map(found.map(([leaf, places]) => [leaf, markLines(places)]))
    this.#follow([...this.#linesOf.values()].flat())
  }

  #follow(elements: Element[]): void {
    for (const element of elements) this.sought.tracked.track(element)
    this.#followed.push(...elements)
  }
}
