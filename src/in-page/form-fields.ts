/**
 * Form controls as fields of the PDF: a link lies over each, with all that the field is to say in its address. The print
 * knows where links stand, on whatever page, and `pdf/make-fields.ts` makes fields of them.
 */

import { FIELD_SCHEME, type FormField } from '../text/field-link'
import { plainText } from './element-text'
import { document } from './true-document'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const MAX_FIELDS = 1000
const MAX_OPTIONS = 500
const MAX_TEXT = 10_000
/** In CSS pixels, of a control that takes no room. */
const MIN_HEIGHT = 0.01
const TEXTS = new Set(['text', 'email', 'tel', 'url', 'search', 'number', 'password'])
const TIMES = new Set(['date', 'time', 'datetime-local', 'month', 'week'])
const BUTTONS = new Set(['hidden', 'submit', 'reset', 'button', 'image'])

/** What the field shows by itself is not printed under it. */
const STYLES = `
[data-platen-field]::-webkit-calendar-picker-indicator,[data-platen-field]::-webkit-datetime-edit,[data-platen-field]::-webkit-inner-spin-button,[data-platen-field]::-webkit-search-cancel-button{visibility:hidden!important}
[data-platen-field]{resize:none!important}
[data-platen-field],[data-platen-field] option{-webkit-text-fill-color:transparent!important}
[data-platen-field]::placeholder{color:transparent!important}
select[data-platen-field] option{background:none!important}
`

/** As in the contract. */
export function prepareForms(): string[] {
  const controls = [...document.querySelectorAll<Control>('input,textarea,select')].filter(isShown)
  const warnings: string[] = []
  const others = new Set<string>()
  const known = controls.filter((control) => {
    const isKnown = kindOf(control) !== undefined
    if (!isKnown) others.add(control.type)
    return isKnown
  })
  if (others.size > 0)
    warnings.push(`forms: a PDF has no fields of type ${[...others].join(', ')}: these stay as drawn`)
  if (known.length === 0) warnings.push('forms: the document has no form fields (input, textarea, select)')
  if (known.length > MAX_FIELDS)
    warnings.push(
      `forms: ${known.length - MAX_FIELDS} more form fields stay as drawn: ${MAX_FIELDS} is the most`,
    )
  const style = document.createElement('style')
  style.textContent = STYLES
  document.head.append(style)
  // What all say is read before anything is changed.
  const taken = known.slice(0, MAX_FIELDS)
  const fields = taken.map(describe)
  for (const [at, control] of taken.entries()) cover(control, at, fields[at])
  return warnings
}

function isShown(control: Control): boolean {
  return (
    !BUTTONS.has(control.type) &&
    control.getClientRects().length > 0 &&
    getComputedStyle(control).visibility === 'visible'
  )
}

function kindOf(control: Control): FormField['kind'] | undefined {
  if (control instanceof HTMLTextAreaElement) return 'text'
  if (control instanceof HTMLSelectElement) return control.multiple || control.size > 1 ? 'list' : 'menu'
  if (control.type === 'checkbox' || control.type === 'radio') return control.type
  return TEXTS.has(control.type) || TIMES.has(control.type) ? 'text' : undefined
}

function describe(control: Control, at: number): FormField {
  const kind = kindOf(control) ?? 'text'
  const style = getComputedStyle(control)
  const isInput = control instanceof HTMLInputElement
  const name = control.name || control.id || `field-${at + 1}`
  const most = control instanceof HTMLSelectElement ? -1 : control.maxLength
  const options =
    control instanceof HTMLSelectElement ? [...control.options].slice(0, MAX_OPTIONS) : undefined
  return {
    kind,
    name: name.slice(0, 200),
    label: (labelOf(control) || name).slice(0, 500),
    groupLabel: kind === 'radio' ? groupLabelOf(control).slice(0, 500) : '',
    // A file must not keep it (ISO 32000-2, table 231).
    value: control.type === 'password' ? '' : control.value.slice(0, MAX_TEXT),
    ...(options && {
      options: options.map(({ value, text }) => [value.slice(0, 500), text.slice(0, 500)]),
      chosen: options.flatMap(({ selected, value }) => (selected ? [value.slice(0, 500)] : [])),
    }),
    isChecked: isInput && control.checked,
    isRequired: control.required,
    isReadOnly: control.disabled || (!(control instanceof HTMLSelectElement) && control.readOnly),
    isMultiline: control instanceof HTMLTextAreaElement,
    isPassword: control.type === 'password',
    isMultiple: control instanceof HTMLSelectElement && control.multiple,
    maxLength: most > 0 && most <= MAX_TEXT ? most : undefined,
    align: alignOf(style),
    color: colorOf(style.color),
    fontSize: Number.parseFloat(style.fontSize) || 13,
    height: Math.max(MIN_HEIGHT, control.getBoundingClientRect().height),
    tabIndex: Math.max(0, control.tabIndex),
  }
}

/** What a reader is told that the field is. */
function labelOf(control: Control): string {
  const labels = [...(control.labels ?? [])].map(textOfLabel)
  return firstText([
    ...ariaNames(control),
    labels.join(' '),
    control.title,
    control.getAttribute('placeholder') ?? '',
  ])
}

/** What a reader is told that all buttons around this one are about. */
function groupLabelOf(control: Control): string {
  const group = control.closest('fieldset,[role=radiogroup],[role=group]')
  if (!group) return ''
  const legend = group.querySelector(':scope > legend')
  return firstText([...ariaNames(group), legend ? plainText(legend) : ''])
}

/** The names that come before all others (Accessible Name and Description Computation, 4.3.2), or empty texts. */
function ariaNames(element: Element): [string, string] {
  const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).slice(0, 10)
  const texts = ids.flatMap((id) => {
    const named = id === '' ? null : document.getElementById(id)
    return named ? [plainText(named)] : []
  })
  return [texts.join(' '), element.getAttribute('aria-label') ?? '']
}

function firstText(candidates: string[]): string {
  return candidates.map((text) => text.trim()).find((text) => text !== '') ?? ''
}

/** Without the choices of a menu in it. */
function textOfLabel(label: HTMLElement): string {
  const copy = label.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return ''
  for (const inner of copy.querySelectorAll('input,textarea,select,script,style')) inner.remove()
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
}

function alignOf({ textAlign, direction }: CSSStyleDeclaration): FormField['align'] {
  if (textAlign === 'center') return 'center'
  const isRight = textAlign === 'right' || textAlign === (direction === 'rtl' ? 'start' : 'end')
  return isRight ? 'right' : 'left'
}

function colorOf(color: string): FormField['color'] {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d{1,3}(?:\.\d{1,9})?/g) ?? []).map(Number)
  return color.startsWith('rgb') ? [red, green, blue] : [0, 0, 0]
}

function cover(control: Control, at: number, field: FormField | undefined): void {
  const anchor = `--platen-field-${at}`
  const { anchorName } = getComputedStyle(control) as CSSStyleDeclaration & { anchorName?: string }
  const names = anchorName && anchorName !== 'none' ? `${anchorName}, ${anchor}` : anchor
  control.style.setProperty('anchor-name', names, 'important')
  const link = document.createElement('a')
  link.href = FIELD_SCHEME + encodeURIComponent(JSON.stringify(field))
  link.setAttribute('aria-label', field?.label ?? '')
  link.style.cssText = `all:initial!important;position:absolute!important;position-anchor:${anchor}!important;left:anchor(left)!important;top:anchor(top)!important;width:anchor-size(width)!important;height:anchor-size(height)!important`
  control.after(link)
  control.dataset.platenField = ''
  if (control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type))
    control.checked = false
  else if (!(control instanceof HTMLSelectElement)) control.value = ''
}
