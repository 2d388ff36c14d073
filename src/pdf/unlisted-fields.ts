/** Form fields that stand on pages while their form does not list them (ISO 32000-2, 12.7.3), as readers find them. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from 'pdf-lib'
import { inheritedAt, isNoField } from './field-tree'
import { arrayAt, dictAt, nameAt } from './pdfa/objects'
import { budgetOf } from './work-budget'

const [PARENT, TYPE, NAME] = [PDFName.of('Parent'), PDFName.of('FT'), PDFName.of('T')]

/**
 * Adds the widgets on pages to the lists of their parents, and the topmost of these to the form's list, where they are
 * missing or the list is none. Without a form nothing is a field. Looks at each field once. Throws WorkLimitExceeded.
 */
export function listAllFields(document: PDFDocument): void {
  const { catalog, context } = document
  const form = dictAt(catalog, 'AcroForm')
  if (!form) return
  const work = budgetOf(context)
  const lists = new Lists()
  const placed = new Set<PDFDict>()
  for (const { node } of document.getPages()) {
    const annotations = arrayAt(node, 'Annots')
    const items = annotations?.asArray() ?? []
    work.charge('objects', items.length)
    for (const [at, item] of items.entries()) {
      const widget = context.lookup(item)
      if (!(widget instanceof PDFDict) || nameAt(widget, 'Subtype') !== 'Widget') continue
      if (!inheritedAt(widget, 'FT')) continue
      const ref = item instanceof PDFRef ? item : context.register(widget)
      if (ref !== item) annotations?.set(at, ref)
      placeBelowParents(ref, { form, lists, placed })
    }
  }
}

/** From the widget up to what has no parent, or was placed before. */
function placeBelowParents(
  widget: PDFRef,
  { form, lists, placed }: { form: PDFDict; lists: Lists; placed: Set<PDFDict> },
): void {
  const { context } = form
  const path = new Set<PDFDict>()
  for (let ref = widget; ; ) {
    const field = context.lookup(ref, PDFDict)
    if (path.has(field)) {
      // A circle has no top: one of its fields is as good as another.
      if (![...path].some((each) => lists.has(form, 'Fields', each))) lists.add(form, 'Fields', ref)
      return
    }
    if (placed.has(field)) return
    path.add(field)
    placed.add(field)
    const above = field.get(PARENT)
    const parent = context.lookup(above)
    if (!(above instanceof PDFRef) || !(parent instanceof PDFDict) || isNoField(parent)) {
      lists.add(form, 'Fields', ref)
      return
    }
    lists.add(parent, 'Kids', ref)
    // A widget without a name is no field: what it says of its type is said of the field that it belongs to.
    const type = field.get(TYPE)
    if (type && !field.has(NAME) && !inheritedAt(parent, 'FT')) parent.set(TYPE, type)
    ref = above
  }
}

/** The lists of a form and its fields, each read once. */
class Lists {
  readonly #members = new Map<PDFDict, Set<PDFObject | undefined>>()

  has(holder: PDFDict, key: 'Fields' | 'Kids', field: PDFDict): boolean {
    return this.#membersOf(holder, key).has(field)
  }

  /** Makes a list if there is none. */
  add(holder: PDFDict, key: 'Fields' | 'Kids', ref: PDFRef): void {
    const members = this.#membersOf(holder, key)
    const field = holder.context.lookup(ref)
    if (members.has(field)) return
    members.add(field)
    const list = arrayAt(holder, key) ?? PDFArray.withContext(holder.context)
    list.push(ref)
    holder.set(PDFName.of(key), list)
  }

  #membersOf(holder: PDFDict, key: 'Fields' | 'Kids'): Set<PDFObject | undefined> {
    const known = this.#members.get(holder)
    if (known) return known
    const items = arrayAt(holder, key)?.asArray() ?? []
    budgetOf(holder.context).charge('objects', items.length)
    const members = new Set(items.map((item) => holder.context.lookup(item)))
    this.#members.set(holder, members)
    return members
  }
}
