/** A batch while it is made, and what came of it. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { saveBlob } from '../shell/file'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { type Column, Table } from '../shell/table'
import { useLatest } from '../shell/use-latest'
import { useWork } from '../shell/use-work'
import { type Outcome, type Run, runBatch, zipOf } from './run'
import { TEXTS } from './texts'

type RunStepProps = {
  session: Session
  run: Run
  /** Keeps how far it is; false if there is no room. */
  onKeep: (run: Run) => boolean
  onAnother: () => void
}

export function RunStep({ session, run, onKeep, onAnother }: RunStepProps) {
  const { platen } = session
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const [isWaiting, setWaiting] = useState(false)
  const [isKept, setKept] = useState(true)
  const [fault, setFault] = useState<unknown>()
  const [state, setState] = useState<'running' | 'stopped' | 'done'>('running')
  const stop = useRef<AbortController>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  // It takes the place of what was pressed.
  useLayoutEffect(() => heading.current?.focus(), [])
  const latest = useLatest({ onKeep, refresh: session.refresh })
  useEffect(() => {
    if (state !== 'running') return
    const abort = new AbortController()
    stop.current = abort
    const { signal } = abort
    const onPiece = (now: Run) => {
      setKept(latest.current.onKeep(now))
      latest.current.refresh()
    }
    setFault(undefined)
    runBatch(platen, run, { signal, onPiece, onOutcomes: setOutcomes, onWait: setWaiting }).then(
      (found) => {
        setOutcomes(found)
        setState('done')
        latest.current.refresh()
      },
      (error) => {
        setWaiting(false)
        if (!signal.aborted) setFault(error)
        setState('stopped')
      },
    )
    return () => abort.abort()
  }, [platen, run, state])
  const count = run.entries.length
  const ended = outcomes.filter((one) => one.state === 'done' || one.state === 'failed').length
  const made = outcomes.filter((one) => one.state === 'done').length
  const failures = outcomes.flatMap((outcome, at) =>
    outcome.state === 'failed' ? [{ name: run.entries[at]?.name ?? '', reason: outcome.reason }] : [],
  )
  return (
    <section class="run" aria-labelledby="batch-run">
      <h2 id="batch-run" tabIndex={-1} ref={heading}>
        {TEXTS.progress}
      </h2>
      <progress aria-labelledby="batch-run" max={count} value={ended} />
      <p role="status">{TEXTS.making(ended, count)}</p>
      {isWaiting && <p class="hint">{TEXTS.waiting}</p>}
      {!isKept && state !== 'done' && <p class="hint">{TEXTS.tooLargeToKeep}</p>}
      {state === 'stopped' && <p class="hint">{TEXTS.stopped}</p>}
      <Problem error={fault} />
      {failures.length > 0 && <Failures failures={failures} />}
      <div class="buttons">
        {made > 0 && state !== 'running' && (
          <Zip session={session} run={run} outcomes={outcomes} made={made} />
        )}
        {state === 'running' && (
          <button type="button" class="plain" onClick={() => stop.current?.abort()}>
            {TEXTS.stop}
          </button>
        )}
        {state === 'stopped' && (
          <button type="button" onClick={() => setState('running')}>
            {TEXTS.goOn}
          </button>
        )}
        {state !== 'running' && (
          <button type="button" class="quiet" onClick={onAnother}>
            {TEXTS.another}
          </button>
        )}
      </div>
    </section>
  )
}

type Failure = { name: string; reason: string }

function Failures({ failures }: { failures: readonly Failure[] }) {
  const columns: Column<Failure>[] = [
    { name: TEXTS.fileName, cell: ({ name }) => name },
    { name: TEXTS.reason, cell: ({ reason }) => reason },
  ]
  return (
    <>
      <h3>{TEXTS.failed(failures.length)}</h3>
      <Table
        caption={TEXTS.failed(failures.length)}
        columns={columns}
        rows={failures}
        keyOf={({ name }) => name}
      />
    </>
  )
}

type ZipProps = { session: Session; run: Run; outcomes: readonly Outcome[]; made: number }

function Zip({ session: { platen }, run, outcomes, made }: ZipProps) {
  const [packed, setPacked] = useState<number>()
  const zipping = useWork()
  const save = async () => {
    setPacked(0)
    await zipping.run(async () => saveBlob(await zipOf(platen, run, outcomes, setPacked), 'documents.zip'))
    setPacked(undefined)
  }
  return (
    <>
      <button type="button" disabled={packed !== undefined} onClick={save}>
        {packed === undefined ? TEXTS.zip(made) : TEXTS.zipping(packed, made)}
      </button>
      <Problem error={zipping.problem} />
    </>
  )
}
