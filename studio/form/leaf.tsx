/** A field that holds one value: a text, a choice, a day, a switch or a picture; with what is said of it. */
import { useId, useState } from 'preact/hooks'
import { ColorField } from '../shell/color-field'
import { withoutTerms } from '../shell/fault-words'
import { PictureField } from './picture-field'
import { RemarkList } from './remark-list'
import type { Schema } from './schema'
import { useRemarks } from './use-remarks'

export type FieldProps = {
  /** Where the value stands in the data, such as `lines.0.net_price`. */
  path: string
  label: string
  schema: Schema
  value: unknown
  onChange: (value: unknown) => void
}

const DAY = /^\d{4}-\d\d-\d\d$/
const COLOR = /^#[0-9a-f]{6}$/i
/** Characters of a text that has more than a line. */
const LINE = 60
/** Fields that have sentences. */
const SENTENCES = /(?:^|\.)(?:description|text|body|introduction|lead|terms|note|notes\.\d+)$/

export function Leaf(props: FieldProps) {
  const id = useId()
  const remarks = useRemarks(props.path)
  const description = hintOf(props)
  const about = [remarks.length > 0 && id, description && `${id}-about`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <Input {...props} about={about || undefined} isWrong={remarks.some(({ isFault }) => isFault)} />
      {description && (
        <span class="about" id={`${id}-about`}>
          {description}
        </span>
      )}
      <RemarkList remarks={remarks} id={id} label={props.label} />
    </div>
  )
}

/** What the schema says of the field. Nothing if it says hardly more than the label. */
function hintOf({ label, schema: { description = '' } }: FieldProps): string {
  const said = withoutTerms(description)
  const isLabel = said.length < label.length + 12 && said.toLowerCase().includes(label.toLowerCase())
  return isLabel ? '' : said
}

type InputProps = FieldProps & {
  /** The ids of what is said of it. */
  about: string | undefined
  isWrong: boolean
}

function Input({ path, label, schema, value, onChange, about, isWrong }: InputProps) {
  const text = value === undefined || value === null ? '' : String(value)
  // Once: a field that became another one would lose the cursor.
  const [kind] = useState(() => kindOf(path, schema, text))
  const list = useId()
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
          aria-describedby={about}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
    )
  }
  if (path.endsWith('logo') || text.startsWith('data:image/'))
    return <PictureField label={label} address={text} onChange={onChange} />
  if (kind === 'color') return <ColorField label={label} value={text} onChange={onChange} about={about} />
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
      ) : kind === 'long' ? (
        <textarea {...said} rows={text.length > LINE ? 3 : 1} value={text} onInput={changed} />
      ) : kind === 'date' ? (
        <input {...said} type={kind} value={text} onInput={changed} />
      ) : (
        <input {...said} inputMode={kind} list={schema.examples && list} value={text} onInput={changed} />
      )}
      {schema.examples && !choices && (
        <datalist id={list}>
          {schema.examples.map((example) => (
            <option key={String(example)} value={String(example)} />
          ))}
        </datalist>
      )}
    </label>
  )
}

type Kind = 'long' | 'date' | 'color' | 'email' | 'url' | 'decimal' | 'text'

/** A day or a colour that was written otherwise stays a text, which the service reads. */
function kindOf(path: string, { format, type, description = '' }: Schema, text: string): Kind {
  if (text.length > LINE || SENTENCES.test(path) || /\bMarkdown\b/.test(description)) return 'long'
  if (format === 'date' && (text === '' || DAY.test(text))) return 'date'
  if (format === 'color' && COLOR.test(text)) return 'color'
  if (format === 'email') return 'email'
  if (format === 'uri') return 'url'
  return [type].flat().some((one) => one === 'number' || one === 'integer') ? 'decimal' : 'text'
}
