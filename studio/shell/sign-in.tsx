/** Where a key is given. */
import { TEXTS } from '../texts'
import { SecretForm } from './secret-form'
import { connect } from './session'

export function SignIn({ onKey }: { onKey: (key: string) => void }) {
  const enter = async (key: string) => {
    await connect(key).platen.credits()
    onKey(key)
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
      <SecretForm title={TEXTS.lead} label={TEXTS.keyLabel} enter={enter}>
        <p class="no-key">
          {TEXTS.noKey} <a href="/">{TEXTS.tryFirst}</a>
        </p>
      </SecretForm>
    </>
  )
}
