/** A new account with its first key. */
import { useState } from 'preact/hooks'
import { planNames } from '../../src/accounts/plans'
import { Problem } from '../shell/problem'
import { useWork } from '../shell/use-work'
import { TEXTS } from '../texts'
import type { Ask, Made } from './api'

const words = TEXTS.operator

export function NewAccount({ ask, onMade }: { ask: Ask; onMade: (made: Made) => void }) {
  const [name, setName] = useState('')
  const [plan, setPlan] = useState('Free')
  const [credits, setCredits] = useState('100')
  const { problem, submit } = useWork()
  const make = submit(async () => {
    const made: Made = await (await ask('POST', '/accounts', { name, plan, credits: Number(credits) })).json()
    setName('')
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
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <div class="pair">
        <label>
          <span>{words.plan}</span>
          <select value={plan} onChange={(event) => setPlan(event.currentTarget.value)}>
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
            onInput={(event) => setCredits(event.currentTarget.value)}
          />
        </label>
      </div>
      <Problem error={problem} />
      <button type="submit">{words.make}</button>
    </form>
  )
}
