/** `#/webhooks`: what was sent to whom and what came back; each can be sent again. `#/webhooks/events` is where. */
import type { Delivery, Operations } from '../../clients/typescript/src/schemas'
import { addressOf, go } from '../shell/address'
import { timeOf } from '../shell/format'
import { Empty, type PageProps } from '../shell/page'
import { Problem, wordsOf } from '../shell/problem'
import { State } from '../shell/state'
import { type Column, Table } from '../shell/table'
import { toast } from '../shell/toast'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from '../texts'
import { Events } from './events'
import { SigningHead } from './signing-head'

const PER_PAGE = 50
const words = TEXTS.webhooks

export default function Webhooks({ session, rest: [part], query }: PageProps) {
  return part === 'events' ? <Events session={session} /> : <Deliveries session={session} query={query} />
}

function Deliveries({ session, query }: Pick<PageProps, 'session' | 'query'>) {
  const found = useAnswer<Operations['listDeliveries']['result']>(
    (signal) =>
      session.platen.call<'listDeliveries'>('GET', '/v1/webhooks/deliveries', {
        query: { ...Object.fromEntries(query), limit: PER_PAGE },
        signal,
      }),
    [session.key, query.toString()],
  )
  const replay = async ({ delivery_id: id }: Delivery) => {
    try {
      await session.platen.call<'replayDelivery'>('POST', `/v1/webhooks/deliveries/${id}/replay`, {
        body: {},
      })
      toast(words.sentAgain)
      found.again()
    } catch (error) {
      toast(wordsOf(error), { isError: true })
    }
  }
  const deliveries: readonly Delivery[] = found.value?.deliveries ?? []
  const next = found.value?.next_cursor ?? undefined
  const status = query.get('status') ?? ''
  return (
    <>
      <SigningHead
        session={session}
        title={words.title}
        lead={words.lead}
        other={{ address: '#/webhooks/events', label: TEXTS.events.title }}
      />
      <search class="filters">
        <label>
          <span>{TEXTS.tasks.status}</span>
          <select
            value={status}
            onChange={({ currentTarget }) =>
              go(addressOf('webhooks', { status: currentTarget.value }), { replace: true })
            }
          >
            <option value="">{TEXTS.tasks.any}</option>
            {(['pending', 'delivered', 'failed'] as const).map((one) => (
              <option key={one} value={one}>
                {TEXTS.states[one]}
              </option>
            ))}
          </select>
        </label>
      </search>
      <Problem error={found.error} onRetry={found.again} />
      {deliveries.length > 0 && (
        <Table
          caption={words.title}
          columns={[
            ...columns,
            {
              name: words.replay,
              isUnnamed: true,
              cell: (delivery) => (
                <button type="button" class="quiet" onClick={() => replay(delivery)}>
                  {words.replay}
                </button>
              ),
            },
          ]}
          rows={deliveries}
          keyOf={({ delivery_id: id }) => id}
          isOld={found.isLoading}
        />
      )}
      {found.value && deliveries.length === 0 && (
        <Empty title={words.none}>
          <a href="/docs/guide/webhooks/">{words.how}</a>
        </Empty>
      )}
      {(next || query.has('cursor')) && (
        <nav class="more" aria-label={TEXTS.paging}>
          {query.has('cursor') && <a href={addressOf('webhooks', { status })}>{TEXTS.newest}</a>}
          {next && <a href={addressOf('webhooks', { status, cursor: next })}>{TEXTS.older}</a>}
        </nav>
      )}
    </>
  )
}

const columns: readonly Column<Delivery>[] = [
  {
    name: TEXTS.tasks.task,
    cell: ({ task_id: id }) =>
      id && (
        <a href={`#/tasks/${id}`}>
          <code>{id.slice(0, 12)}…</code>
        </a>
      ),
  },
  { name: words.event, cell: ({ event }) => (event ? words.events[event] : words.end) },
  { name: TEXTS.tasks.status, cell: ({ status }) => <State state={status} /> },
  { name: words.to, cell: ({ url }) => url },
  { name: words.last, cell: ({ attempts }) => lastOf(attempts.at(-1)) },
  { name: words.tries, isNumber: true, cell: ({ tries }) => tries },
  { name: words.next, cell: ({ next_try_at: at }) => at && timeOf(at) },
]

function lastOf(attempt: Delivery['attempts'][number] | undefined): string {
  if (!attempt) return ''
  return `${attempt.status ?? attempt.error ?? ''} (${attempt.ms} ms)`
}
