/** `#/webhooks/events`: where an account is told of low credits and failed tasks, and trying that address. */
import { useEffect, useState } from 'preact/hooks'
import type { EventTarget, Operations } from '../../clients/typescript/src/schemas'
import { MAX_CREDITS } from '../../src/accounts/ledger'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { Switch } from '../shell/switch'
import { Table } from '../shell/table'
import { deleteLater, toast } from '../shell/toast'
import { useAnswer } from '../shell/use-answer'
import { useKept } from '../shell/use-kept'
import { useWork } from '../shell/use-work'
import { TEXTS } from '../texts'
import { SigningHead } from './signing-head'

const words = TEXTS.events
const PATH = '/v1/webhooks/events'
const KINDS = ['credits.low', 'task.failed'] as const
const NEW: EventTarget = { url: '', events: ['task.failed'] }
const USUAL_MARK = 100
const NOTHING = { unsaved: null }

type Tried = Operations['testEventTarget']['result']

export function Events({ session }: { session: Session }) {
  const { platen } = session
  const [{ unsaved }, keep] = useKept<{ unsaved: EventTarget | null }>('events', NOTHING)
  const [tried, setTried] = useState<Tried>()
  const stored = useAnswer(
    () => platen.call<'getEventTarget'>('GET', PATH, { query: { optional: 'true' } }),
    [platen],
  )
  const { isBusy, problem, run, submit } = useWork()
  const target = unsaved ?? stored.value ?? NEW
  const isSaved = JSON.stringify(target) === JSON.stringify(stored.value)
  useEffect(() => {
    if (unsaved && isSaved) keep(NOTHING)
  }, [unsaved, isSaved, keep])
  const save = submit(async () => {
    await platen.call<'putEventTarget'>('PUT', PATH, { body: target })
    setTried(undefined)
    toast(words.saved)
    stored.again()
  })
  const remove = () => {
    keep({ unsaved: NEW })
    setTried(undefined)
    deleteLater(
      words.removed,
      () => platen.call<'deleteEventTarget'>('DELETE', PATH).then(stored.again),
      () => keep({ unsaved }),
    )
  }
  const test = () =>
    run(async () => {
      setTried(await platen.call<'testEventTarget'>('POST', `${PATH}/test`, { body: {} }))
    })
  return (
    <>
      <SigningHead
        session={session}
        title={words.title}
        lead={words.lead}
        other={{ address: '#/webhooks', label: words.deliveries }}
      />
      <Problem error={stored.error} onRetry={stored.again} />
      {stored.error === undefined && !(stored.isLoading && !stored.value) && (
        <form class="small-form" onSubmit={save}>
          <Fields target={target} onChange={(next) => keep({ unsaved: next })} />
          <Problem error={problem} />
          <div class="bar">
            <button type="submit" disabled={isBusy || isSaved || target.events.length === 0}>
              {words.save}
            </button>
            {stored.value && (
              <>
                <button type="button" class="plain" disabled={isBusy || !isSaved} onClick={test}>
                  {words.test}
                </button>
                <button type="button" class="quiet" onClick={remove}>
                  {words.remove}
                </button>
              </>
            )}
          </div>
        </form>
      )}
      <div role="status">{tried && <Answers tried={tried} />}</div>
    </>
  )
}

type FieldsProps = { target: EventTarget; onChange: (target: EventTarget) => void }

function Fields({ target, onChange }: FieldsProps) {
  const choose = (kind: (typeof KINDS)[number], on: boolean) => {
    const events = KINDS.filter((one) => (one === kind ? on : target.events.includes(one)))
    const { credits_below: mark = USUAL_MARK, url } = target
    onChange({ url, events, ...(events.includes('credits.low') && { credits_below: mark }) })
  }
  return (
    <>
      <label>
        <span>{words.url}</span>
        <input
          type="url"
          required
          maxLength={2048}
          placeholder="https://"
          value={target.url}
          onInput={({ currentTarget }) => onChange({ ...target, url: currentTarget.value })}
        />
      </label>
      {KINDS.map((kind) => (
        <Switch
          key={kind}
          label={words.kinds[kind]}
          on={target.events.includes(kind)}
          onChange={(on) => choose(kind, on)}
        />
      ))}
      {target.events.includes('credits.low') && (
        <label>
          <span>{words.mark}</span>
          <input
            type="number"
            required
            min={1}
            max={MAX_CREDITS}
            value={target.credits_below}
            onInput={({ currentTarget }) =>
              onChange({ ...target, credits_below: currentTarget.valueAsNumber })
            }
          />
        </label>
      )}
    </>
  )
}

/** What the receiver said to the samples. */
function Answers({ tried: { results } }: { tried: Tried }) {
  return (
    <Table
      caption={words.answers}
      columns={[
        { name: TEXTS.webhooks.event, cell: ({ event }) => TEXTS.webhooks.events[event] },
        {
          name: TEXTS.tasks.status,
          cell: ({ delivered, status, error }) => (
            <span class={delivered ? 'ok' : 'bad-text'}>{words.answer(delivered, status ?? error)}</span>
          ),
        },
        { name: words.took, isNumber: true, cell: ({ ms }) => `${ms} ms` },
      ]}
      rows={results}
      keyOf={({ event }) => event}
    />
  )
}
