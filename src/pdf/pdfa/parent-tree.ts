/**
 * Which element marked content belongs to: elements list it, and the parent tree leads back from it (ISO 32000-1 14.7.4.4).
 * Readers go one way or the other, so that it is tagged where both are there (ISO 14289-1 7.1).
 */
import {
  PDFArray,
  type PDFDict,
  type PDFDocument,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  type PDFRef,
} from 'pdf-lib'
import { numberTree, treeEntries } from '../merge/trees'
import { budgetOf } from '../work-budget'
import { dictAt, dictOf, nameAt, numberAt } from './objects'
import { kids, tagsOf, treeRoot } from './structure-tree'

/** Ids of marked content with the elements that list them, by the page or the form (its dictionary) that it stands in. */
type Listed = Map<PDFDict, Map<number, PDFRef>>

/** The ids of marked content that elements list and the parent tree leads back from, by the page or form. */
export function contentIds(doc: PDFDocument): Map<PDFDict, Set<number>> {
  const parents = parentsIn(doc)
  return new Map(
    [...listedContent(doc)].map(([place, ids]) => {
      const parentsOfPlace = parents.get(numberAt(place, 'StructParents') ?? -1)
      const isLedBack = (id: number) => isElement(arrayIn(doc, parentsOfPlace)?.lookup(id))
      return [place, new Set([...ids.keys()].filter(isLedBack))]
    }),
  )
}

/** Has the parent tree lead back to the element that lists an id first. */
export function completeParents(doc: PDFDocument): void {
  const { context } = doc
  const root = treeRoot(doc)
  if (!root) return
  const parents = parentsIn(doc)
  const taken = new Set<number>()
  let next = Math.max(0, numberAt(root, 'ParentTreeNextKey') ?? 0)
  for (const key of parents.keys()) next = Math.max(next, key + 1)
  let isChanged = false
  for (const [place, ids] of listedContent(doc)) {
    const own = numberAt(place, 'StructParents')
    const key = own === undefined || own < 0 || taken.has(own) ? next++ : own
    taken.add(key)
    const known = arrayIn(doc, parents.get(key))
    if (key === own && [...ids].every(([id, ref]) => known?.get(id) === ref)) continue
    const list = PDFArray.withContext(context)
    for (const value of known?.asArray() ?? []) list.push(value)
    for (const [id, ref] of ids) {
      budgetOf(context).charge('objects', Math.max(0, id - list.size()) * PLACE)
      while (list.size() <= id) list.push(PDFNull)
      list.set(id, ref)
    }
    place.set(PDFName.of('StructParents'), PDFNumber.of(key))
    parents.set(key, context.register(list))
    isChanged = true
  }
  if (!isChanged) return
  root.set(PDFName.of('ParentTree'), context.register(numberTree(context, [...parents])))
  root.set(PDFName.of('ParentTreeNextKey'), PDFNumber.of(next))
}

/** What an empty place in a list is charged as, in objects: it takes memory, which is short before time is. */
const PLACE = 16
/** The largest id that is taken for one: ids count from 0 on each page, and a list has a place for each. */
const MAX_ID = 1_000_000

/** The content that elements list, whether or not the parent tree leads back from it. */
export function listedContent(doc: PDFDocument): Listed {
  const listed: Listed = new Map()
  const list = (place: PDFDict, id: number, ref: PDFRef) => {
    const ids = listed.get(place) ?? new Map<number, PDFRef>()
    if (!ids.has(id)) ids.set(id, ref)
    listed.set(place, ids)
  }
  const placeless = new Map<PDFObject, Set<number>>()
  for (const { dict, ref } of tagsOf(doc)) {
    const own = dictAt(dict, 'Pg')
    for (const kid of kids(dict)) {
      const value = doc.context.lookup(kid)
      const reference = dictOf(value)
      const id = value instanceof PDFNumber ? value.asNumber() : numberAt(reference, 'MCID')
      const place = dictAt(reference, 'Stm') ?? dictAt(reference, 'Pg') ?? own
      if (id === undefined || !Number.isInteger(id) || id < 0 || id > MAX_ID) continue
      budgetOf(doc.context).charge('objects')
      if (place) list(place, id, ref)
      else placeless.set(ref, (placeless.get(ref) ?? new Set()).add(id))
    }
  }
  if (placeless.size === 0) return listed
  // An element that does not say where its content is: on the page whose list leads back to it.
  const parents = parentsIn(doc)
  for (const { node } of doc.getPages()) {
    const back = arrayIn(doc, parents.get(numberAt(node, 'StructParents') ?? -1))
    budgetOf(doc.context).charge('objects', back?.size())
    for (const [id, ref] of back?.asArray().entries() ?? [])
      if (placeless.get(ref)?.has(id)) list(node, id, ref as PDFRef)
  }
  return listed
}

function parentsIn(doc: PDFDocument): Map<number, PDFObject> {
  const entries = treeEntries(treeRoot(doc)?.lookup(PDFName.of('ParentTree')), 'Nums')
  return new Map(
    entries.flatMap(([key, value]) => (key instanceof PDFNumber ? [[key.asNumber(), value]] : [])),
  )
}

function arrayIn({ context }: PDFDocument, value: PDFObject | undefined): PDFArray | undefined {
  const found = context.lookup(value)
  return found instanceof PDFArray ? found : undefined
}

function isElement(value: PDFObject | undefined): boolean {
  const dict = dictOf(value)
  return dict !== undefined && nameAt(dict, 'S') !== undefined
}
