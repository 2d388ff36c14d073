/** Where a secret that opens something is given. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { TEXTS } from '../texts'
import { Problem } from './problem'
import { useWork } from './use-work'

type SecretFormProps = {
  title: string
  label: string
  /** Throws for a secret that opens nothing. */
  enter: (secret: string) => Promise<void>
  /** What whoever has none can do. */
  children?: ComponentChildren
}

export function SecretForm({ title, label, enter, children }: SecretFormProps) {
  const [typed, setTyped] = useState('')
  const { isBusy, problem, submit } = useWork()
  return (
    <main class="sign-in">
      <h1 tabIndex={-1}>{title}</h1>
      <form onSubmit={submit(() => enter(typed.trim()))}>
        <label>
          <span>{label}</span>
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
      {children}
    </main>
  )
}
