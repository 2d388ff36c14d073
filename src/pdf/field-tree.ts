/** The tree of form fields (ISO 32000-2, 12.7.4), walked so that a hostile one costs no more than it has objects. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from 'pdf-lib'
import { isTextString } from './decode-text'
import { arrayAt, dictAt, nameAt } from './pdfa/objects'
import { budgetOf } from './work-budget'

/** Fields within fields; what lies deeper is not in the tree. */
export const MAX_DEPTH = 50
/** Objects that one field takes beside its entry: it is read, named and asked for what it inherits. */
const FIELD_COST = 12
/** A font, its size and a color take some twenty bytes. Libraries take the square of the length to read it. */
const MAX_DEFAULT_APPEARANCE = 1_000

/** What a hostile form may list as fields, and what must keep its own parent. */
const OTHERS = new Set<string | undefined>(['Catalog', 'Pages', 'Page'])

/** How many fields stand above those of a list, and whether one of them says their type. */
type Above = { depth: number; isTyped: boolean }

const KIDS = PDFName.of('Kids')
const PARENT = PDFName.of('Parent')

/**
 * Makes the fields a tree in fact: each stands in it once, is an object of its own and names its parent. What stands in
 * it a second time, too deep, or is no field (any more) is taken out, and so is an end of the tree without a type, which
 * libraries do not bear, and default appearances that are too long.
 * A caller's file is repaired when it is read, so that a step, or a library, may walk the tree without a memo. Returns
 * the widgets at its ends, and whether fields were lost because they lie too deep. Throws WorkLimitExceeded.
 */
export function repairFieldTree({ catalog, context }: PDFDocument): {
  widgets: PDFDict[]
  losesDeepFields: boolean
} {
  const widgets: PDFDict[] = []
  const form = dictAt(catalog, 'AcroForm')
  if (!form) return { widgets, losesDeepFields: false }
  dropLongAppearance(form)
  const work = budgetOf(context)
  const seen = new Set<PDFDict>()
  const tooDeep = new Set<PDFDict>()
  const keep = (items: readonly PDFObject[], parent: PDFRef | undefined, above: Above): PDFArray => {
    const kept = PDFArray.withContext(context)
    work.charge('objects', items.length)
    for (const item of items) {
      const field = context.lookup(item)
      if (!(field instanceof PDFDict) || seen.has(field) || isNoField(field)) continue
      if (above.depth > MAX_DEPTH) {
        tooDeep.add(field)
        continue
      }
      seen.add(field)
      work.charge('objects', FIELD_COST)
      const ref = item instanceof PDFRef ? item : context.register(field)
      if (parent) field.set(PARENT, parent)
      else field.delete(PARENT)
      dropLongAppearance(field)
      const isTyped = above.isTyped || nameAt(field, 'FT') !== undefined
      if (repairKids(field, ref, { depth: above.depth + 1, isTyped })) kept.push(ref)
    }
    return kept
  }
  /** Returns whether it is a field still. */
  const repairKids = (field: PDFDict, ref: PDFRef, own: Above): boolean => {
    const kids = keep(arrayAt(field, 'Kids')?.asArray() ?? [], ref, own)
    if (kids.size() === 0 && !own.isTyped) return false
    const isWidget = kids.size() === 0 && field.has(PDFName.of('Rect'))
    if (isWidget) field.delete(KIDS)
    else if (field.has(KIDS)) field.set(KIDS, kids)
    if (isWidget) widgets.push(field)
    return true
  }
  const top = arrayAt(form, 'Fields')?.asArray() ?? []
  // Some files list the parts of a field beside it.
  const listed = new Set(top.map((item) => context.lookup(item)))
  const isPart = (item: PDFObject) => {
    const field = context.lookup(item)
    return field instanceof PDFDict && listed.has(field.lookup(PARENT))
  }
  const roots = top.filter((item) => !isPart(item))
  // A part that its field does not list, or that is a part of its own part, is kept beside the others.
  form.set(PDFName.of('Fields'), keep([...roots, ...top], undefined, { depth: 0, isTyped: false }))
  return { widgets, losesDeepFields: [...tooDeep].some((field) => !seen.has(field)) }
}

/** Whether a dictionary is of another type, which a hostile form may list, or name as a parent. */
export function isNoField(dict: PDFDict): boolean {
  return OTHERS.has(nameAt(dict, 'Type'))
}

/** What a field has under `key`, its own or inherited, references followed. */
export function inheritedAt(field: PDFDict, key: string): PDFObject | undefined {
  let dict: PDFDict | undefined = field
  for (let depth = 0; dict && depth <= MAX_DEPTH + 1; depth++) {
    const value = dict.lookup(PDFName.of(key))
    if (value) return value
    dict = dictAt(dict, 'Parent')
  }
  return undefined
}

function dropLongAppearance(dict: PDFDict): void {
  const key = PDFName.of('DA')
  const text = dict.lookup(key)
  if (isTextString(text) && text.sizeInBytes() > MAX_DEFAULT_APPEARANCE) dict.delete(key)
}
