/** The outline of extracted pages (ISO 32000-2, 12.3.3): the items that lead to one of them, and those above these. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import type { Graft } from '../merge/graft'
import { keyText } from '../merge/trees'
import { budgetOf } from '../work-budget'

const name = (key: string) => PDFName.of(key)
/** Outlines nest a few levels; recursion has an end. */
const MAX_DEPTH = 50

type Item = { dict: PDFDict; isKept: boolean; children: Item[] }

/** Copies what leads to kept pages. `destinations` are the named ones of the kept pages. */
export function extractOutline(
  target: PDFDocument,
  source: PDFDocument,
  {
    graft,
    isKept,
    destinations,
  }: {
    graft: Graft
    isKept: (page: PDFRef) => boolean
    destinations: readonly [PDFName, PDFObject][]
  },
): void {
  const root = source.catalog.lookup(name('Outlines'))
  if (!(root instanceof PDFDict)) return
  const names = new Set(destinations.map(([key]) => keyText(key)))
  const leadsToKept = (item: PDFDict): boolean => {
    const action = item.lookup(name('A'))
    if (action instanceof PDFDict && action.lookup(name('S')) !== name('GoTo')) return true
    const destination = item.lookup(name('Dest')) ?? (action instanceof PDFDict && action.lookup(name('D')))
    if (destination instanceof PDFArray) {
      const page = destination.size() > 0 ? destination.get(0) : undefined
      return page instanceof PDFRef && isKept(page)
    }
    return destination ? names.has(keyText(destination)) : false
  }
  const items = itemsBelow(root, leadsToKept, { seen: new Set(), depth: 0 })
  if (items.length === 0) return
  const made = target.context.obj({ Type: 'Outlines' })
  const ref = target.context.register(made)
  addItems(target, items, { parent: made, parentRef: ref, graft })
  target.catalog.set(name('Outlines'), ref)
}

function itemsBelow(
  node: PDFDict,
  leadsToKept: (item: PDFDict) => boolean,
  { seen, depth }: { seen: Set<PDFObject>; depth: number },
): Item[] {
  const items: Item[] = []
  if (depth > MAX_DEPTH) return items
  for (let next = node.lookup(name('First')); next instanceof PDFDict; next = next.lookup(name('Next'))) {
    if (seen.has(next)) break
    seen.add(next)
    budgetOf(node.context).charge('objects')
    const children = itemsBelow(next, leadsToKept, { seen, depth: depth + 1 })
    const isKept = leadsToKept(next)
    if (isKept || children.length > 0) items.push({ dict: next, isKept, children })
  }
  return items
}

/** Writes the items below `parent`. */
function addItems(
  target: PDFDocument,
  items: readonly Item[],
  { parent, parentRef, graft }: { parent: PDFDict; parentRef: PDFRef; graft: Graft },
): void {
  const { context } = target
  const refs = items.map(({ dict, isKept, children }) => {
    const item = context.obj({})
    for (const key of isKept ? ['Title', 'Dest', 'A', 'C', 'F'] : ['Title', 'C', 'F']) {
      const value = dict.get(name(key))
      if (value) item.set(name(key), graft.copyValue(value))
    }
    item.set(name('Parent'), parentRef)
    const ref = context.register(item)
    if (children.length > 0) {
      addItems(target, children, { parent: item, parentRef: ref, graft })
      item.set(name('Count'), PDFNumber.of(-children.length))
    }
    return { item, ref }
  })
  refs.forEach(({ item }, index) => {
    const [before, after] = [refs[index - 1], refs[index + 1]]
    if (before) item.set(name('Prev'), before.ref)
    if (after) item.set(name('Next'), after.ref)
  })
  const [first, last] = [refs[0], refs.at(-1)]
  if (!first || !last) return
  parent.set(name('First'), first.ref)
  parent.set(name('Last'), last.ref)
  parent.set(name('Count'), PDFNumber.of(refs.length))
}
