/** `#/operator`: for whoever has the operator's token, which stays in this tab as a key does. */
import { useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { focusHeading } from '../shell/focus'
import { SecretForm } from '../shell/secret-form'
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
  const enter = async (next: string) => {
    await operatorOf(next)('GET', '/accounts?limit=1')
    change(next)
  }
  // What led here is gone, as is the button that ended it. Before anybody can type: a later focus would take their words.
  useLayoutEffect(focusHeading, [token === ''])
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
        <SecretForm title={words.title} label={words.token} enter={enter} />
      )}
    </>
  )
}
