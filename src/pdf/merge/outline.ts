/** Outlines: each appended file becomes one closed item at the end, with its own outline below it. */
import { PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber, PDFRef } from 'pdf-lib'
import type { Graft } from './graft'

const first = PDFName.of('First')
const last = PDFName.of('Last')
const next = PDFName.of('Next')
const previous = PDFName.of('Prev')
const parent = PDFName.of('Parent')
const count = PDFName.of('Count')

export function hasOutline({ catalog }: PDFDocument): boolean {
  const root = catalog.lookup(PDFName.of('Outlines'))
  return root instanceof PDFDict && root.lookup(first) instanceof PDFDict
}

/** Adds an item with this title for the pages that begin at `page`, and the source's items under it. */
export function addToOutline(
  target: PDFDocument,
  source: PDFDocument,
  title: string,
  page: PDFRef,
  graft: Graft,
) {
  const { context } = target
  const { root, ref: rootRef } = outlineRoot(target)
  const item = context.obj({
    Title: PDFHexString.fromText(title),
    Parent: rootRef,
    Dest: [page, PDFName.of('Fit')],
  })
  const ref = context.register(item)
  addChildren(target, source, item, ref, graft)

  const end = root.get(last)
  const lastItem = context.lookup(end)
  if (end && lastItem instanceof PDFDict) {
    lastItem.set(next, ref)
    item.set(previous, end)
  } else root.set(first, ref)
  root.set(last, ref)
  const open = root.lookup(count)
  root.set(count, PDFNumber.of(Math.max(0, open instanceof PDFNumber ? open.asNumber() : 0) + 1))
}

function outlineRoot({ catalog, context }: PDFDocument): { root: PDFDict; ref: PDFRef } {
  const key = PDFName.of('Outlines')
  const known = catalog.get(key)
  const root = context.lookup(known)
  if (known instanceof PDFRef && root instanceof PDFDict) return { root, ref: known }
  const made = context.obj({ Type: 'Outlines' })
  const ref = context.register(made)
  catalog.set(key, ref)
  return { root: made, ref }
}

function addChildren(target: PDFDocument, source: PDFDocument, item: PDFDict, itemRef: PDFRef, graft: Graft) {
  const root = source.catalog.lookup(PDFName.of('Outlines'))
  const start = root instanceof PDFDict ? root.get(first) : undefined
  if (!(root instanceof PDFDict) || !(start instanceof PDFRef)) return
  const top = siblings(source, start, new Set())
  const end = top.at(-1)
  if (!end) return
  for (const ref of top) {
    const copied = target.context.lookup(graft.copy(ref))
    if (copied instanceof PDFDict) copied.set(parent, itemRef)
  }
  item.set(first, graft.copy(start))
  item.set(last, graft.copy(end))
  item.set(count, PDFNumber.of(-top.length))
}

/** The items of one level, and below each in turn; what leads back to an item met before is cut off. */
function siblings({ context }: PDFDocument, start: PDFRef, seen: Set<PDFRef>): PDFRef[] {
  const top: PDFRef[] = []
  const open: { ref: PDFRef; level: PDFRef[] }[] = [{ ref: start, level: top }]
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const item = context.lookup(entry.ref)
    if (!(item instanceof PDFDict) || seen.has(entry.ref)) continue
    seen.add(entry.ref)
    entry.level.push(entry.ref)
    item.delete(PDFName.of('SE'))
    for (const key of [first, next]) {
      const follower = item.get(key)
      if (!(follower instanceof PDFRef) || seen.has(follower)) item.delete(key)
      else open.push({ ref: follower, level: key === next ? entry.level : [] })
    }
  }
  return top
}
