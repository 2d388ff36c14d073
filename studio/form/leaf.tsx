/** A field that holds one value: a text, a choice, a day, a switch or a picture. */
import { PictureField } from './picture-field'
import type { Schema } from './schema'

export type FieldProps = {
  /** What the field is called in the data. */
  name: string
  label: string
  schema: Schema
  value: unknown
  onChange: (value: unknown) => void
}

const DAY = /^\d{4}-\d\d-\d\d$/

export function Leaf({ name, label, schema, value, onChange }: FieldProps) {
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
  if (name === 'logo' || text.startsWith('data:image/'))
    return <PictureField label={label} address={text} onChange={onChange} />
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
      ) : isDay(schema, text) ? (
        <input type="date" value={text} onInput={changed} />
      ) : (
        <input value={text} onInput={changed} />
      )}
    </label>
  )
}

/** A day that was written otherwise stays a text, which the service reads. */
function isDay({ format }: Schema, text: string): boolean {
  return format === 'date' && (text === '' || DAY.test(text))
}
