/** Where a key is given. */
import { useState } from 'preact/hooks'
import { TEXTS } from '../texts'
import { Problem } from './problem'
import { connect } from './session'

export function SignIn({ onKey }: { onKey: (key: string) => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    try {
      await connect(typed.trim()).platen.credits()
      onKey(typed.trim())
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }
  return (
    <>
      <header>
        <a class="brand" href="/">
          {TEXTS.product}
        </a>
        <div class="who">
          <a href="/docs/">{TEXTS.docs}</a>
          <a href="#/operator">{TEXTS.nav.operator}</a>
        </div>
      </header>
      <main class="sign-in">
        <h1>{TEXTS.lead}</h1>
        <form onSubmit={submit}>
          <label>
            <span>{TEXTS.keyLabel}</span>
            <input
              type="password"
              name="key"
              autocomplete="off"
              spellcheck={false}
              required
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
          <p class="hint">{TEXTS.keyHint}</p>
          <Problem error={problem} />
          <button type="submit" disabled={isBusy}>
            {TEXTS.signIn}
          </button>
        </form>
      </main>
    </>
  )
}
