/** What a new key may do. */
import { scopes as allScopes, type Scope } from '../../src/accounts/scopes'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { Switch } from '../shell/switch'
import { useKept } from '../shell/use-kept'
import { useWork } from '../shell/use-work'
import { TEXTS } from '../texts'

const words = TEXTS.keys

type Wanted = { mode: 'live' | 'test'; scopes: readonly Scope[] }

export function NewKey({ session, onMade }: { session: Session; onMade: (key: string) => void }) {
  const [form, keep] = useKept<Wanted>('new-key', { mode: session.mode, scopes: ['render', 'read'] })
  const { mode, scopes } = form
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
        <select
          value={mode}
          onChange={(event) => keep({ ...form, mode: event.currentTarget.value as Wanted['mode'] })}
        >
          <option value="live">{words.modes.live}</option>
          <option value="test">{words.modes.test}</option>
        </select>
      </label>
      {allScopes.map((scope) => (
        <Switch
          key={scope}
          label={words.scopeWords[scope]}
          on={scopes.includes(scope)}
          onChange={(on) =>
            keep({ ...form, scopes: allScopes.filter((one) => (one === scope ? on : scopes.includes(one))) })
          }
        />
      ))}
      <Problem error={problem} />
      <button type="submit">{words.make}</button>
    </form>
  )
}
