/** The structure tree (ISO 32000-1 14.7) as the repairs and the check read it. */
import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFRef,
} from 'pdf-lib'
import { budgetOf } from '../work-budget'
import { arrayAt, dictAt, dictOf, nameAt } from './objects'

/** A structure element: dictionary and the reference its kids and the parent tree know it by. */
export type Tag = { ref: PDFRef; dict: PDFDict; type: string }

/** The tree's root, where the document has one. */
export function treeRoot(doc: PDFDocument): PDFDict | undefined {
  return dictAt(doc.catalog, 'StructTreeRoot')
}

/** Every element below the root in document order, each before its kids. Changes below an element are seen. */
export function* tagsOf(doc: PDFDocument): Generator<Tag> {
  const root = treeRoot(doc)
  const open = root ? kidTags(root).reverse() : []
  const seen = new Set<PDFRef>()
  const work = budgetOf(doc.context)
  for (let tag = open.pop(); tag; tag = open.pop()) {
    work.charge('objects')
    if (seen.has(tag.ref)) continue
    seen.add(tag.ref)
    yield tag
    for (const kid of kidTags(tag.dict).reverse()) open.push(kid)
  }
}

/** The kids of an element as they stand: elements, marked content ids, references to content and to objects. */
export function kids(dict: PDFDict): PDFObject[] {
  const value = dict.get(PDFName.of('K'))
  const resolved = value instanceof PDFRef ? dict.context.lookup(value) : value
  if (resolved instanceof PDFArray) return resolved.asArray()
  return value ? [value] : []
}

/** Those kids that are elements. */
export function kidTags(dict: PDFDict): Tag[] {
  return kids(dict).flatMap((kid) => tagAt(dict.context, kid) ?? [])
}

/** The element a kid is; undefined for content and objects. */
export function tagAt(context: PDFContext, kid: PDFObject): Tag | undefined {
  if (!(kid instanceof PDFRef)) return undefined
  const dict = dictOf(context.lookup(kid))
  const type = nameAt(dict, 'S')
  return dict && type && dict.has(PDFName.of('P')) ? { ref: kid, dict, type } : undefined
}

/** Gives an element new kids, in order. */
export function setKids(dict: PDFDict, list: PDFObject[]): void {
  const array = PDFArray.withContext(dict.context)
  for (const kid of list) array.push(kid)
  dict.set(PDFName.of('K'), array)
}

/** A new element between `parent` and some of its kids, which take it as their parent. */
export function wrap(parent: Tag, type: string, list: PDFObject[]): PDFRef {
  const { context } = parent.dict
  const dict = context.obj({ Type: 'StructElem', S: type, P: parent.ref })
  const ref = context.register(dict)
  for (const kid of list) tagAt(context, kid)?.dict.set(PDFName.of('P'), ref)
  setKids(dict, list)
  return ref
}

/** Renames an element's type. */
export function retype(tag: Tag, type: string): void {
  tag.type = type
  tag.dict.set(PDFName.of('S'), PDFName.of(type))
}

/** An element's attributes: one dictionary, or several, with their revisions between them. */
export function attributesOf(element: PDFDict): PDFDict[] {
  const one = dictAt(element, 'A')
  if (one) return [one]
  const list = arrayAt(element, 'A')?.asArray() ?? []
  return list.flatMap((item) => dictOf(element.context.lookup(item)) ?? [])
}
