/** The options of a document as fields, made from the API's own description. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Problem } from '../shell/problem'
import { useAnswer } from '../shell/use-answer'
import { type Option, readOptions, typedValue } from './options-schema'
import { TEXTS } from './texts'

export type Options = Record<string, unknown>

type OptionsPanelProps = { options: Options; onChange: (options: Options) => void }

/** Read once a visit: it is the largest answer of the API. */
let asked: Promise<ReturnType<typeof readOptions>> | undefined

function askOptions() {
  asked ??= fetch('/openapi.json')
    .then(async (answer) => readOptions(await answer.json()))
    .catch((error) => {
      asked = undefined
      throw error
    })
  return asked
}

export function OptionsPanel({ options, onChange }: OptionsPanelProps) {
  const known = useAnswer(askOptions, [])
  const set = (name: string, value: unknown) => {
    const { [name]: _former, ...rest } = options
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }
  const field = (option: Option) => (
    <Field
      key={option.name}
      option={option}
      value={options[option.name]}
      onChange={(value) => set(option.name, value)}
    />
  )
  if (known.error !== undefined) return <Problem error={known.error} onRetry={known.again} />
  if (!known.value) return <p class="hint">{TEXTS.loading}</p>
  const { first, rest } = known.value
  const isSet = ({ name }: Option) => options[name] !== undefined
  return (
    <div class="options">
      <div class="option-grid">{first.map(field)}</div>
      <details open={rest.some(isSet)}>
        <summary>{TEXTS.moreOptions(rest.length)}</summary>
        <div class="option-grid">{rest.map(field)}</div>
      </details>
    </div>
  )
}

type FieldProps = { option: Option; value: unknown; onChange: (value: unknown) => void }

function Field({ option, value, onChange }: FieldProps) {
  const { name, description, kind, choices, fallback } = option
  const about = useId()
  const label = labelOf(name)
  const described = { 'aria-describedby': about }
  const hint = (
    <span class="option-hint" id={about}>
      {marked(description)}
    </span>
  )
  if (kind === 'switch') {
    return (
      <div class="option">
        <label class="switch">
          <input
            type="checkbox"
            {...described}
            checked={value !== undefined && value !== false}
            onChange={(event) => onChange(event.currentTarget.checked ? true : undefined)}
          />
          <span>{label}</span>
        </label>
        {hint}
      </div>
    )
  }
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  const typed = (event: Event) => {
    const { value: said } = event.currentTarget as HTMLInputElement
    onChange(kind === 'json' ? jsonOr(said) : typedValue(option, said))
  }
  return (
    <div class={kind === 'markup' || kind === 'json' ? 'option wide' : 'option'}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: each branch holds one */}
      <label>
        <span>{label}</span>
        {kind === 'choice' ? (
          <select {...described} value={text} onChange={typed}>
            <option value="">{TEXTS.byDefault(fallback)}</option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        ) : kind === 'markup' || kind === 'json' ? (
          <textarea {...described} class="mono" rows={2} spellcheck={false} value={text} onChange={typed} />
        ) : (
          <input {...described} value={text} placeholder={fallback ?? ''} onInput={typed} />
        )}
      </label>
      {hint}
    </div>
  )
}

const SHORT = /\b(?:css|dpi|html|id|pdf|qr|ua|url|xml)\b/g

/** `header_html` as "Header HTML". */
function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ').replace(SHORT, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A description, with what stands in backquotes as code. */
function marked(text: string): ComponentChildren {
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))
}

/** What is no JSON is sent as it is: the API says what it should be. */
function jsonOr(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
