/** What works, what waits, and which alarm rings. */
import { useEffect } from 'preact/hooks'
import { Facts } from '../shell/facts'
import { Problem } from '../shell/problem'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from '../texts'
import type { Ask, Health, Pool } from './api'

const words = TEXTS.operator
const LOOK_AGAIN_MS = 10_000
const LINE = /^platen_(\w+)(?:\{\w+="([^"]*)"\})? ([\d.]+)$/

export function Now({ ask }: { ask: Ask }) {
  const health = useAnswer<Health>(async () => (await ask('GET', '/health')).json(), [ask])
  const metrics = useAnswer(async () => readMetrics(await (await ask('GET', '/metrics')).text()), [ask])
  const pool = useAnswer<Pool>(async () => (await ask('GET', '/pool')).json(), [ask])
  useEffect(() => {
    const timer = setInterval(() => {
      pool.again()
      metrics.again()
    }, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [pool.again, metrics.again])
  const values = metrics.value
  const alarms = [...(values ?? [])].filter(([name, value]) => name.startsWith('alarm ') && value > 0)
  return (
    <>
      <Problem error={health.error ?? metrics.error ?? pool.error} onRetry={metrics.again} />
      <Facts
        facts={[
          ...Object.entries(health.value?.checks ?? {}).map(
            ([part, state]) =>
              [
                words.parts[part] ?? part,
                <span key={part} class={state === 'ok' ? 'ok' : 'bad-text'}>
                  {state === 'ok' ? words.works : words.down}
                </span>,
              ] as const,
          ),
          [words.pool, pool.value && words.poolIs(pool.value)],
          [words.inLine, pool.value?.waiting],
          [words.waiting, values?.get('tasks_open pending')],
          [words.inWork, values?.get('tasks_open processing')],
          [words.oldest, values && words.seconds(values.get('oldest_task_seconds') ?? 0)],
          [words.deliveries, values?.get('deliveries_pending')],
          [words.alarms, values && (alarms.map(([name]) => name.slice(6)).join(', ') || words.quiet)],
        ]}
      />
    </>
  )
}

/** Values by name and label, such as `tasks_open pending`. */
function readMetrics(text: string): Map<string, number> {
  const found = text.split('\n').flatMap((line) => {
    const [, name = '', label = '', value = ''] = LINE.exec(line) ?? []
    return name ? [[label ? `${name} ${label}` : name, Number(value)] as const] : []
  })
  return new Map(found)
}
