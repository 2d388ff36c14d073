/** A form for data of a template, made from its JSON Schema. What the service says of a field stands at it. */

import type { ComponentChildren } from 'preact'
import { TEXTS } from '../texts'
import { type Data, isRecord, objectOf, schemaAt, valueAt, withValueAt } from './data-path'
import { type FieldProps, Leaf } from './leaf'
import { RemarkList } from './remark-list'
import { useRemarks, useRemarksWithin } from './remarks'
import type { Schema } from './schema'

const FIRST_FIELDS = 10

function labelOf(name: string, schema: Schema): string {
  const words = name.replaceAll('_', ' ')
  return schema.title ?? words.charAt(0).toUpperCase() + words.slice(1)
}

type FieldsProps = {
  schema: Schema
  data: Data
  onChange: (data: Data) => void
  fold?: boolean
  /** Where the object stands in the data; empty: it is the data. */
  at?: string
}

/** The fields of an object. With `fold`, those to begin with, wherever they stand, and all others folded away. */
export function Fields({ schema, data, onChange, fold = false, at = '' }: FieldsProps) {
  const names = Object.keys(schema.properties ?? {})
  const first = schema['x-first'] ?? names.slice(0, FIRST_FIELDS)
  const shown = fold ? first : names
  const rest = fold ? names.filter((name) => !first.includes(name)) : []
  const field = (path: string) => {
    const part = schemaAt(schema, path)
    if (!part) return null
    return (
      <Field
        key={path}
        path={at ? `${at}.${path}` : path}
        label={labelAt(schema, path)}
        schema={part}
        value={valueAt(schema, data, path)}
        onChange={(value) => onChange(withValueAt(schema, data, path, value))}
      />
    )
  }
  return (
    <>
      {shown.map(field)}
      {rest.length > 0 && (
        <details>
          <summary>
            {TEXTS.more} ({rest.length})
          </summary>
          {rest.map(field)}
        </details>
      )}
    </>
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

function Field({ path, label, schema, value, onChange }: FieldProps) {
  if (schema.properties) {
    return (
      <Group path={path} label={label}>
        <Fields schema={schema} data={objectOf(schema, value)} onChange={onChange} at={path} />
      </Group>
    )
  }
  if (schema.items || Array.isArray(value)) {
    return <Rows path={path} label={label} schema={schema} value={value} onChange={onChange} />
  }
  if (isRecord(value)) return null
  return <Leaf path={path} label={label} schema={schema} value={value} onChange={onChange} />
}

/** Fields that are folded away, with how much is said of them. */
function Group({ path, label, children }: { path: string; label: string; children: ComponentChildren }) {
  const own = useRemarks(path)
  const within = useRemarksWithin(path)
  return (
    <details class="group">
      <summary>
        {label}
        {own.length + within > 0 && <span class="remark-count">{TEXTS.remarks(own.length + within)}</span>}
      </summary>
      <RemarkList remarks={own} />
      {children}
    </details>
  )
}

function Rows({ path, label, schema, value, onChange }: FieldProps) {
  const rows = Array.isArray(value) ? value : []
  const items = schema.items ?? {}
  const replace = (at: number, row: unknown) => onChange(rows.with(at, row))
  return (
    <Group path={path} label={`${label} (${rows.length})`}>
      {rows.map((row, at) => (
        <fieldset key={at}>
          <legend>{`${label} ${at + 1}`}</legend>
          {items.properties ? (
            <Fields
              schema={items}
              data={objectOf(items, row)}
              onChange={(next) => replace(at, next)}
              at={`${path}.${at}`}
            />
          ) : (
            <Leaf
              path={`${path}.${at}`}
              label={`${label} ${at + 1}`}
              schema={items}
              value={row}
              onChange={(next) => replace(at, next)}
            />
          )}
          <button type="button" class="quiet" onClick={() => onChange(rows.toSpliced(at, 1))}>
            {`${TEXTS.remove} ${label} ${at + 1}`}
          </button>
        </fieldset>
      ))}
      <button type="button" class="quiet" onClick={() => onChange([...rows, items.properties ? {} : ''])}>
        {TEXTS.add}
      </button>
    </Group>
  )
}
