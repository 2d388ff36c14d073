/** Sizes of arrays that part 1 bounds (ISO 19005-1 6.1.12: 8,191 elements) in trees that may have more. */
import { PDFArray, type PDFContext, type PDFDocument, PDFName, type PDFObject } from 'pdf-lib'
import { arrayAt, dictAt } from './objects'
import { kids, setKids, tagsOf, treeRoot, wrap } from './structure-tree'

const MAX_ARRAY_LENGTH = 8_191
const GROUP = 4_000
/** Splits the kids of long elements into groups without a meaning (a list into lists), and the parent tree. */
export function splitLongArrays(doc: PDFDocument): void {
  for (const tag of tagsOf(doc)) {
    const list = kids(tag.dict)
    if (list.length <= MAX_ARRAY_LENGTH) continue
    setKids(
      tag.dict,
      chunks(list, GROUP).map((group) => wrap(tag, tag.type === 'L' ? 'L' : 'NonStruct', group)),
    )
  }
  splitParentTree(doc)
}

/** A number tree's root with more pairs than an array may hold gets kids with their limits (ISO 32000-1 7.9.7). */
function splitParentTree(doc: PDFDocument): void {
  const tree = dictAt(treeRoot(doc), 'ParentTree')
  const pairs = arrayAt(tree, 'Nums')
  if (!tree || !pairs || pairs.size() <= MAX_ARRAY_LENGTH) return
  const leaves = chunks(pairs.asArray(), GROUP).map((part) => {
    const limits = [part[0], part.at(-2)].filter((limit) => limit !== undefined)
    return doc.context.register(doc.context.obj({ Nums: arrayOf(doc.context, part), Limits: limits }))
  })
  tree.delete(PDFName.of('Nums'))
  tree.set(PDFName.of('Kids'), doc.context.obj(leaves))
}

/** `size` is even, so that pairs stay together. */
function chunks<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  )
}

function arrayOf(context: PDFContext, list: PDFObject[]): PDFArray {
  const array = PDFArray.withContext(context)
  for (const value of list) array.push(value)
  return array
}
