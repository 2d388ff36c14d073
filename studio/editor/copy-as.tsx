/** "Copy as": the request as code for a terminal, a program, a workflow or an agent. */
import { useState } from 'preact/hooks'
import { toast } from '../shell/toast'
import { type Call, LANGUAGES, type SnippetLanguage, snippetOf } from './snippets'
import { TEXTS } from './texts'

export function CopyAs({ call }: { call: Call }) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const code = snippetOf(language, call, location.origin)
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => toast(TEXTS.copied(language)),
      () => toast(TEXTS.notCopied, { isError: true }),
    )
  return (
    <div class="copy-as">
      <div class="copy-as-bar">
        <div role="radiogroup" aria-label={TEXTS.copyAs} class="chips">
          {LANGUAGES.map((name) => (
            <label key={name} class="chip">
              <input
                type="radio"
                name="copy-as"
                checked={name === language}
                onChange={() => setLanguage(name)}
              />
              {name}
            </label>
          ))}
        </div>
        <button type="button" onClick={copy}>
          {TEXTS.copy}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section class="scroll" tabIndex={0} aria-label={TEXTS.codeFor(language)}>
        <pre>{code}</pre>
      </section>
      <p class="hint">{TEXTS.keyLeftOut}</p>
    </div>
  )
}
