/**
 * Makes the structure tree that Chromium writes one that the standards accept: ISO 19005-1 6.8 for PDF/A-1a,
 * ISO 14289-1 7.1 to 7.9 for PDF/UA-1. Reading order and content stay; names and nesting change where they must.
 */
import { PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef, PDFString } from 'pdf-lib'
import { isTextString } from '../decode-text'
import { budgetOf } from '../work-budget'
import { contentsOf } from './contents'
import { unwrapForm } from './form-tags'
import { dictAt, dictOf, ensureDict, nameAt } from './objects'
import { completeParents } from './parent-tree'
import { arrangeParts, completeTags, placeTags, resolveRoles } from './place-tags'
import { kids, retype, setKids, type Tag, tagAt, tagsOf, treeRoot, wrap } from './structure-tree'

/** Repairs in the order in which they build on one another. A document without a tree gets an empty one. */
export function repairStructure(doc: PDFDocument, { isPart1 }: { isPart1: boolean }): void {
  ensureTree(doc)
  ensureDict(doc.catalog, 'MarkInfo').set(PDFName.of('Marked'), doc.context.obj(true))
  dropDeadReferences(doc)
  completeTags(doc)
  resolveRoles(doc, (type) => STANDARD.has(type))
  const noteIds = new Set<string>()
  for (const tag of tagsOf(doc)) {
    const older = isPart1 ? UNKNOWN_TO_PDF_1_4[tag.type] : undefined
    if (older) retype(tag, older)
    unwrapFigure(tag)
    unwrapForm(tag)
    if (['Table', 'L', 'TOC'].includes(tag.type)) arrangeParts(tag)
    nest(tag)
    identifyNote(tag, noteIds)
  }
  placeTags(doc)
  mapRoles(doc)
  completeParents(doc)
}

/** Runs `judge` while each tag has the standard type that the map of roles makes of it. */
export async function withStandardRoles(doc: PDFDocument, judge: () => Promise<void>): Promise<void> {
  const root = treeRoot(doc)
  const roles = dictAt(root, 'RoleMap')
  if (!root || !roles) return await judge()
  const [own, tags] = [roles.clone(), [...tagsOf(doc)].map((tag) => ({ ...tag }))]
  resolveRoles(doc, (type) => STANDARD.has(type))
  try {
    await judge()
  } finally {
    for (const tag of tags) retype(tag, tag.type)
    root.set(PDFName.of('RoleMap'), own)
  }
}

/** What held nothing but an annotation that is gone, such as a hidden field, is none of its kind (ISO 14289-1 7.18.4). */
function dropDeadReferences(doc: PDFDocument): void {
  for (const tag of [...tagsOf(doc)]) {
    const list = kids(tag.dict)
    const alive = list.filter((kid) => {
      const reference = dictOf(doc.context.lookup(kid))
      return nameAt(reference, 'Type') !== 'OBJR' || reference?.lookup(PDFName.of('Obj')) !== undefined
    })
    if (alive.length === list.length) continue
    setKids(tag.dict, alive)
    if (alive.length === 0) retype(tag, 'NonStruct')
  }
}

/** Lets go of content that was drawn only in masks, which are gone once pages are flattened (ISO 19005-1 6.4). */
export function dropLostContent(doc: PDFDocument): void {
  const drawn = new Set([...contentsOf(doc)].map(({ ref }) => ref))
  for (const { dict } of tagsOf(doc)) {
    const isKept = (kid: PDFObject) => {
      const stream = dictOf(doc.context.lookup(kid))?.get(PDFName.of('Stm'))
      return !(stream instanceof PDFRef) || drawn.has(stream)
    }
    const list = kids(dict)
    if (!list.every(isKept)) setKids(dict, list.filter(isKept))
  }
}

function ensureTree({ catalog, context }: PDFDocument): void {
  if (catalog.lookup(PDFName.of('StructTreeRoot')) instanceof PDFDict) return
  const root = context.obj({
    Type: 'StructTreeRoot',
    ParentTree: context.register(context.obj({ Nums: [] })),
  })
  const ref = context.register(root)
  const top = context.obj({ Type: 'StructElem', S: 'Document', P: ref, K: [] })
  root.set(PDFName.of('K'), context.register(top))
  catalog.set(PDFName.of('StructTreeRoot'), ref)
}

/** What may stand in a picture itself. */
const IN_PICTURES = new Set(['Caption', 'Span', 'Link'])

/**
 * Chromium tags `<figure>` like an image: around other elements it is a division, and needs no text of its own. Its border is
 * its own content then.
 */
function unwrapFigure(tag: Tag): void {
  if (tag.type !== 'Figure' || tag.dict.has(PDFName.of('Alt'))) return
  const list = kids(tag.dict)
  const isAround =
    list.every((kid) => tagAt(tag.dict.context, kid)) ||
    list.some((kid) => typesOf(tag, kid).some((type) => !IN_PICTURES.has(type)))
  if (list.length > 0 && isAround) retype(tag, 'Div')
}

/** Kids that lists, tables and tables of contents may have, and what goes between them and a kid they may not (ISO 14289-1 7.2). */
const NESTING: Record<string, { allowed: string[]; between: string }> = {
  L: { allowed: ['L', 'LI', 'Caption'], between: 'LI' },
  LI: { allowed: ['Lbl', 'LBody'], between: 'LBody' },
  Table: { allowed: ['TR', 'THead', 'TBody', 'TFoot', 'Caption'], between: 'TR' },
  THead: { allowed: ['TR'], between: 'TR' },
  TBody: { allowed: ['TR'], between: 'TR' },
  TFoot: { allowed: ['TR'], between: 'TR' },
  TR: { allowed: ['TH', 'TD'], between: 'TD' },
  TOC: { allowed: ['TOC', 'TOCI', 'Caption'], between: 'TOCI' },
}

/** Whether these kids may stand directly below an element of this type. */
export function mayContain(tag: Tag, list: PDFObject[]): boolean {
  const allowed = NESTING[tag.type]?.allowed
  return !allowed || list.every((kid) => typesOf(tag, kid).every((type) => allowed.includes(type)))
}

function nest(tag: Tag): void {
  const between = NESTING[tag.type]?.between
  const list = kids(tag.dict)
  const mayStay = (kid: PDFObject) => mayContain(tag, [kid]) && !becomesLink(tag, kid)
  if (!between || list.every(mayStay)) return
  setKids(
    tag.dict,
    list.map((kid) => (mayStay(kid) ? kid : wrap(tag, between, [kid]))),
  )
}

/** Whether it is, or `NonStruct` with, a reference to an annotation, which `link-tags.ts` puts into an element of its own. */
function becomesLink(parent: Tag, kid: PDFObject): boolean {
  const { context } = parent.dict
  budgetOf(context).charge('objects')
  const tag = tagAt(context, kid)
  if (!tag) return dictOf(context.lookup(kid))?.has(PDFName.of('Obj')) ?? false
  return tag.type === 'NonStruct' && kids(tag.dict).some((inner) => becomesLink(tag, inner))
}

/** The types a kid counts as: its own, or for `NonStruct`, which counts as nothing, those of its kids. */
function typesOf(parent: Tag, kid: PDFObject): string[] {
  const { context } = parent.dict
  budgetOf(context).charge('objects')
  const tag = tagAt(context, kid)
  if (!tag) return []
  return tag.type === 'NonStruct' ? kids(tag.dict).flatMap((inner) => typesOf(tag, inner)) : [tag.type]
}

/** A note has an id of its own (ISO 14289-1 7.9). */
function identifyNote({ type, dict, ref }: Tag, taken: Set<string>): void {
  if (type !== 'Note') return
  const own = dict.lookup(PDFName.of('ID'))
  let id = isTextString(own) ? own.asString() : ''
  if (id === '' || taken.has(id)) {
    id = `note-${ref.objectNumber}`
    dict.set(PDFName.of('ID'), PDFString.of(id))
  }
  taken.add(id)
}

const STANDARD = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl ' +
    'LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu ' +
    'WT WP Figure Formula Form'
  ).split(' '),
)
/** Standard since PDF 1.5: part 1 does not know them, and PDF/UA-1 does not let them be mapped, so they change. */
const UNKNOWN_TO_PDF_1_4: Record<string, string> = {
  Annot: 'Link',
  THead: 'NonStruct',
  TBody: 'NonStruct',
  TFoot: 'NonStruct',
  Ruby: 'Span',
  RB: 'Span',
  RT: 'Span',
  RP: 'Span',
  Warichu: 'Span',
  WT: 'Span',
  WP: 'Span',
}

/** Whether a type has a meaning of its own, in PDF 1.4 or since. */
export function isStandardType(type: string, isPart1: boolean): boolean {
  return STANDARD.has(type) && !(isPart1 && UNKNOWN_TO_PDF_1_4[type])
}

const ROLES: Record<string, string> = {
  Aside: 'Sect',
  Title: 'H1',
  FENote: 'Note',
  Strong: 'Span',
  Em: 'Span',
  Sub: 'Span',
}

/** Names the nearest standard type for every type of Chromium's own (ISO 14289-1 7.1, ISO 19005-1 6.8.3.4). */
function mapRoles(doc: PDFDocument): void {
  const root = treeRoot(doc)
  if (!root) return
  const types = new Set([...tagsOf(doc)].map(({ type }) => type))
  for (const type of types) {
    if (STANDARD.has(type)) continue
    const roles = ensureDict(root, 'RoleMap')
    if (nameAt(roles, type)) continue
    roles.set(PDFName.of(type), PDFName.of(ROLES[type] ?? 'Div'))
  }
}
