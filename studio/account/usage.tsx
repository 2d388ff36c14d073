/** `#/usage`: what was charged, by day, as a chart and as a table. */
import type { Operations } from '../../clients/typescript/src/schemas'
import { addressOf, go } from '../shell/address'
import { DayField } from '../shell/day-field'
import { saveBlob } from '../shell/file'
import { countOf, dayOf } from '../shell/format'
import { Empty, Head, type PageProps } from '../shell/page'
import { Problem, wordsOf } from '../shell/problem'
import { Table } from '../shell/table'
import { toast } from '../shell/toast'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from '../texts'
import { DayChart } from './day-chart'

const DAY_MS = 86_400_000
const SHOWN_DAYS = 30
const words = TEXTS.usage

export default function Usage({ session, query }: PageProps) {
  const today = new Date().toISOString().slice(0, 10)
  const from = query.get('from') ?? daysBefore(today, SHOWN_DAYS - 1)
  const to = query.get('to') ?? today
  const span = { from, to }
  const found = useAnswer<Operations['getUsage']['result']>(
    () => session.platen.usage({ ...span, limit: 1 }),
    [session.key, from, to],
  )
  const usage = found.value
  const download = async () => {
    try {
      const answer = await session.send({ method: 'GET', path: '/v1/usage.csv', query: span })
      saveBlob(await answer.blob(), `usage-${from}-${to}.csv`)
    } catch (error) {
      toast(wordsOf(error), { isError: true })
    }
  }
  const choose = (name: string) => (value: string) =>
    go(addressOf('usage', { ...span, [name]: value }), { replace: true })
  return (
    <>
      <Head title={words.title} lead={words.lead}>
        <button type="button" class="plain" onClick={download}>
          {words.csv}
        </button>
      </Head>
      <search class="filters">
        <DayField label={TEXTS.tasks.from} value={from} max={to} onChange={choose('from')} />
        <DayField label={TEXTS.tasks.to} value={to} min={from} onChange={choose('to')} />
      </search>
      <Problem error={found.error} onRetry={found.again} />
      {usage && (
        <>
          <dl class="sums">
            <Sum label={words.left} value={usage.credits_left} />
            <Sum label={words.charged} value={usage.totals.credits_charged} />
            <Sum label={words.done} value={usage.totals.tasks_completed} />
            <Sum label={words.failed} value={usage.totals.tasks_failed} />
          </dl>
          {usage.totals.credits_charged > 0 && <DayChart days={daysOf(span, usage.by_day)} />}
          {usage.by_day.length > 0 ? (
            <Table
              caption={words.title}
              columns={[
                { name: words.day, cell: ({ day }) => dayOf(day) },
                { name: TEXTS.tasks.kind, cell: ({ kind }) => TEXTS.kinds[kind] ?? kind },
                { name: words.done, isNumber: true, cell: (row) => countOf(row.tasks_completed) },
                { name: words.failed, isNumber: true, cell: (row) => countOf(row.tasks_failed) },
                { name: words.charged, isNumber: true, cell: (row) => countOf(row.credits_charged) },
              ]}
              rows={usage.by_day}
              keyOf={({ day, kind }) => day + kind}
              isOld={found.isLoading}
            />
          ) : (
            <Empty title={words.none} />
          )}
        </>
      )}
    </>
  )
}

function Sum({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{countOf(value)}</dd>
    </div>
  )
}

function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10)
}

/** Every day of the span with what was charged on it, the oldest first. */
function daysOf(
  { from, to }: { from: string; to: string },
  rows: Operations['getUsage']['result']['by_day'],
): { day: string; value: number }[] {
  const count = Math.min(366, Math.max(0, (Date.parse(to) - Date.parse(from)) / DAY_MS) + 1)
  return Array.from({ length: count }, (_, at) => daysBefore(to, count - 1 - at)).map((day) => ({
    day,
    value: rows.filter((row) => row.day === day).reduce((sum, row) => sum + row.credits_charged, 0),
  }))
}
