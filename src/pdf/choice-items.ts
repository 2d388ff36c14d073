/** The items of a menu or list of a form, and which of them are chosen (ISO 32000-2, 12.7.5.4). */
import { PDFArray, type PDFDict, PDFName, type PDFObject } from 'pdf-lib'
import { textOf } from './decode-text'
import { inheritedAt } from './field-tree'
import { budgetOf } from './work-budget'

/** `value` is the object that stands in the file for `exported`, which `V` repeats; `shown` is what a reader sees. */
export type ChoiceItem = { value: PDFObject | undefined; exported: string; shown: string }

/** The items of a field, in their order. Throws WorkLimitExceeded. */
export function choiceItems(field: PDFDict): ChoiceItem[] {
  const list = inheritedAt(field, 'Opt')
  const items = list instanceof PDFArray ? list.asArray().map((_, at) => list.lookup(at)) : []
  budgetOf(field.context).charge('objects', items.length)
  return items.map((item) => {
    const value = item instanceof PDFArray ? item.lookup(0) : item
    const exported = textOf(value) ?? ''
    return {
      value,
      exported,
      shown: (item instanceof PDFArray ? textOf(item.lookup(1)) : undefined) ?? exported,
    }
  })
}

/** The item that a caller means by what a reader sees, or by what the file has for it. */
export function findChoice(items: ChoiceItem[], wanted: string): ChoiceItem | undefined {
  return items.find(({ shown }) => shown === wanted) ?? items.find(({ exported }) => exported === wanted)
}

/** Has a field say that these of its `items` are chosen, in the very bytes of its list: some readers compare those. */
export function chooseItems(field: PDFDict, items: ChoiceItem[], chosen: ReadonlySet<ChoiceItem>): void {
  const { context } = field
  const values = [...chosen].flatMap(({ value }) => value?.clone(context) ?? [])
  const [first] = values
  const places = items.flatMap((item, at) => (chosen.has(item) ? [at] : []))
  setOrDelete(field, 'V', values.length > 1 ? context.obj(values) : first)
  setOrDelete(field, 'I', places.length > 0 ? context.obj(places) : undefined)
}

function setOrDelete(dict: PDFDict, key: string, value: PDFObject | undefined): void {
  if (value) dict.set(PDFName.of(key), value)
  else dict.delete(PDFName.of(key))
}
