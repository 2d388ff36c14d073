/** The Studio: sign in with a key, and make a document. */
import { render } from 'preact'
import { useState } from 'preact/hooks'
import { call, keepKey, takeKey } from './api'
import { Make } from './make'
import { TEXTS } from './texts'

function Studio() {
  const [key, setKey] = useState(takeKey)
  const change = (next: string) => {
    keepKey(next)
    setKey(next)
  }
  return (
    <>
      <header>
        <strong>
          {TEXTS.product} {TEXTS.studio}
        </strong>
        {key && (
          <button type="button" class="quiet" onClick={() => change('')}>
            {TEXTS.signOut}
          </button>
        )}
      </header>
      {key ? <Make apiKey={key} /> : <SignIn onKey={change} />}
    </>
  )
}

function SignIn({ onKey }: { onKey: (key: string) => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const submit = async (event: Event) => {
    event.preventDefault()
    try {
      await call(typed.trim(), '/v1/credits')
      onKey(typed.trim())
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <main class="sign-in">
      <h1>{TEXTS.lead}</h1>
      <form onSubmit={submit}>
        <label>
          <span>{TEXTS.keyLabel}</span>
          <input
            type="password"
            autocomplete="off"
            required
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <p class="hint">{TEXTS.keyHint}</p>
        <p class="error" role="alert">
          {problem}
        </p>
        <button type="submit">{TEXTS.signIn}</button>
      </form>
    </main>
  )
}

const place = document.getElementById('app')
if (place) render(<Studio />, place)
