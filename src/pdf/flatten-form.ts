/** Makes form fields a part of their pages: each look is drawn where a viewer shows it (ISO 32000-2, 12.5.5). */
import { PDFDict, type PDFDocument, PDFName, type PDFObject, type PDFPage, PDFRef, PDFStream } from 'pdf-lib'
import { Problem } from '../errors'
import { decimal } from './content-stream'
import { drawFields, fieldType } from './field-appearances'
import { inheritedAt } from './field-tree'
import { dropHidden } from './hidden-annotations'
import { type Box, boundingBox, isEmpty, matrixOf, transformBox } from './pdfa/geometry'
import { arrayAt, dictAt, entriesOf, nameAt, numbersOf, pageResources, setPageContent } from './pdfa/objects'
import { isolatedContent } from './stamp/overlay'
import { addResources } from './stamp/page-resources'
import { budgetOf } from './work-budget'

const name = (key: string) => PDFName.of(key)
/** Operators and resources that drawing one field takes, in objects. */
const WIDGET_COST = 20

/**
 * Draws every field into its pages and removes the form with its fields; those that a viewer hides are removed undrawn.
 * Returns warnings, whole sentences. Throws `document_invalid` for a text that cannot be drawn, unless that `mayBeLost`,
 * and WorkLimitExceeded.
 */
export async function flattenForm(doc: PDFDocument, { mayBeLost = false } = {}): Promise<string[]> {
  const warnings = dropHidden(doc, (subtype) => subtype === 'Widget')
  const [undrawn] = await drawFields(doc)
  if (undrawn && !mayBeLost) throw unflattened(undrawn.reason)
  const drawn = new Set<PDFRef>()
  let empty = 0
  for (const page of doc.getPages()) {
    const annotations = arrayAt(page.node, 'Annots')
    if (!annotations) continue
    const looks = new PageLooks(page, dictAt(dictAt(doc.catalog, 'AcroForm'), 'DR'))
    const kept: PDFObject[] = []
    for (const item of annotations.asArray()) {
      budgetOf(doc.context).charge('objects')
      const widget = doc.context.lookup(item)
      if (!(widget instanceof PDFDict) || nameAt(widget, 'Subtype') !== 'Widget') kept.push(item)
      else {
        if (item instanceof PDFRef) drawn.add(item)
        if (!looks.add(widget)) empty++
      }
    }
    if (kept.length === annotations.size()) continue
    await looks.draw()
    page.node.set(name('Annots'), doc.context.obj(kept))
    await budgetOf(doc.context).takeTurns()
  }
  // What tags or actions still name must not keep the values in the file.
  for (const ref of drawn) doc.context.delete(ref)
  doc.catalog.delete(name('AcroForm'))
  if (empty > 0) warnings.push(`${empty} form fields have a value but no appearance that could be drawn.`)
  return warnings
}

function unflattened(reason: string): Problem {
  const detail = `A form field without an appearance cannot be drawn. ${reason}`
  return new Problem('document_invalid', {
    detail,
    errors: [{ pointer: '/options/flatten', message: detail }],
  })
}

/** What is drawn into one page. */
class PageLooks {
  readonly #lines: string[] = []
  readonly #forms: Record<string, PDFRef> = {}
  readonly #layers: Record<string, PDFRef> = {}
  readonly #taken: ReadonlySet<string>

  constructor(
    private readonly page: PDFPage,
    private readonly defaults: PDFDict | undefined,
  ) {
    const resources = pageResources(page)
    const taken = ['XObject', 'Properties'].flatMap((category) => entriesOf(resources, category))
    budgetOf(page.doc.context).charge('objects', taken.length)
    this.#taken = new Set(taken.map(({ name }) => name))
  }

  /** Returns false if the field has a value that is lost. */
  add(widget: PDFDict): boolean {
    budgetOf(widget.context).charge('objects', WIDGET_COST)
    const look = lookOf(widget)
    const matrix = look && placeOf(look.stream, widget)
    if (!look || !matrix) return !isFilled(widget)
    if (nameAt(look.stream.dict, 'Subtype') !== 'Form') look.stream.dict.set(name('Subtype'), name('Form'))
    if (this.defaults && !look.stream.dict.has(name('Resources')))
      look.stream.dict.set(name('Resources'), this.defaults)
    const form = this.#name('Field')
    this.#forms[form] = look.ref
    const line = `q ${matrix.map(decimal).join(' ')} cm /${form} Do Q`
    const layer = widget.get(name('OC'))
    if (layer instanceof PDFRef) {
      const layerName = this.#name('FieldLayer')
      this.#layers[layerName] = layer
      this.#lines.push(`/OC /${layerName} BDC ${line} EMC`)
    } else this.#lines.push(line)
    return true
  }

  async draw(): Promise<void> {
    if (this.#lines.length === 0) return
    setPageContent(this.page, `${await isolatedContent(this.page)}${this.#lines.join('\n')}\n`)
    addResources(this.page, 'XObject', this.#forms)
    if (Object.keys(this.#layers).length > 0) addResources(this.page, 'Properties', this.#layers)
  }

  #count = 0
  #name(prefix: string): string {
    do this.#count++
    while (this.#taken.has(`${prefix}${this.#count}`))
    return `${prefix}${this.#count}`
  }
}

/** The look that a viewer shows: of several, that of the state. */
function lookOf(widget: PDFDict): { stream: PDFStream; ref: PDFRef } | undefined {
  const looks = dictAt(widget, 'AP')
  const states = looks?.lookup(name('N'))
  const state = widget.lookup(name('AS'))
  const own =
    states instanceof PDFDict ? state instanceof PDFName && states.get(state) : looks?.get(name('N'))
  const stream = own ? widget.context.lookup(own) : undefined
  return stream instanceof PDFStream && own instanceof PDFRef ? { stream, ref: own } : undefined
}

/** The matrix that puts a look's box, turned by its own matrix, on the annotation's rectangle; undefined if one is empty. */
function placeOf({ dict }: PDFStream, widget: PDFDict): number[] | undefined {
  const own = matrixOf(numbersOf(arrayAt(dict, 'Matrix')))
  const from = transformBox(own, boxAt(dict, 'BBox'))
  const to = boxAt(widget, 'Rect')
  if (isEmpty(from) || isEmpty(to)) return undefined
  const [across, up] = [(to[2] - to[0]) / (from[2] - from[0]), (to[3] - to[1]) / (from[3] - from[1])]
  return [across, 0, 0, up, to[0] - from[0] * across, to[1] - from[1] * up]
}

function boxAt(dict: PDFDict, key: string): Box {
  const [a = 0, b = 0, c = 0, d = 0] = numbersOf(arrayAt(dict, key))
  return boundingBox([
    [a, b],
    [c, d],
  ])
}

/** Whether a text or choice has a value: a button without a look for its state shows nothing, as it should. */
function isFilled(widget: PDFDict): boolean {
  return ['Tx', 'Ch'].includes(fieldType(widget) ?? '') && inheritedAt(widget, 'V') !== undefined
}
