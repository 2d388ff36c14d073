/** A form for data of a template, made from its JSON Schema. What the service says of a field stands at it. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { TEXTS } from '../texts'
import { type Data, isRecord, objectOf, schemaAt, valueAt, withValueAt } from './data-path'
import { entryName, ownName } from './entry-name'
import { type FieldProps, Leaf } from './leaf'
import { RemarkList } from './remark-list'
import { Rows } from './rows'
import type { Schema } from './schema'
import { useRemarkCount, useRemarks } from './use-remarks'

const FIRST_FIELDS = 10
/** So many of an object are shown at once; of more, those that have a value and, beside these, the first few. */
const ALL = 6
const FEW = 4

function labelOf(name: string, schema: Schema): string {
  const words = name.replaceAll('_', ' ')
  return schema.title ?? words.charAt(0).toUpperCase() + words.slice(1)
}

type FormProps = { schema: Schema; data: Data; onChange: (data: Data) => void }

/** The fields of a document: those to begin with, wherever they stand, and all others folded away under their headings. */
export function Form({ schema, data, onChange }: FormProps) {
  const names = Object.keys(schema.properties ?? {})
  const first = schema['x-first'] ?? names.slice(0, FIRST_FIELDS)
  const rest = names.filter((name) => !first.includes(name))
  const groups = schema['x-groups'] ?? [{ title: '', properties: rest }]
  const fields = (paths: readonly string[]) =>
    paths.map((path) => (
      <At
        key={path}
        schema={schema}
        data={data}
        path={path}
        onChange={onChange}
        isFirst={first.includes(path)}
      />
    ))
  return (
    <>
      {fields(first)}
      <More paths={rest}>
        {groups.map(({ title, properties }) => {
          const within = properties.filter((name) => rest.includes(name))
          return (
            within.length > 0 && (
              <section key={title} class="field-group">
                {title && <h2>{title}</h2>}
                {fields(within)}
              </section>
            )
          )
        })}
      </More>
    </>
  )
}

type FieldsProps = FormProps & {
  /** Where the object stands in the data. */
  at: string
  /** Those to show at once, if it is known. */
  first?: readonly string[]
}

/** The fields of an object within the data. */
function Fields({ schema, data, onChange, at, first }: FieldsProps) {
  const names = Object.keys(schema.properties ?? {})
  // Once: a field must not move while it is typed into.
  const [begun] = useState(() => first ?? firstOf(schema, [data]))
  const plain = begun.filter((name) => isPlain(schema.properties?.[name]))
  const rest = names.filter((name) => !begun.includes(name) || plain.includes(name))
  const fields = (paths: readonly string[], isShort: boolean) =>
    paths.map((path) => (
      <At
        key={path}
        schema={schema}
        data={data}
        path={path}
        onChange={onChange}
        at={at}
        isShort={isShort && plain.includes(path)}
      />
    ))
  return (
    <>
      {fields(begun, true)}
      <More paths={rest.map((name) => `${at}.${name}`)}>{fields(rest, false)}</More>
    </>
  )
}

/** An object that is mostly one number, such as the VAT of a line: that number is shown, and the rest of it folded away. */
function isPlain(schema: Schema | undefined): boolean {
  return schema?.properties?.[schema['x-scalar'] ?? '']?.type === 'number'
}

/**
 * Those that one of the objects has a value for, the one that names it first; of objects without any, the first few. All of
 * few fields.
 */
function firstOf(schema: Schema, objects: readonly Data[]): string[] {
  const names = Object.keys(schema.properties ?? {})
  if (names.length <= ALL) return names
  const used = names.filter((name) => objects.some((object) => object[name] !== undefined))
  const title = names.filter((name) => name === schema['x-scalar'])
  return used.length === 0
    ? [...new Set([...title, ...names.slice(0, FEW)])]
    : [...title, ...used.filter((name) => !title.includes(name))]
}

type AtProps = {
  schema: Schema
  data: Data
  /** Dotted, within the object. */
  path: string
  onChange: (data: Data) => void
  at?: string
  isFirst?: boolean
  /** Whether it is an object of which one value alone is shown. */
  isShort?: boolean
}

function At({ schema, data, path, onChange, at = '', isFirst = false, isShort = false }: AtProps) {
  const part = schemaAt(schema, path)
  if (!part) return null
  const field = {
    path: at ? `${at}.${path}` : path,
    label: labelAt(schema, path),
    schema: part,
    value: valueAt(schema, data, path),
    onChange: (value: unknown) => onChange(withValueAt(schema, data, path, value)),
  }
  return isShort ? <Short {...field} /> : <Field {...field} isFirst={isFirst} />
}

/** The one value that stands for an object. */
function Short({ schema, value, onChange, ...props }: FieldProps) {
  const name = schema['x-scalar'] ?? ''
  const change = (typed: unknown) => onChange(isRecord(value) ? { ...value, [name]: typed } : typed)
  return (
    <Leaf
      {...props}
      schema={schema.properties?.[name] ?? {}}
      value={objectOf(schema, value)[name]}
      onChange={change}
    />
  )
}

/** `payment.iban` is "Payment: IBAN". */
function labelAt(schema: Schema, path: string): string {
  const names = path.split('.')
  const labels = names.map((name, at) => {
    const part = schemaAt(schema, names.slice(0, at + 1).join('.'))
    return labelOf(name, part ?? {})
  })
  return labels.join(': ')
}

function Field({ isFirst, ...props }: FieldProps & { isFirst: boolean }) {
  const { path, label, schema, value, onChange } = props
  if (schema.properties) {
    return (
      <Group path={path} label={label}>
        <Fields schema={schema} data={objectOf(schema, value)} onChange={onChange} at={path} />
      </Group>
    )
  }
  if (schema.items || Array.isArray(value)) {
    const count = Array.isArray(value) ? value.length : 0
    return (
      <Group path={path} label={`${label} (${count})`} isOpen={isFirst}>
        <List {...props} />
      </Group>
    )
  }
  if (isRecord(value)) return null
  return <Leaf {...props} />
}

function List({ path, label, schema, value, onChange }: FieldProps) {
  const rows: readonly unknown[] = Array.isArray(value) ? value : []
  const items = schema.items ?? {}
  const hasFields = Object.keys(items.properties ?? {}).length > 0
  const [first] = useState(() =>
    firstOf(
      items,
      rows.map((row) => objectOf(items, row)),
    ),
  )
  return (
    <Rows
      label={label}
      rows={rows}
      nameOf={(row) => ownName(items, row)}
      blank={hasFields ? {} : ''}
      onChange={onChange}
      entry={(row, at, replace) =>
        hasFields ? (
          <Fields
            schema={items}
            data={objectOf(items, row)}
            onChange={replace}
            at={`${path}.${at}`}
            first={first}
          />
        ) : (
          <Leaf
            path={`${path}.${at}`}
            label={entryName(label, at)}
            schema={items}
            value={row}
            onChange={replace}
          />
        )
      }
    />
  )
}

type GroupProps = { path: string; label: string; isOpen?: boolean; children: ComponentChildren }

/** Fields that can be folded away, with how much is said of them. */
function Group({ path, label, isOpen = false, children }: GroupProps) {
  const own = useRemarks(path)
  const count = useRemarkCount([path])
  const [begun] = useState(isOpen)
  const [isSeen, see] = useSeen(isOpen)
  return (
    <details class="group" open={begun} onToggle={see}>
      <summary>
        {label}
        {count > 0 && <span class="remark-count">{TEXTS.remarks(count)}</span>}
      </summary>
      <RemarkList remarks={own} />
      {isSeen && children}
    </details>
  )
}

/** Most of the fields are never looked at: those of what was not opened yet would take most of the time of a key. */
function useSeen(isOpen: boolean): [boolean, (event: { currentTarget: HTMLDetailsElement }) => void] {
  const [isSeen, setSeen] = useState(isOpen)
  return [isSeen, ({ currentTarget }) => currentTarget.open && setSeen(true)]
}

/** What is folded away until somebody looks for it. */
function More({ paths, children }: { paths: readonly string[]; children: ComponentChildren }) {
  const count = useRemarkCount(paths)
  const [isSeen, see] = useSeen(false)
  if (paths.length === 0) return null
  return (
    <details onToggle={see}>
      <summary>
        {TEXTS.more} ({paths.length}){count > 0 && <span class="remark-count">{TEXTS.remarks(count)}</span>}
      </summary>
      {isSeen && children}
    </details>
  )
}
