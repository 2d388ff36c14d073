/** The page tree of somebody else's PDF, walked and made flat before a library walks it (ISO 32000-2, 7.7.3). */
import {
  PDFArray,
  PDFCatalog,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
} from 'pdf-lib'
import { limits } from './guard'

/** Why the pages cannot be used; `message` follows "the file". */
export class UnusablePages extends Error {}

const name = (key: string) => PDFName.of(key)
const [TYPE, KIDS, PARENT, PAGES, PAGE] = ['Type', 'Kids', 'Parent', 'Pages', 'Page'].map(name) as [
  PDFName,
  PDFName,
  PDFName,
  PDFName,
  PDFName,
]
const RESOURCES = name('Resources')
/** What a page takes from the nodes above it where it says nothing itself (table 31). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map(name)
const CONTENTS = ['Contents', 'Resources', 'MediaBox', 'Annots'].map(name)
/** Nodes that hold no page count too: without a limit a node that stands twice at each level makes billions. */
const MAX_NODES = 10_000

/** The object as the class that the library wants; the type that the file claims does not count. */
export function openCatalog(context: PDFContext): void {
  const ref = context.trailerInfo.Root
  const dict = context.lookup(ref)
  if (!(ref instanceof PDFRef) || !(dict instanceof PDFDict))
    throw new UnusablePages('is broken: it has no catalog')
  dict.set(TYPE, name('Catalog'))
  if (!(dict instanceof PDFCatalog))
    context.assign(ref, PDFCatalog.fromMapWithContext(entriesOf(dict), context))
}

type Visit = { entry: PDFObject; inherited: Map<PDFName, PDFObject>; above: ReadonlySet<PDFDict> }

/**
 * Puts all pages below one node, each with what it inherits, and one that stands twice as two. Libraries go up from every
 * page for what it inherits, follow a circle for ever, and copy a page that another one leads to before they have
 * looked at it. Returns how many places of pages were empty. Throws UnusablePages.
 */
export function flattenPageTree({ catalog, context }: PDFDocument): number {
  const pages = new Set<PDFRef>()
  const kids = PDFArray.withContext(context)
  const root = context.nextRef()
  let missing = 0
  let nodes = 0
  const first = catalog.get(PAGES)
  const open: Visit[] = first ? [{ entry: first, inherited: new Map(), above: new Set() }] : []
  for (let next = open.pop(); next; next = open.pop()) {
    const node = context.lookup(next.entry)
    if (++nodes > MAX_NODES) {
      throw new UnusablePages(`has a page tree of more than ${MAX_NODES.toLocaleString('en')} nodes`)
    }
    if (next.above.size > limits.pageDepth) {
      throw new UnusablePages(`nests its pages more than ${limits.pageDepth} deep`)
    }
    if (!(node instanceof PDFDict)) {
      missing++
      continue
    }
    if (next.above.has(node)) throw new UnusablePages('is broken: its pages form a cycle')
    dropMisfits(node)
    const inherited = new Map(next.inherited)
    for (const key of INHERITED) {
      const value = node.get(key)
      if (value) inherited.set(key, value)
    }
    const below = node.lookup(KIDS)
    if (below instanceof PDFArray) {
      const above = new Set(next.above).add(node)
      for (const entry of below.asArray().reverse()) open.push({ entry, inherited, above })
    } else if (isPage(node)) {
      if (pages.size >= limits.pages) throw new UnusablePages(`has more than ${limits.pages} pages`)
      const ref = next.entry instanceof PDFRef && !pages.has(next.entry) ? next.entry : context.nextRef()
      pages.add(ref)
      kids.push(ref)
      context.assign(ref, leafOf(node, inherited, root))
    }
  }
  if (pages.size === 0) throw new UnusablePages(missing > 0 ? 'is broken: a page is missing' : 'has no pages')
  const entries = new Map<PDFName, PDFObject>([
    [TYPE, PAGES],
    [KIDS, kids],
    [name('Count'), PDFNumber.of(pages.size)],
  ])
  context.assign(root, PDFPageTree.fromMapWithContext(entries, context))
  catalog.set(PAGES, root)
  return missing
}

/** Whether a node without kids is a page: by what it holds, if its type is missing or wrong. */
function isPage(node: PDFDict): boolean {
  const type = node.get(TYPE)
  return type === PAGE || (type !== PAGES && CONTENTS.some((key) => node.has(key)))
}

const inheriting = new WeakSet<PDFDict>()

/** Whether a page had its resources from a node above it. */
export function inheritsResources(page: PDFDict): boolean {
  return inheriting.has(page)
}

function leafOf(node: PDFDict, inherited: Map<PDFName, PDFObject>, parent: PDFRef): PDFPageLeaf {
  const entries = new Map([...inherited, ...entriesOf(node)])
  entries.set(TYPE, PAGE)
  entries.set(PARENT, parent)
  // Readers show a page without a size as Letter.
  if (!entries.has(name('MediaBox'))) entries.set(name('MediaBox'), node.context.obj([0, 0, 612, 792]))
  for (const key of BOXES) {
    const box = node.context.lookup(entries.get(key))
    if (box instanceof PDFArray && hasReferences(box)) entries.set(key, withoutReferences(box, node.context))
  }
  const leaf = PDFPageLeaf.fromMapWithContext(entries, node.context)
  if (!node.has(RESOURCES)) inheriting.add(leaf)
  return leaf
}

const BOXES = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'].map(name)

const hasReferences = (box: PDFArray) => box.asArray().some((item) => item instanceof PDFRef)

/** The box with its numbers in it: not all readers look for them elsewhere. */
function withoutReferences(box: PDFArray, context: PDFContext): PDFArray {
  const own = PDFArray.withContext(context)
  for (const item of box.asArray()) own.push(context.lookup(item) ?? item)
  return own
}

function entriesOf(dict: PDFDict): Map<PDFName, PDFObject> {
  return new Map(dict.entries())
}

/** Entries of pages whose values libraries take for granted (7.7.3.3). One of another kind is as good as none. */
const PAGE_ENTRIES = [
  ['Resources', PDFDict],
  ['Annots', PDFArray],
  ['MediaBox', PDFArray],
  ['CropBox', PDFArray],
  ['BleedBox', PDFArray],
  ['TrimBox', PDFArray],
  ['ArtBox', PDFArray],
  ['Rotate', PDFNumber],
  ['UserUnit', PDFNumber],
] as const

function dropMisfits(node: PDFDict): void {
  for (const [key, kind] of PAGE_ENTRIES) {
    const value = node.lookup(name(key))
    // `null` is an entry too, which others would not see.
    if (!(value instanceof kind && isUsable(key, value))) node.delete(name(key))
  }
}

/** A box has four numbers, and room between them: readers show a page without such a one as if it had none. */
function isUsable(key: string, value: PDFObject): boolean {
  if (!key.endsWith('Box') || !(value instanceof PDFArray)) return true
  const numbers = [0, 1, 2, 3].map((at) => value.lookup(at))
  const [left, bottom, right, top] = numbers.map((each) =>
    each instanceof PDFNumber ? each.asNumber() : NaN,
  )
  return Number.isFinite((Number(right) - Number(left)) / (Number(top) - Number(bottom))) && left !== right
}
