/** Fields of a document as a tree of names, and what each is (ISO 32000-2, 12.7.4 and 12.7.5). */
import { type PDFContext, PDFDict, PDFName, type PDFObject, type PDFRef } from 'pdf-lib'
import { dot, tick } from './button-marks'
import { formXObject } from './field-appearances'
import type { Field, Placed } from './field-schema'
import { textString } from './text-string'

const name = (key: string) => PDFName.of(key)

/** Sets entries of a dictionary. */
export function setEntries(dict: PDFDict, entries: Parameters<typeof literals>[1]): void {
  for (const [key, value] of literals(dict.context, entries).entries()) dict.set(key, value)
}

const literals = (context: PDFContext, entries: { [key: string]: Literal }) => context.obj(entries)

type Literal =
  | PDFObject
  | string
  | number
  | number[]
  | PDFObject[]
  | PDFObject[][]
  | { [key: string]: Literal }

/** Bits of `Ff` (ISO 32000-2, tables 227, 229, 231 and 233). */
const FLAGS = { readOnly: 1, required: 2, multiline: 1 << 12, password: 1 << 13, noToggleToOff: 1 << 14 }
const MORE_FLAGS = { radio: 1 << 15, combo: 1 << 17, multiple: 1 << 21 }

/** Marks as letters of ZapfDingbats (12.5.6.19): readers that draw all fields again take them from there. */
const MARKS = { dot: 'l', tick: '4' }

/** Fields by their names, whose parts are divided by full stops (12.7.4.2). */
export class NamedFields {
  readonly roots: PDFRef[] = []
  readonly #taken = new Set<string>()
  readonly #groups = new Map<string, { ref: PDFRef; kids: PDFRef[] }>()
  readonly #radios = new Map<string, { field: PDFDict; ref: PDFRef; kids: PDFRef[]; states: string[] }>()

  constructor(private readonly context: PDFContext) {}

  add(field: Placed): void {
    const { widget } = field
    const entries = field.kind === 'checkbox' ? this.#box(field, 'Yes', field.isChecked) : valueEntries(field)
    setEntries(widget, { ...entries, Ff: flagsOf(field) })
    this.#place(widget, field.ref, field.name)
  }

  /** All buttons of one name are one field. */
  addRadio(field: Placed): void {
    const { context } = this
    let group = this.#radios.get(field.name)
    if (!group) {
      const label = textString(field.groupLabel || field.label)
      const dict = context.obj({ FT: 'Btn', Ff: flagsOf(field), V: 'Off', TU: label })
      const made = { field: dict, ref: context.register(dict), kids: [], states: [] }
      this.#radios.set(field.name, made)
      this.#place(dict, made.ref, field.name)
      group = made
    }
    const wanted =
      /^[\w-]{1,100}$/.test(field.value) && field.value !== 'Off' ? field.value : `${group.kids.length + 1}`
    const { states } = group
    let state = wanted
    for (let at = states.length + 1; states.includes(state); at++) state = `${wanted}-${at}`
    states.push(state)
    group.kids.push(field.ref)
    const { FT: _type, V: _value, ...look } = this.#box(field, state, field.isChecked)
    setEntries(field.widget, { ...look, Parent: group.ref })
    group.field.set(name('Kids'), context.obj(group.kids))
    if (field.isChecked) group.field.set(name('V'), name(state))
  }

  #box(field: Placed, on: string, isOn: boolean) {
    const { context } = this
    const box = context.obj([0, 0, field.width, field.tall])
    const mark = field.kind === 'radio' ? 'dot' : 'tick'
    const shown = { dot, tick }[mark](field)
    const looks = { Off: formXObject(context, '', box), [on]: formXObject(context, shown, box) }
    const state = isOn ? on : 'Off'
    return { FT: 'Btn', V: state, AS: state, AP: { N: looks }, MK: { CA: textString(MARKS[mark]) } } as const
  }

  /** A name that is taken gets a number; a part of it that is no name is left out. */
  #place(dict: PDFDict, ref: PDFRef, wanted: string): void {
    const clean =
      wanted
        .split('.')
        .filter((part) => part !== '')
        .slice(0, 10)
        .join('.') || 'field'
    const path = this.#freePath(clean)
    this.#taken.add(path.join('.'))
    dict.set(name('T'), textString(path.at(-1) ?? clean))
    const parent = this.#group(path.slice(0, -1))
    if (parent) dict.set(name('Parent'), parent)
    else this.roots.push(ref)
    if (parent) this.#addKid(path.slice(0, -1).join('.'), ref)
  }

  #freePath(clean: string): string[] {
    for (let at = 1; ; at++) {
      const full = at === 1 ? clean : `${clean}-${at}`
      const parts = full.split('.')
      // A field has no fields in it.
      const isBelowField = parts.some((_, end) => end > 0 && this.#taken.has(parts.slice(0, end).join('.')))
      const path = isBelowField ? [full.replaceAll('.', '_')] : parts
      const name = path.join('.')
      if (!this.#taken.has(name) && !this.#groups.has(name)) return path
    }
  }

  #group(path: string[]): PDFRef | undefined {
    if (path.length === 0) return undefined
    const full = path.join('.')
    const known = this.#groups.get(full)
    if (known) return known.ref
    const above = this.#group(path.slice(0, -1))
    const ref = this.context.register(
      this.context.obj({ T: textString(path.at(-1) ?? ''), ...(above && { Parent: above }) }),
    )
    this.#groups.set(full, { ref, kids: [] })
    if (above) this.#addKid(path.slice(0, -1).join('.'), ref)
    else this.roots.push(ref)
    return ref
  }

  #addKid(full: string, kid: PDFRef): void {
    const group = this.#groups.get(full)
    if (!group) return
    group.kids.push(kid)
    this.context.lookup(group.ref, PDFDict).set(name('Kids'), this.context.obj(group.kids))
  }
}

function flagsOf(field: Field): number {
  const is = (asked: boolean, flag: number) => (asked ? flag : 0)
  return (
    is(field.isReadOnly, FLAGS.readOnly) +
    is(field.isRequired, FLAGS.required) +
    is(field.isMultiline, FLAGS.multiline) +
    is(field.isPassword, FLAGS.password) +
    is(field.kind === 'radio', MORE_FLAGS.radio + FLAGS.noToggleToOff) +
    is(field.kind === 'menu', MORE_FLAGS.combo) +
    is(field.kind === 'list' && field.isMultiple, MORE_FLAGS.multiple)
  )
}

function valueEntries({ kind, value, options, chosen, maxLength }: Field) {
  if (kind === 'text')
    return { FT: 'Tx', V: textString(value), ...(maxLength !== undefined && { MaxLen: maxLength }) }
  const [first] = chosen
  const picked =
    chosen.length > 1 ? chosen.map(textString) : first === undefined ? undefined : textString(first)
  const indices = options.flatMap(([option], at) => (chosen.includes(option) ? [at] : []))
  return {
    FT: 'Ch',
    Opt: options.map(([exported, shown]) => [textString(exported), textString(shown)]),
    ...(picked !== undefined && { V: picked }),
    ...(kind === 'list' && indices.length > 0 && { I: indices }),
  }
}
