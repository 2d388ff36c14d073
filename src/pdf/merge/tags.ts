/** Structure trees (ISO 32000-2, 14.7): an appended file's tree joins the document's, with new keys. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import { isTextString } from '../decode-text'
import { dictionaries } from '../import/dictionaries'
import type { Graft } from './graft'
import { hexString, keyText, nameTree, numberTree, treeEntries } from './trees'

const structParents = PDFName.of('StructParents')
const structParent = PDFName.of('StructParent')
const parentTree = PDFName.of('ParentTree')
const nextKey = PDFName.of('ParentTreeNextKey')
const idTree = PDFName.of('IDTree')
const kids = PDFName.of('K')

/** Whether the document has a structure tree that its content refers to. */
export function isTagged({ catalog }: PDFDocument): boolean {
  const root = structureRoot(catalog)
  return root?.lookup(parentTree) instanceof PDFDict
}

/** Before copying: moves the source's keys behind the target's, or takes them off where a tree is missing. */
export function prepareTags(
  target: PDFDocument,
  source: PDFDocument,
  serial: number,
): { joins: boolean; offset: number } {
  const joins = isTagged(target) && isTagged(source)
  const offset = joins ? firstFreeKey(structureRoot(target.catalog)) : 0
  for (const dict of dictionaries(source.context)) {
    for (const key of [structParents, structParent]) {
      const value = dict.get(key)
      if (!joins) dict.delete(key)
      else if (value instanceof PDFNumber) dict.set(key, PDFNumber.of(value.asNumber() + offset))
    }
    if (joins) renameIds(dict, `f${serial}-`)
  }
  return { joins, offset }
}

/** Before copying: links may lead to elements (12.3.2.3), and elements to their root, which is the target's. */
export function replaceStructureRoot(target: PDFDocument, source: PDFDocument, graft: Graft): void {
  const [root, own] = [target, source].map(({ catalog }) => catalog.get(PDFName.of('StructTreeRoot')))
  if (root instanceof PDFRef && own instanceof PDFRef) graft.replace(own, root)
}

/** After the pages are copied: adds the source's elements, parent tree, identifiers and role map. */
export function addTags(
  target: PDFDocument,
  source: PDFDocument,
  offset: number,
  serial: number,
  graft: Graft,
) {
  const root = structureRoot(target.catalog)
  const own = structureRoot(source.catalog)
  if (!root || !own) return
  const { context } = target
  const tops = children(own)
  inheritLanguage(source, tops)
  root.set(kids, context.obj([...children(root), ...tops.map((top) => graft.copyValue(top))]))

  const parents = numbered(root).concat(
    numbered(own).map(([key, value]) => [key + offset, graft.copyValue(value)]),
  )
  root.set(parentTree, context.register(numberTree(context, parents)))
  root.set(nextKey, PDFNumber.of(keyAfter(parents)))

  const ids = named(root).concat(
    named(own).map(([key, value]) => [`f${serial}-${key}`, graft.copyValue(value)]),
  )
  if (ids.length > 0) root.set(idTree, context.register(nameTree(context, ids)))
  for (const name of ['RoleMap', 'ClassMap']) addMissing(root, own, PDFName.of(name), graft)
}

function structureRoot(catalog: PDFDict): PDFDict | undefined {
  const root = catalog.lookup(PDFName.of('StructTreeRoot'))
  return root instanceof PDFDict ? root : undefined
}

function children(root: PDFDict): PDFObject[] {
  const value = root.get(kids)
  const list = root.lookup(kids)
  if (list instanceof PDFArray) return list.asArray()
  return value ? [value] : []
}

function numbered(root: PDFDict): [number, PDFObject][] {
  return treeEntries(root.lookup(parentTree), 'Nums').flatMap(([key, value]): [number, PDFObject][] =>
    key instanceof PDFNumber ? [[key.asNumber(), value]] : [],
  )
}

function named(root: PDFDict): [string, PDFObject][] {
  return treeEntries(root.lookup(idTree), 'Names').map(([key, value]) => [keyText(key) ?? '', value])
}

/** One more than the largest key, or `least`. */
function keyAfter(entries: [number, PDFObject][], least = 0): number {
  return entries.reduce((next, [key]) => Math.max(next, key + 1), least)
}

function firstFreeKey(root: PDFDict | undefined): number {
  const next = root?.lookup(nextKey)
  const declared = next instanceof PDFNumber ? Math.max(next.asNumber(), 0) : 0
  return root ? keyAfter(numbered(root), declared) : declared
}

/** Identifiers of elements, and the table cells that name them as their headers. */
function renameIds(dict: PDFDict, prefix: string) {
  const id = dict.get(PDFName.of('ID'))
  if (dict.get(PDFName.of('Type')) === PDFName.of('StructElem') && isTextString(id)) {
    dict.set(PDFName.of('ID'), hexString(`${prefix}${keyText(id)}`))
  }
  const headers = dict.lookup(PDFName.of('Headers'))
  if (!(headers instanceof PDFArray)) return
  const renamed = headers
    .asArray()
    .map((header) => (isTextString(header) ? hexString(`${prefix}${keyText(header)}`) : header))
  dict.set(PDFName.of('Headers'), dict.context.obj(renamed))
}

/** The appended document's language holds for its elements, whatever the whole is written in. */
function inheritLanguage({ catalog, context }: PDFDocument, tops: PDFObject[]) {
  const language = catalog.get(PDFName.of('Lang'))
  for (const top of tops) {
    const element = context.lookup(top)
    if (language && element instanceof PDFDict && !element.has(PDFName.of('Lang'))) {
      element.set(PDFName.of('Lang'), language)
    }
  }
}

function addMissing(root: PDFDict, own: PDFDict, key: PDFName, graft: Graft) {
  const entries = own.lookup(key)
  if (!(entries instanceof PDFDict)) return
  const known = root.lookup(key)
  const all = known instanceof PDFDict ? known : root.context.obj({})
  if (all !== known) root.set(key, all)
  for (const [name, value] of entries.entries()) if (!all.has(name)) all.set(name, graft.copyValue(value))
}
