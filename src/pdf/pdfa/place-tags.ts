/**
 * Elements that are not what their place or name says (ISO 14289-1 7.1, 7.2; ISO 32000-1 14.7.3, 14.8.4): those of
 * documents that others tagged, and of HTML that no author should write. What they hold stays, in its order.
 */
import { type PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from 'pdf-lib'
import { budgetOf } from '../work-budget'
import { dictAt, dictOf, nameAt } from './objects'
import { kids, kidTags, retype, setKids, type Tag, tagsOf, treeRoot } from './structure-tree'

/** What an element of these types stands in; `NonStruct` between them counts as nothing. */
const PARENTS: Record<string, string[]> = {
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  TH: ['TR'],
  TD: ['TR'],
  THead: ['Table'],
  TBody: ['Table'],
  TFoot: ['Table'],
  LI: ['L'],
  LBody: ['LI'],
  TOCI: ['TOC'],
}
/** A map of roles that leads on for longer goes in a circle. */
const MAX_ROLES = 20

/** Elements that stand outside what they are part of. */
export function misplacedTags(doc: PDFDocument): Tag[] {
  const misplaced: Tag[] = []
  eachPlaced(doc, (tag) => misplaced.push(tag))
  return misplaced
}

/** Makes divisions of them. */
export function placeTags(doc: PDFDocument): void {
  eachPlaced(doc, (tag) => retype(tag, 'Div'))
}

/** `meet` may rename the element, which its kids then stand in. */
function eachPlaced(doc: PDFDocument, meet: (misplaced: Tag) => void): void {
  const parents = new Map<PDFRef, string | undefined>()
  for (const tag of tagsOf(doc)) {
    const parent = parents.get(tag.ref)
    if (PARENTS[tag.type]?.includes(parent ?? '') === false) meet(tag)
    const type = tag.type === 'NonStruct' ? parent : tag.type
    for (const kid of kidTags(tag.dict)) if (!parents.has(kid.ref)) parents.set(kid.ref, type)
  }
}

/** Gives every element a type and the parent that lists it; without them it would be taken for content. */
export function completeTags(doc: PDFDocument): void {
  const root = doc.catalog.get(PDFName.of('StructTreeRoot'))
  const open: { ref: PDFObject | undefined; dict: PDFDict | undefined }[] = [
    { ref: root, dict: treeRoot(doc) },
  ]
  const seen = new Set<PDFDict>()
  for (let at = open.pop(); at; at = open.pop()) {
    const { ref, dict } = at
    if (!dict || seen.has(dict)) continue
    seen.add(dict)
    budgetOf(doc.context).charge('objects')
    for (const kid of kids(dict)) {
      const element = kid instanceof PDFRef ? dictOf(doc.context.lookup(kid)) : undefined
      if (!element || seen.has(element) || isContent(element)) continue
      if (!nameAt(element, 'S')) element.set(PDFName.of('S'), PDFName.of('NonStruct'))
      if (ref instanceof PDFRef && element.get(PDFName.of('P')) !== ref) element.set(PDFName.of('P'), ref)
      open.push({ ref: kid, dict: element })
    }
  }
}

/** A reference to marked content or to an object. */
function isContent(dict: PDFDict): boolean {
  const type = nameAt(dict, 'Type')
  return type === 'MCR' || type === 'OBJR' || dict.has(PDFName.of('MCID')) || dict.has(PDFName.of('Obj'))
}

/** Gives elements of an author's own types the standard type that the map of roles leads to. */
export function resolveRoles(doc: PDFDocument, isStandard: (type: string) => boolean): void {
  const roles = dictAt(treeRoot(doc), 'RoleMap')
  if (!roles) return
  for (const tag of tagsOf(doc)) {
    const role = isStandard(tag.type) ? undefined : roleOf(tag.type, roles, isStandard)
    if (role) retype(tag, role)
  }
  // A standard type has its own meaning.
  for (const [key] of roles.entries()) if (isStandard(key.decodeText())) roles.delete(key)
}

/** The standard type that the map of roles leads to from another; undefined if it leads to none. */
export function roleOf(
  type: string,
  roles: PDFDict | undefined,
  isStandard: (type: string) => boolean,
): string | undefined {
  let role = nameAt(roles, type)
  for (let count = 1; role !== undefined && !isStandard(role) && count < MAX_ROLES; count++)
    role = nameAt(roles, role)
  return role !== undefined && isStandard(role) ? role : undefined
}

/** Whether `arrangeParts` would change an element. */
export function isMisarranged({ type, dict }: Tag): boolean {
  if (!['Table', 'L', 'TOC'].includes(type)) return false
  const types = kidTags(dict).map((kid) => kid.type)
  const count = (wanted: string) => types.filter((one) => one === wanted).length
  const at = types.indexOf('Caption')
  const isPlaced = at <= 0 || (type === 'Table' && at === types.length - 1)
  const [heads, feet] = [count('THead'), count('TFoot')]
  const lacksBody = heads + feet > 0 && count('TBody') === 0
  return count('Caption') > 1 || !isPlaced || (type === 'Table' && (heads > 1 || feet > 1 || lacksBody))
}

/**
 * A table, list or table of contents has one caption, which is first, or the last of a table; and a table one head, one
 * foot and a body.
 */
export function arrangeParts(tag: Tag): void {
  const list = kids(tag.dict)
  const parts = kidTags(tag.dict)
  const [caption, ...more] = parts.filter(({ type }) => type === 'Caption')
  if (caption && more.length > 0) {
    for (const part of more) {
      retype(part, 'P')
      part.dict.set(PDFName.of('P'), caption.ref)
    }
    const moved = more.map(({ ref }): PDFObject => ref)
    setKids(caption.dict, [...kids(caption.dict), ...moved])
    setKids(
      tag.dict,
      list.filter((kid) => !moved.includes(kid)),
    )
  }
  const left = kids(tag.dict)
  const at = caption ? left.indexOf(caption.ref) : 0
  if (caption && at > 0 && !(tag.type === 'Table' && at === left.length - 1))
    setKids(tag.dict, [caption.ref, ...left.filter((kid) => kid !== caption.ref)])
  if (tag.type === 'Table') arrangeBodies(parts)
}

function arrangeBodies(parts: Tag[]): void {
  const typed = (wanted: string) => parts.filter(({ type }) => type === wanted)
  const heads = typed('THead')
  const feet = typed('TFoot')
  for (const part of [...heads.slice(1), ...feet.slice(1)]) retype(part, 'TBody')
  if (heads.length + feet.length > 0 && typed('TBody').length === 0) {
    for (const part of [...heads, ...feet]) retype(part, 'TBody')
  }
}
