/** Form fields: an appended file's fields keep their values and get names that are not taken. */
import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import { textOf } from '../decode-text'
import { dictionaries } from '../import/dictionaries'
import { UniqueNames } from './destinations'
import type { Graft } from './graft'

const fields = PDFName.of('Fields')
const partialName = PDFName.of('T')
const appearance = PDFName.of('DA')

/**
 * Before the pages are copied, whose widgets are the fields: makes names unique, and lets each field take along
 * what it inherits from the form.
 */
export function prepareFields(target: PDFDocument, source: PDFDocument) {
  const form = formOf(source)
  if (!form) return
  const own = fieldsOf(form)
  const all = formOf(target)
  if (all) renameFonts(all, form, source)
  inheritAppearance(form, own)
  const taken = new UniqueNames(all ? fieldsOf(all).map(nameOf) : [])
  for (const field of own) field.set(partialName, PDFHexString.fromText(taken.take(nameOf(field))))
}

/** After the pages are copied: lists the source's fields and default resources in the target's form. */
export function addFields(target: PDFDocument, source: PDFDocument, graft: Graft) {
  const form = formOf(source)
  const own = form?.lookup(fields)
  if (!form || !(own instanceof PDFArray) || own.size() === 0) return
  const all = ensuredForm(target)
  addFonts(all, form, graft)
  if (form.lookup(PDFName.of('NeedAppearances')) === PDFBool.True) {
    all.set(PDFName.of('NeedAppearances'), PDFBool.True)
  }
  const list = all.lookup(fields, PDFArray)
  for (const entry of own.asArray()) if (entry instanceof PDFRef) list.push(graft.copy(entry))
}

function formOf({ catalog }: PDFDocument): PDFDict | undefined {
  const form = catalog.lookup(PDFName.of('AcroForm'))
  return form instanceof PDFDict ? form : undefined
}

/** The fields at the top of the form's tree. */
function fieldsOf(form: PDFDict): PDFDict[] {
  const list = form.lookup(fields)
  const items = list instanceof PDFArray ? list.asArray().map((_, index) => list.lookup(index)) : []
  return items.filter((item) => item instanceof PDFDict)
}

function nameOf(field: PDFDict): string {
  return textOf(field.lookup(partialName)) ?? ''
}

function ensuredForm(document: PDFDocument): PDFDict {
  const form = formOf(document) ?? document.context.obj({})
  if (!formOf(document)) document.catalog.set(PDFName.of('AcroForm'), document.context.register(form))
  if (!(form.lookup(fields) instanceof PDFArray)) form.set(fields, document.context.obj([]))
  return form
}

function fontsOf(form: PDFDict): PDFDict | undefined {
  const resources = form.lookup(PDFName.of('DR'))
  const fonts = resources instanceof PDFDict ? resources.lookup(PDFName.of('Font')) : undefined
  return fonts instanceof PDFDict ? fonts : undefined
}

/** Fields name their font in the form's resources: a name that the target uses for another is changed. */
function renameFonts(target: PDFDict, form: PDFDict, source: PDFDocument) {
  const own = fontsOf(form)
  const known = fontsOf(target)?.keys() ?? []
  if (!own || known.length === 0) return
  const taken = new UniqueNames(known.map((key) => key.decodeText()))
  const renamed = new Map<string, string>()
  for (const [key, font] of own.entries()) {
    const name = key.decodeText()
    const unique = taken.take(name)
    if (unique === name) continue
    own.delete(key)
    own.set(PDFName.of(unique), font)
    renamed.set(name, unique)
  }
  if (renamed.size === 0) return
  for (const dict of dictionaries(source.context)) {
    const text = dict.get(appearance)
    if (!(text instanceof PDFString)) continue
    const changed = text
      .asString()
      .replace(/\/([^\s/]+)/g, (all, name) => (renamed.has(name) ? `/${renamed.get(name)}` : all))
    dict.set(appearance, PDFString.of(changed))
  }
}

/** The form's own defaults do not survive beside another form's: each field takes them along. */
function inheritAppearance(form: PDFDict, own: PDFDict[]) {
  for (const key of [appearance, PDFName.of('Q')]) {
    const value = form.get(key)
    for (const field of own) if (value && !field.has(key)) field.set(key, value)
  }
}

function addFonts(target: PDFDict, form: PDFDict, graft: Graft) {
  const fonts = fontsOf(form)
  if (!fonts) return
  const { context } = target
  const resources = target.lookup(PDFName.of('DR'))
  const all = resources instanceof PDFDict ? resources : context.obj({})
  if (all !== resources) target.set(PDFName.of('DR'), all)
  const known = all.lookup(PDFName.of('Font'))
  const table = known instanceof PDFDict ? known : context.obj({})
  if (table !== known) all.set(PDFName.of('Font'), table)
  for (const [key, font] of fonts.entries()) table.set(key, graft.copyValue(font))
}
