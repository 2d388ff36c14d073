/** A new account with its first key. */
import { planNames } from '../../src/accounts/plans'
import { Problem } from '../shell/problem'
import { useKept } from '../shell/use-kept'
import { useWork } from '../shell/use-work'
import { TEXTS } from '../texts'
import type { Ask, Made } from './api'

const words = TEXTS.operator
const NEW = { name: '', plan: 'Free', credits: '100' }

export function NewAccount({ ask, onMade }: { ask: Ask; onMade: (made: Made) => void }) {
  const [form, keep] = useKept('operator/new-account', NEW)
  const { name, plan, credits } = form
  const { problem, submit } = useWork()
  const make = submit(async () => {
    const made: Made = await (await ask('POST', '/accounts', { name, plan, credits: Number(credits) })).json()
    keep({ ...form, name: '' })
    onMade(made)
  })
  return (
    <form class="small-form" onSubmit={make}>
      <h2>{words.new}</h2>
      <label>
        <span>{words.name}</span>
        <input
          required
          maxLength={200}
          value={name}
          onInput={(event) => keep({ ...form, name: event.currentTarget.value })}
        />
      </label>
      <div class="pair">
        <label>
          <span>{words.plan}</span>
          <select value={plan} onChange={(event) => keep({ ...form, plan: event.currentTarget.value })}>
            {planNames.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{words.credits}</span>
          <input
            inputMode="numeric"
            value={credits}
            onInput={(event) => keep({ ...form, credits: event.currentTarget.value })}
          />
        </label>
      </div>
      <Problem error={problem} />
      <button type="submit">{words.make}</button>
    </form>
  )
}
