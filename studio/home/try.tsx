/** The part of the page at `/` that works: a form, its page, and the code that makes it. */
import { useState } from 'preact/hooks'
import { TEXTS } from '../texts'
import { Code } from './code'
import { EXAMPLES, type Example, valueIn, withValue } from './examples'
import { usePage } from './use-page'

export function Try() {
  const [example, setExample] = useState<Example>(EXAMPLES[0])
  const [data, setData] = useState(example.data)
  const request = { template_id: example.id, data }
  const shown = usePage(data === example.data ? undefined : request)
  const problem = !shown.isClosed && shown.problem
  const choose = (next: Example) => {
    setExample(next)
    setData(next.data)
  }
  return (
    <>
      <div class="desk">
        <form class="tray" onSubmit={(event) => event.preventDefault()}>
          <fieldset class="choices">
            <legend class="unseen">{TEXTS.template}</legend>
            {EXAMPLES.map((one) => (
              <label key={one.id}>
                <input type="radio" name="example" checked={one === example} onChange={() => choose(one)} />
                <span>{one.label}</span>
              </label>
            ))}
          </fieldset>
          <div class="tray-fields">
            {example.fields.map(({ path, label, kind }) => (
              // biome-ignore lint/a11y/noLabelWithoutControl: "Input" is one
              <label key={example.id + path}>
                <span>{label}</span>
                <Input
                  kind={kind}
                  value={String(valueIn(data, path) ?? '')}
                  onChange={(value) => setData((former) => withValue(former, path, value))}
                />
              </label>
            ))}
          </div>
          <div class="told">
            {!problem && <p class="hint">{shown.isClosed ? TEXTS.home.closed : TEXTS.home.free}</p>}
            <p class="bad-text" role="alert">
              {problem}
            </p>
          </div>
        </form>
        <figure class="sheet-frame">
          <img
            key={example.id}
            class={`sheet ${example.paper}${shown.isOld ? ' old' : ''}`}
            src={shown.picture ?? `/home/${example.id.replace('/', '-')}.png`}
            alt={TEXTS.home.alt(example.label)}
          />
        </figure>
      </div>
      <Code request={request} />
    </>
  )
}

type InputProps = { kind?: 'color' | 'number' | undefined; value: string; onChange: (value: string) => void }

function Input({ kind, value, onChange }: InputProps) {
  const onInput = (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value)
  if (kind === 'color') return <input type="color" value={value} onInput={onInput} />
  if (kind === 'number') return <input inputMode="decimal" maxLength={20} value={value} onInput={onInput} />
  return <input maxLength={200} value={value} onInput={onInput} />
}
