/**
 * The pages that links of a document lead to, and how far below the heads of their areas (Chromium leaves the margins
 * out), read from the PDF that Chromium made of it while it passes: its page tree and named destinations (ISO 32000-1
 * 7.7.3.2, 12.3.2.3) stand in it uncompressed, with one space between all.
 */
import type { PrintedPages } from '../in-page/furniture-types'
import { unescapePdfName } from '../text/pdf-name'

/** What may stand across two pieces: the name of a destination, or a node of the page tree, whole. */
const OVERLAP = 16_384
const MAX_NAME = 8192

export class DestinationReader {
  #carry = ''
  #root: number | undefined
  /** What each node of a tree has below it, by its object's number. */
  readonly #kids = new Map<number, number[]>()
  /** Objects of the pages that names lead to, and how high above their feet, in points. */
  readonly #named = new Map<string, { page: number; y: number }>()
  /** Heights of pages in points, by their objects. */
  readonly #heights = new Map<number, number>()

  /** Reads the next piece of the file. */
  read(piece: Uint8Array): void {
    const text =
      this.#carry + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    for (const at of placesOf(text, ' 0 R /XYZ ')) {
      const before = text.slice(Math.max(0, at - MAX_NAME - 20), at)
      // From its last slash: there may be as many as a document has elements.
      const found = /^\/([^\s/[\]<>()]{1,8192}) \[(\d{1,9})$/.exec(before.slice(before.lastIndexOf('/')))
      const y = /^ 0 R \/XYZ -?[\d.]{1,20} (-?[\d.]{1,20})/.exec(text.slice(at, at + 60))?.[1]
      if (found) this.#named.set(unescapePdfName(found[1] ?? ''), { page: Number(found[2]), y: Number(y) })
    }
    for (const at of placesOf(text, '/MediaBox [')) {
      const height = /^\/MediaBox \[0 0 [\d.]{1,20} ([\d.]{1,20})/.exec(text.slice(at, at + 70))?.[1]
      const object = [...text.slice(Math.max(0, at - 4000), at).matchAll(/(\d{1,9}) 0 obj\b/g)].at(-1)?.[1]
      if (height && object) this.#heights.set(Number(object), Number(height))
    }
    for (const at of placesOf(text, '/Kids [')) {
      const node = /(\d{1,9}) 0 obj\s{0,2}<<[^<>]{0,200}$/.exec(text.slice(Math.max(0, at - 240), at))?.[1]
      const end = text.indexOf(']', at)
      if (!node || end < 0 || end - at > OVERLAP / 2) continue
      const kids = [...text.slice(at + 7, end).matchAll(/(\d{1,9}) 0 R/g)].map(([, kid]) => Number(kid))
      this.#kids.set(Number(node), kids)
    }
    const root = /\/Type \/Catalog\s[^<>]{0,400}?\/Pages (\d{1,9}) 0 R/.exec(text)?.[1]
    if (root) this.#root = Number(root)
    this.#carry = text.slice(-OVERLAP)
  }

  /** What the file says, when it is read to its end. */
  pages(): PrintedPages {
    const order = new Map<number, number>()
    const seen = new Set<number>()
    const waiting = this.#root === undefined ? [] : [this.#root]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (seen.has(node)) continue
      seen.add(node)
      const kids = this.#kids.get(node)
      if (kids) waiting.push(...kids.toReversed())
      else order.set(node, order.size + 1)
    }
    const named = [...this.#named].flatMap(([name, { page, y }]) => {
      const number = order.get(page)
      return number === undefined ? [] : [{ name, number, top: ((this.#heights.get(page) ?? 0) - y) / 0.75 }]
    })
    return {
      pages: Object.fromEntries(named.map(({ name, number }) => [name, number])),
      tops: Object.fromEntries(named.map(({ name, top }) => [name, top])),
      count: order.size,
    }
  }
}

function* placesOf(text: string, wanted: string): Generator<number> {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) yield at
}
