/** `#/operator`: for whoever has the operator's token, which stays in this tab as a key does. */
import { useMemo, useState } from 'preact/hooks'
import { Problem } from '../shell/problem'
import { TEXTS } from '../texts'
import { keepToken, operatorOf, readToken } from './api'
import { Console } from './console'

const words = TEXTS.operator

export default function Operator() {
  const [token, setToken] = useState(readToken)
  const change = (next: string) => {
    keepToken(next)
    setToken(next)
  }
  const ask = useMemo(() => operatorOf(token), [token])
  return (
    <>
      <header>
        <a class="brand" href="/">
          {TEXTS.product}
        </a>
        <div class="who">
          <a href="#/">{TEXTS.studio}</a>
          {token && (
            <button type="button" class="quiet" onClick={() => change('')}>
              {TEXTS.signOut}
            </button>
          )}
        </div>
      </header>
      {token ? (
        <main id="content" class="page-operator">
          <Console ask={ask} />
        </main>
      ) : (
        <Door onToken={change} />
      )}
    </>
  )
}

function Door({ onToken }: { onToken: (token: string) => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<unknown>()
  const submit = async (event: Event) => {
    event.preventDefault()
    try {
      await operatorOf(typed.trim())('GET', '/accounts?limit=1')
      onToken(typed.trim())
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <main class="sign-in">
      <h1>{words.title}</h1>
      <form onSubmit={submit}>
        <label>
          <span>{words.token}</span>
          <input
            type="password"
            autocomplete="off"
            required
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <p class="hint">{TEXTS.keyHint}</p>
        <Problem error={problem} />
        <button type="submit">{TEXTS.signIn}</button>
      </form>
    </main>
  )
}
