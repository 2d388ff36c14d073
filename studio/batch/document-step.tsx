/** What the rows fill: a template or an endpoint, and what is the same in all documents. */
import { useState } from 'preact/hooks'
import type { Operations } from '../../clients/typescript/src/index'
import { CodeEditor } from '../editor/code-editor'
import { OptionsPanel } from '../editor/options-panel'
import { parsed } from '../editor/template-source'
import type { Plan, Target } from './plan'
import { TEXTS } from './texts'

export type Choices = {
  templates: Operations['listTemplates']['result']
  endpoints: Operations['listEndpoints']['result']
}

type DocumentStepProps = {
  choices: Choices
  target: Target
  base: Plan['base']
  options: Plan['options']
  sample: Record<string, unknown>
  onTarget: (target: Target) => void
  onBase: (base: Plan['base']) => void
  onOptions: (options: Plan['options']) => void
}

export function DocumentStep(props: DocumentStepProps) {
  const { choices, target, base, options, sample, onTarget, onBase, onOptions } = props
  const choose = (value: string) => {
    const [kind, name = ''] = value.split(':')
    onTarget(kind === 'template' ? { kind, id: name } : { kind: 'endpoint', slug: name })
  }
  return (
    <section aria-labelledby="batch-document">
      <h2 id="batch-document">{TEXTS.document}</h2>
      <label>
        <span>{TEXTS.template}</span>
        <select
          value={target.kind === 'template' ? `template:${target.id}` : `endpoint:${target.slug}`}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <optgroup label={TEXTS.builtIn}>
            {choices.templates.map(({ id, label }) => (
              <option key={id} value={`template:${id}`}>{`${label} (${id})`}</option>
            ))}
          </optgroup>
          {choices.endpoints.length > 0 && (
            <optgroup label={TEXTS.endpoints}>
              {choices.endpoints.map(({ slug, name }) => (
                <option key={slug} value={`endpoint:${slug}`}>{`${name} (${slug})`}</option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      <details>
        <summary>{TEXTS.base}</summary>
        <Base base={base} onBase={onBase} sample={sample} />
      </details>
      <details>
        <summary>{TEXTS.options}</summary>
        <OptionsPanel options={options} onChange={onOptions} />
      </details>
    </section>
  )
}

function Base({ base, onBase, sample }: Pick<DocumentStepProps, 'base' | 'onBase' | 'sample'>) {
  const [text, setText] = useState(() => JSON.stringify(base, undefined, 2))
  const [taken, setTaken] = useState(0)
  const change = (next: string) => {
    setText(next)
    const value = parsed(next)
    if (value) onBase(value)
  }
  return (
    <>
      <p class="hint">{TEXTS.baseHint}</p>
      <CodeEditor key={taken} language="json" label={TEXTS.base} value={text} onChange={change} />
      <p class="bad-text" role="alert">
        {parsed(text) ? '' : TEXTS.baseFault}
      </p>
      {Object.keys(sample).length > 0 && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            change(JSON.stringify(sample, undefined, 2))
            setTaken(taken + 1)
          }}
        >
          {TEXTS.takeSample}
        </button>
      )}
    </>
  )
}
