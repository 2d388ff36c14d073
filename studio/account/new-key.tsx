/** What a new key may do. */
import { useState } from 'preact/hooks'
import { scopes as allScopes, type Scope } from '../../src/accounts/scopes'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { Switch } from '../shell/switch'
import { useWork } from '../shell/use-work'
import { TEXTS } from '../texts'

const words = TEXTS.keys

export function NewKey({ session, onMade }: { session: Session; onMade: (key: string) => void }) {
  const [mode, setMode] = useState<'live' | 'test'>(session.mode)
  const [scopes, setScopes] = useState<readonly Scope[]>(['render', 'read'])
  const { problem, submit } = useWork()
  const make = submit(async () => {
    const body = { mode, scopes: [...scopes] }
    const { api_key: key } = await session.platen.call<'createOwnKey'>('POST', '/v1/keys', { body })
    onMade(key)
  })
  return (
    <form class="small-form" onSubmit={make}>
      <h2>{words.new}</h2>
      <label>
        <span>{words.mode}</span>
        <select value={mode} onChange={(event) => setMode(event.currentTarget.value as 'live' | 'test')}>
          <option value="live">{words.modes.live}</option>
          <option value="test">{words.modes.test}</option>
        </select>
      </label>
      {allScopes.map((scope) => (
        <Switch
          key={scope}
          label={words.scopeWords[scope]}
          on={scopes.includes(scope)}
          onChange={(on) => setScopes(allScopes.filter((one) => (one === scope ? on : scopes.includes(one))))}
        />
      ))}
      <Problem error={problem} />
      <button type="submit">{words.make}</button>
    </form>
  )
}
