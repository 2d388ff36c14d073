/** The outline of a printed document whose styles say what is in it (ISO 32000-2, 12.3.3). */
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFRef,
} from 'pdf-lib'
import { budgetOf } from './work-budget'

/** `level` is 1 or more; `fragment` names the destination that Chromium made for links to it. */
export type OutlineItem = { level: number; label: string; isClosed: boolean; fragment: string }

type Node = { item: OutlineItem; dest: PDFObject; ref: PDFRef; children: Node[] }

const name = (key: string) => PDFName.of(key)

/** Writes it in the place of another. What leads to no page of the file is left out. */
export function writeOutline(document: PDFDocument, items: readonly OutlineItem[]): void {
  const { catalog, context } = document
  const destinations = catalog.lookup(name('Dests'))
  const roots: Node[] = []
  const open: Node[] = []
  for (const item of items) {
    budgetOf(context).charge('objects')
    const dest = destinations instanceof PDFDict ? destinationOf(destinations, item.fragment) : undefined
    if (!dest) continue
    while ((open.at(-1)?.item.level ?? 0) >= item.level) open.pop()
    const node = { item, dest, ref: context.nextRef(), children: [] }
    ;(open.at(-1)?.children ?? roots).push(node)
    open.push(node)
  }
  if (roots.length === 0) return
  const ref = context.nextRef()
  writeItems(document, roots, ref)
  const Count = roots.reduce((sum, node) => sum + 1 + shownBelow(node), 0)
  context.assign(ref, context.obj({ Type: 'Outlines', First: roots[0]?.ref, Last: roots.at(-1)?.ref, Count }))
  catalog.set(name('Outlines'), ref)
}

function writeItems(document: PDFDocument, nodes: Node[], parent: PDFRef): void {
  const { context } = document
  for (const [at, { item, dest, ref, children }] of nodes.entries()) {
    const dict = context.obj({ Title: PDFHexString.fromText(item.label), Parent: parent, Dest: dest })
    const before = nodes[at - 1]
    const after = nodes[at + 1]
    if (before) dict.set(name('Prev'), before.ref)
    if (after) dict.set(name('Next'), after.ref)
    const [first] = children
    const last = children.at(-1)
    if (first && last) {
      const shown = children.reduce((sum, child) => sum + 1 + shownBelow(child), 0)
      dict.set(name('First'), first.ref)
      dict.set(name('Last'), last.ref)
      dict.set(name('Count'), context.obj(item.isClosed ? -shown : shown))
      writeItems(document, children, ref)
    }
    context.assign(ref, dict)
  }
}

/** How many items show below one. */
function shownBelow({ item, children }: Node): number {
  return item.isClosed ? 0 : children.reduce((sum, child) => sum + 1 + shownBelow(child), 0)
}

/** Where a name leads, written out. */
function destinationOf(destinations: PDFDict, fragment: string): PDFArray | undefined {
  const value = destinations.lookup(name(fragment))
  const array = value instanceof PDFDict ? value.lookup(name('D')) : value
  return array instanceof PDFArray ? array : undefined
}
