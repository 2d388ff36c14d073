/** Filling the form of a document (ISO 32000-2, 12.7). */
import {
  PDFCheckBox,
  type PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFTextField,
} from 'pdf-lib'
import { z } from 'zod'
import { type FieldError, Problem } from '../errors'
import { normalized } from '../text/normalized'
import { type ChoiceItem, choiceItems, chooseItems, findChoice } from './choice-items'
import { drawFields } from './field-appearances'
import { missingCharacters } from './latin-font'
import { WorkLimitExceeded } from './work-budget'

const MAX_FIELDS = 500

export const fieldValues = z
  .record(
    z.string().max(500),
    z.union([z.string().max(10_000), z.boolean(), z.array(z.string().max(1000)).max(100)]),
  )
  .refine((values) => Object.keys(values).length <= MAX_FIELDS, `must have at most ${MAX_FIELDS} fields`)
export type FieldValues = z.output<typeof fieldValues>

const BROKEN: FieldError = {
  pointer: '/options/fields',
  message: 'The form of this document is broken and cannot be filled.',
}

/** Sets the fields with these full names. Throws `document_invalid` with all that cannot be set. */
export async function fillFields(document: PDFDocument, values: FieldValues): Promise<void> {
  const errors: FieldError[] = []
  // The library adds a form to a document that has none.
  const hasForm = document.catalog.has(PDFName.of('AcroForm'))
  const all = hasForm ? attempt(() => document.getForm().getFields()) : []
  const fields = new Map(all.map((field) => [field.getName(), field]))
  const filled = new Set<PDFDict>()
  for (const [name, value] of Object.entries(values)) {
    const field = fields.get(name)
    const message = field ? setValue(field, value) : `The document has no field “${name}”.`
    if (field) for (const { dict } of field.acroField.getWidgets()) filled.add(dict)
    if (message) errors.push({ pointer: `/options/fields/${pointerPart(name)}`, message })
  }
  if (errors.length > 0) throw notFilled(errors)
  const undrawn = await drawFields(document, (widget) => filled.has(widget))
  const [lost] = undrawn.filter(({ widget }) => filled.has(widget))
  if (lost) throw notFilled([{ pointer: '/options/fields', message: lost.reason }])
}

/** Why the field cannot have the value; undefined once it has. */
function setValue(field: PDFField, value: FieldValues[string]): string | undefined {
  const choices = Array.isArray(value) ? value : [String(value)]
  const missing = missingCharacters(normalized(choices.join(''), 'NFC').replace(/[\t\n\r]/g, ''))
  if (missing) return missing
  try {
    if (field instanceof PDFTextField) {
      if (typeof value !== 'string') return 'A text field takes a text.'
      field.setText(normalized(value, 'NFC'))
    } else if (field instanceof PDFCheckBox) {
      if (typeof value !== 'boolean') return 'A check box takes true or false.'
      if (value) field.check()
      else field.uncheck()
    } else if (field instanceof PDFRadioGroup) {
      const options = field.getOptions()
      const other = choices.find((choice) => !options.includes(choice))
      if (other !== undefined) return noChoice(other, options)
      if (choices.length !== 1) return 'A radio button takes one choice.'
      field.select(choices[0] ?? '')
    } else if (field instanceof PDFDropdown || field instanceof PDFOptionList) {
      return choose(field, choices)
    } else return 'A field of this type takes no value.'
  } catch (error) {
    return `It cannot have this value: ${error instanceof Error ? error.message.slice(0, 200) : 'it is broken'}`
  }
}

/** As `setValue`. */
function choose(field: PDFDropdown | PDFOptionList, choices: string[]): string | undefined {
  const { dict } = field.acroField
  const items = choiceItems(dict)
  const chosen = new Set<ChoiceItem>()
  for (const choice of choices) {
    const item = findChoice(items, choice)
    if (!item)
      return noChoice(
        choice,
        items.map(({ shown }) => shown),
      )
    chosen.add(item)
  }
  if (chosen.size > 1) field.enableMultiselect()
  chooseItems(dict, items, chosen)
}

function noChoice(wanted: string, options: string[]): string {
  return `It has no choice “${wanted}”: take one of ${options.slice(0, 20).join(', ')}.`
}

function attempt<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof WorkLimitExceeded) throw error
    throw notFilled([BROKEN], error)
  }
}

function notFilled(errors: FieldError[], cause?: unknown): Problem {
  return new Problem('document_invalid', { detail: errors[0]?.message ?? '', errors, cause })
}

function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
