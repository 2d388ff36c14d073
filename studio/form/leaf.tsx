/** A field that holds one value: a text, a choice, a day, a switch or a picture; with what is said of it. */
import { useId } from 'preact/hooks'
import { PictureField } from './picture-field'
import { RemarkList } from './remark-list'
import { useRemarks } from './remarks'
import type { Schema } from './schema'

export type FieldProps = {
  /** Where the value stands in the data, such as `lines.0.net_price`. */
  path: string
  label: string
  schema: Schema
  value: unknown
  onChange: (value: unknown) => void
}

const DAY = /^\d{4}-\d\d-\d\d$/

export function Leaf(props: FieldProps) {
  const id = useId()
  const remarks = useRemarks(props.path)
  return (
    <div class="field">
      <Input
        {...props}
        about={remarks.length > 0 ? id : undefined}
        isWrong={remarks.some(({ isFault }) => isFault)}
      />
      <RemarkList remarks={remarks} id={id} />
    </div>
  )
}

type InputProps = FieldProps & {
  /** The id of what is said of it. */
  about: string | undefined
  isWrong: boolean
}

function Input({ path, label, schema, value, onChange, about, isWrong }: InputProps) {
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
  if (path.endsWith('logo') || text.startsWith('data:image/'))
    return <PictureField label={label} address={text} onChange={onChange} />
  const choices = schema.enum?.map(String)
  const said = { 'aria-describedby': about, 'aria-invalid': isWrong || undefined }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: each branch holds one
    <label>
      <span>{label}</span>
      {choices ? (
        <select {...said} value={text} onChange={changed}>
          {['', ...choices].map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : text.length > 60 ? (
        <textarea {...said} rows={3} value={text} onInput={changed} />
      ) : isDay(schema, text) ? (
        <input {...said} type="date" value={text} onInput={changed} />
      ) : (
        <input {...said} value={text} onInput={changed} />
      )}
    </label>
  )
}

/** A day that was written otherwise stays a text, which the service reads. */
function isDay({ format }: Schema, text: string): boolean {
  return format === 'date' && (text === '' || DAY.test(text))
}
