/** The page tree of somebody else's PDF, walked and mended before a library does. */
import {
  PDFArray,
  PDFCatalog,
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

/**
 * Why the pages cannot be used, in words that follow "the file"; undefined if they can. Walks the tree itself and sets
 * each node's parent to where it was met: libraries follow a cycle, downwards or upwards, for ever, and go up again from
 * every page for what it inherits.
 */
export function pageTreeProblem({ catalog, context }: PDFDocument): string | undefined {
  if (!(catalog instanceof PDFCatalog)) return 'is broken: it has no catalog'
  const root = catalog.get(PDFName.of('Pages'))
  const seen = new Set<PDFObject | undefined>()
  const open = [{ entry: root, parent: undefined as PDFObject | undefined, depth: 0 }]
  let pages = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { entry, parent, depth } = next
    if (depth > limits.pageDepth) return `nests its pages more than ${limits.pageDepth} deep`
    const node = context.lookup(entry)
    if (!(entry instanceof PDFRef) || !(node instanceof PDFDict)) return 'is broken: a page is missing'
    if (seen.has(node)) return 'is broken: its pages form a cycle'
    seen.add(node)
    if (parent) node.set(PDFName.of('Parent'), parent)
    else node.delete(PDFName.of('Parent'))
    dropMisfits(node)
    const kids = node.lookup(PDFName.of('Kids'))
    if (node instanceof PDFPageTree && kids instanceof PDFArray) {
      for (const kid of kids.asArray()) open.push({ entry: kid, parent: entry, depth: depth + 1 })
    } else if (!(node instanceof PDFPageLeaf)) return 'is broken: a page is no page'
    else if (++pages > limits.pages) return `has more than ${limits.pages} pages`
  }
  return pages === 0 ? 'has no pages' : undefined
}

/** Entries of pages whose values libraries take for granted (7.7.3.3). One of another kind is as good as none. */
const pageEntries = [
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
  for (const [key, kind] of pageEntries) {
    const name = PDFName.of(key)
    if (node.has(name) && !(node.lookup(name) instanceof kind)) node.delete(name)
  }
}
