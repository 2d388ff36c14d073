/** Links over form controls of the document (`in-page/form-fields.ts`) become fields of the PDF (ISO 32000-2, 12.7). */
import { type PDFContext, PDFDict, type PDFDocument, PDFName, PDFRef, PDFString } from 'pdf-lib'
import { FIELD_SCHEME } from '../text/field-link'
import { textOf } from './decode-text'
import { drawFields, formXObject } from './field-appearances'
import { type Field, fieldSchema, type Placed } from './field-schema'
import { addLatinFont } from './latin-font'
import { NamedFields, setEntries } from './named-fields'
import { arrayAt, dictAt, dictionariesOf, nameAt, numbersOf } from './pdfa/objects'
import { textString } from './text-string'

const name = (key: string) => PDFName.of(key)

const MAX_FIELDS = 1000
/** The font of marks that readers draw. */
const DINGBATS = { Type: 'Font', Subtype: 'Type1', BaseFont: 'ZapfDingbats' }
const ALIGNED = { left: 0, center: 1, right: 2 }

/** Returns warnings. Throws WorkLimitExceeded. */
export async function makeFields(document: PDFDocument): Promise<string[]> {
  const placed = document
    .getPages()
    .flatMap((page) => onPage(page.node))
    .slice(0, MAX_FIELDS)
  if (placed.length === 0) return []
  const { context, catalog } = document
  const form = new NamedFields(context)
  for (const field of placed) {
    field.widget.delete(name('A'))
    setEntries(field.widget, widgetEntries(field))
    if (field.kind === 'radio') form.addRadio(field)
    else form.add(field)
  }
  const fonts = {
    Helv: addLatinFont(document).ref,
    ...(placed.some(isButton) && { ZaDb: context.register(context.obj(DINGBATS)) }),
  }
  const fields = { Fields: form.roots, DR: { Font: fonts }, DA: PDFString.of('/Helv 0 Tf 0 g') }
  catalog.set(name('AcroForm'), context.register(context.obj(fields)))
  tagAsForms(context, new Set(placed.map(({ ref }) => ref)))
  const undrawn = await drawFields(document)
  return undrawn.map(({ widget, reason }) => {
    const { width = 0, tall = 0, label } = placed.find((field) => field.widget === widget) ?? {}
    widget.set(name('AP'), context.obj({ N: formXObject(context, '', context.obj([0, 0, width, tall])) }))
    return `forms: the value of “${label}” is in the file and not shown: ${reason}`
  })
}

/** The fields of a page, in the order in which the tabulator key reaches them, which its annotations get. */
function onPage(page: PDFDict): Placed[] {
  const annotations = arrayAt(page, 'Annots')
  const placed = (annotations?.asArray() ?? []).flatMap((ref) => {
    const widget = page.context.lookup(ref)
    if (!(ref instanceof PDFRef) || !(widget instanceof PDFDict) || nameAt(widget, 'Subtype') !== 'Link')
      return []
    const uri = textOf(dictAt(widget, 'A')?.lookup(name('URI')))
    const field = uri?.startsWith(FIELD_SCHEME) ? parsed(uri.slice(FIELD_SCHEME.length)) : undefined
    if (!field) return []
    const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(arrayAt(widget, 'Rect'))
    return [{ ...field, ref, widget, width: Math.abs(right - left), tall: Math.abs(top - bottom) }]
  })
  const order = ({ tabIndex }: Placed) => tabIndex || Number.POSITIVE_INFINITY
  const sorted = placed.toSorted((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)))
  if (annotations && placed.some(({ tabIndex }) => tabIndex > 0)) {
    const refs = new Set<unknown>(placed.map(({ ref }) => ref))
    const others = annotations.asArray().filter((ref) => !refs.has(ref))
    page.set(name('Annots'), page.context.obj([...sorted.map(({ ref }) => ref), ...others]))
  }
  return sorted
}

function parsed(encoded: string): Field | undefined {
  try {
    return fieldSchema.safeParse(JSON.parse(decodeURIComponent(encoded))).data
  } catch {
    return undefined
  }
}

function isButton({ kind }: Field): boolean {
  return kind === 'radio' || kind === 'checkbox'
}

/** What an annotation is, and what it shows. The document's own box stays under it. */
function widgetEntries(field: Placed) {
  const { label, color, fontSize, height, tall } = field
  const size = Math.round((fontSize * tall * 10) / height) / 10
  const ink = `${color.map((part) => Math.round((Math.min(255, Math.max(0, part)) / 255) * 1000) / 1000).join(' ')} rg`
  return {
    Subtype: 'Widget',
    F: 4,
    TU: textString(label),
    Contents: textString(label),
    Border: [0, 0, 0],
    DA: PDFString.of(`${isButton(field) ? '/ZaDb 0' : `/Helv ${size}`} Tf ${ink}`),
    Q: isButton(field) ? ALIGNED.center : ALIGNED[field.align],
  }
}

/** Tags of links to what is a field now. */
function tagAsForms(context: PDFContext, fields: ReadonlySet<PDFRef>): void {
  for (const dict of dictionariesOf(context)) {
    if (nameAt(dict, 'S') !== 'Link' || !dict.has(name('P'))) continue
    const kids = arrayAt(dict, 'K')?.asArray() ?? [dict.get(name('K'))]
    const leads = kids.some((kid) => {
      const object = kid && context.lookup(kid)
      const target = object instanceof PDFDict ? object.get(name('Obj')) : undefined
      return target instanceof PDFRef && fields.has(target)
    })
    if (leads) dict.set(name('S'), name('Form'))
  }
}
