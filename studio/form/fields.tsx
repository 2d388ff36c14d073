/** A form for data of a template, made from its JSON Schema. */

import { TEXTS } from '../texts'
import { type Data, isRecord, objectOf, schemaAt, valueAt, withValueAt } from './data-path'
import type { Schema } from './schema'

const FIRST_FIELDS = 10

type FieldProps = { label: string; schema: Schema; value: unknown; onChange: (value: unknown) => void }

function labelOf(name: string, schema: Schema): string {
  const words = name.replaceAll('_', ' ')
  return schema.title ?? words.charAt(0).toUpperCase() + words.slice(1)
}

type FieldsProps = { schema: Schema; data: Data; onChange: (data: Data) => void; fold?: boolean }

/** The fields of an object. With `fold`, those to begin with, wherever they stand, and all others folded away. */
export function Fields({ schema, data, onChange, fold = false }: FieldsProps) {
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

function Field({ label, schema, value, onChange }: FieldProps) {
  if (schema.properties) {
    return (
      <details class="group">
        <summary>{label}</summary>
        <Fields schema={schema} data={objectOf(schema, value)} onChange={onChange} />
      </details>
    )
  }
  if (schema.items || Array.isArray(value)) {
    return <Rows label={label} schema={schema} value={value} onChange={onChange} />
  }
  if (isRecord(value)) return null
  return <Leaf label={label} schema={schema} value={value} onChange={onChange} />
}

function Rows({ label, schema, value, onChange }: FieldProps) {
  const rows = Array.isArray(value) ? value : []
  const items = schema.items ?? {}
  const replace = (at: number, row: unknown) => onChange(rows.with(at, row))
  return (
    <details class="group">
      <summary>
        {label} ({rows.length})
      </summary>
      {rows.map((row, at) => (
        <fieldset key={at}>
          <legend>{`${label} ${at + 1}`}</legend>
          {items.properties ? (
            <Fields schema={items} data={objectOf(items, row)} onChange={(next) => replace(at, next)} />
          ) : (
            <Leaf
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
    </details>
  )
}

function Leaf({ label, schema, value, onChange }: FieldProps) {
  const text = value === undefined || value === null ? '' : String(value)
  const changed = (event: Event) => {
    const { value: typed } = event.currentTarget as HTMLInputElement
    onChange(typed === '' ? undefined : typed)
  }
  if (schema.type === 'boolean' || typeof value === 'boolean') {
    return (
      <label class="switch">
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
    )
  }
  const choices = schema.enum?.map(String)
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: each branch holds one
    <label>
      <span>{label}</span>
      {choices ? (
        <select value={text} onChange={changed}>
          {['', ...choices].map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : text.length > 60 ? (
        <textarea rows={3} value={text} onInput={changed} />
      ) : (
        <input value={text} onInput={changed} />
      )}
    </label>
  )
}
