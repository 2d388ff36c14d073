/** Name trees and number trees (ISO 32000-2, 7.9.6 and 7.9.7), read flat and written in leaves. */
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFString,
} from 'pdf-lib'
import { budgetOf } from '../work-budget'

/** Entries in one leaf; PDF/A-1 allows no array of more than 8,191 elements. */
const LEAF_SIZE = 1000

/**
 * Keys (bytes as Latin-1 text, or numbers) and values of a tree; a node or list met twice is passed over. Each kid and
 * item is charged to the document. Throws WorkLimitExceeded.
 */
export function treeEntries(root: PDFObject | undefined, list: 'Names' | 'Nums'): [PDFObject, PDFObject][] {
  const entries: [PDFObject, PDFObject][] = []
  const seen = new Set<PDFObject>()
  const isNew = (object: PDFObject) => !seen.has(object) && seen.add(object) !== undefined
  /** The items of an array that was not met before. */
  const itemsOf = (node: PDFDict, key: string): PDFArray | undefined => {
    const array = node.lookup(PDFName.of(key))
    if (!(array instanceof PDFArray && isNew(array))) return undefined
    budgetOf(node.context).charge('objects', array.size())
    return array
  }
  const open = [root]
  while (open.length > 0) {
    const node = open.pop()
    if (!(node instanceof PDFDict && isNew(node))) continue
    const kids = itemsOf(node, 'Kids')
    // The first kid is taken next.
    for (let index = (kids?.size() ?? 0) - 1; index >= 0; index--) open.push(kids?.lookup(index))
    const items = itemsOf(node, list)
    for (let index = 0; items && index + 1 < items.size(); index += 2) {
      const key = items.lookup(index)
      if (key) entries.push([key, items.get(index + 1)])
    }
  }
  return entries
}

/** The bytes of a string or name as Latin-1 text, for comparing. */
export function keyText(key: PDFObject | undefined): string | undefined {
  if (key instanceof PDFString || key instanceof PDFHexString || key instanceof PDFName) {
    return Buffer.from(key.asBytes()).toString('latin1')
  }
}

/** A number tree with its keys in order. */
export function numberTree(context: PDFContext, entries: [number, PDFObject][]): PDFDict {
  const sorted = [...entries].sort(([a], [b]) => a - b)
  return tree(
    context,
    'Nums',
    sorted.map(([key, value]) => [PDFNumber.of(key), value]),
  )
}

/** A name tree with its keys, given as Latin-1 text, in order of their bytes. */
export function nameTree(context: PDFContext, entries: [string, PDFObject][]): PDFDict {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return tree(
    context,
    'Names',
    sorted.map(([key, value]) => [hexString(key), value]),
  )
}

/** A string of exactly these bytes (Latin-1 text). */
export function hexString(text: string): PDFHexString {
  return PDFHexString.of(Buffer.from(text, 'latin1').toString('hex'))
}

function tree(context: PDFContext, list: 'Names' | 'Nums', entries: [PDFObject, PDFObject][]): PDFDict {
  if (entries.length <= LEAF_SIZE) return context.obj({ [list]: entries.flat() })
  const leaves = []
  for (let index = 0; index < entries.length; index += LEAF_SIZE) {
    const part = entries.slice(index, index + LEAF_SIZE)
    const Limits = [part[0]?.[0] ?? null, part.at(-1)?.[0] ?? null]
    leaves.push(context.register(context.obj({ Limits, [list]: part.flat() })))
  }
  return context.obj({ Kids: leaves })
}
