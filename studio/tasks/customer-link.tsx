/** A link that shows a task's file to somebody without a key: for how long, and the link itself. */
import { useState } from 'preact/hooks'
import type { Operations, Task } from '../../clients/typescript/src/schemas'
import { timeOf } from '../shell/format'
import { Problem } from '../shell/problem'
import { Secret } from '../shell/secret'
import type { Session } from '../shell/session'
import { useWork } from '../shell/use-work'
import { TEXTS } from '../texts'

const words = TEXTS.customerLink
const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
/** Seconds, by what they are called. */
const TIMES = { hour: HOUR_S, day: DAY_S, week: 7 * DAY_S, month: 30 * DAY_S } as const

export function CustomerLink({ session: { platen }, task }: { session: Session; task: Task }) {
  const [lasts, setLasts] = useState<keyof typeof TIMES>('week')
  const [made, setMade] = useState<Operations['createView']['result']>()
  const { isBusy, problem, submit } = useWork()
  const make = submit(async () => {
    setMade(await platen.createView(task.task_id, { expires_in: TIMES[lasts] }))
  })
  return (
    <section>
      <h2>{words.title}</h2>
      <form class="filters" onSubmit={make}>
        <label>
          <span>{words.lasts}</span>
          <select
            value={lasts}
            onChange={({ currentTarget }) => setLasts(currentTarget.value as keyof typeof TIMES)}
          >
            {(Object.keys(TIMES) as (keyof typeof TIMES)[]).map((name) => (
              <option key={name} value={name}>
                {words.times[name]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="plain" disabled={isBusy}>
          {words.make}
        </button>
      </form>
      <Problem error={problem} />
      {made && <Secret title={words.until(timeOf(made.expires_at))} text={made.url} hint={words.ends} />}
    </section>
  )
}
