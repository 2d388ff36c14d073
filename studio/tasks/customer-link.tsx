/** Links that show a task's file to somebody without a key: for how long, and each taken back alone. */
import { useState } from 'preact/hooks'
import type { Operations, Task } from '../../clients/typescript/src/schemas'
import { Copy } from '../shell/copy'
import { timeOf } from '../shell/format'
import { Problem } from '../shell/problem'
import { Secret } from '../shell/secret'
import type { Session } from '../shell/session'
import { useAnswer } from '../shell/use-answer'
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
  const { isBusy, problem, run, submit } = useWork()
  const working = useAnswer(() => platen.views(task.task_id), [platen, task.task_id])
  const make = submit(async () => {
    setMade(await platen.createView(task.task_id, { expires_in: TIMES[lasts] }))
    working.again()
  })
  const takeBack = (viewId: string) => () =>
    run(async () => {
      await platen.deleteView(task.task_id, viewId)
      if (made?.view_id === viewId) setMade(undefined)
      working.change(({ views }) => ({ views: views.filter(({ view_id: id }) => id !== viewId) }))
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
      {working.value?.views.map(({ view_id, url, created_at, expires_at }) => (
        <p class="bar" key={view_id}>
          <span>{words.works(timeOf(created_at), timeOf(expires_at))}</span>
          <Copy text={url} />
          <button type="button" class="quiet" disabled={isBusy} onClick={takeBack(view_id)}>
            {words.takeBack}
          </button>
        </p>
      ))}
    </section>
  )
}
