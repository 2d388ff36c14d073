/** What all of it costs and what is odd about it, before anything is made. */
import { useState } from 'preact/hooks'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { useWork } from '../shell/use-work'
import { type Checked, checkEntries } from './check'
import type { Entry } from './plan'
import { TEXTS } from './texts'

type CheckStepProps = {
  session: Session
  endpoint: string
  entries: readonly Entry[]
  /** Begins to make those that have no fault. */
  onMake: (entries: Entry[], size: number) => void
}

export function CheckStep({ session, endpoint, entries, onMake }: CheckStepProps) {
  const [checked, setChecked] = useState<Checked>()
  const [done, setDone] = useState<number>()
  const { problem, run } = useWork()
  const check = async () => {
    setDone(0)
    await run(async () => {
      const { signal } = new AbortController()
      setChecked(await checkEntries(session.platen, endpoint, entries, { signal, onProgress: setDone }))
    })
    setDone(undefined)
  }
  const isAffordable = checked !== undefined && checked.charge <= checked.creditsLeft
  const sound = checked ? entries.filter((_, at) => !checked.faults.has(at)) : []
  return (
    <section aria-labelledby="batch-price">
      <h2 id="batch-price">{TEXTS.price}</h2>
      {checked && <Verdict checked={checked} entries={entries} sound={sound.length} mode={session.mode} />}
      <Problem error={problem} />
      <div class="buttons">
        {isAffordable && sound.length > 0 && checked.refusals.length === 0 ? (
          <button type="button" onClick={() => onMake(sound, checked.size)}>
            {`${TEXTS.make(sound.length)} · ${TEXTS.cost(checked.charge)}`}
          </button>
        ) : (
          <button type="button" disabled={done !== undefined} onClick={check}>
            {done === undefined ? TEXTS.check : TEXTS.checking(done, entries.length)}
          </button>
        )}
      </div>
    </section>
  )
}

type VerdictProps = { checked: Checked; entries: readonly Entry[]; sound: number; mode: Session['mode'] }

function Verdict({
  checked: { charge, creditsLeft, warnings, faults, refusals },
  entries,
  sound,
  mode,
}: VerdictProps) {
  return (
    <div role="status">
      <p class="price">
        <strong>{TEXTS.credits(charge)}</strong> {TEXTS.balance(creditsLeft)} · {TEXTS.documents(sound)}
      </p>
      {mode === 'test' && <p class="hint">{TEXTS.testKey}</p>}
      {charge > creditsLeft && <p class="problem">{TEXTS.tooFew}</p>}
      {refusals.map((refusal) => (
        <p key={refusal} class="problem">
          {refusal}
        </p>
      ))}
      {faults.size === 0 && warnings.size === 0 && <p class="hint">{TEXTS.allRight}</p>}
      <Remarks title={TEXTS.faulty(faults.size)} remarks={faults} entries={entries} isOpen />
      <Remarks title={TEXTS.remarked(warnings.size)} remarks={warnings} entries={entries} />
    </div>
  )
}

type RemarksProps = {
  title: string
  remarks: Checked['warnings']
  entries: readonly Entry[]
  isOpen?: boolean
}

/** The same said of several documents is said once. */
function Remarks({ title, remarks, entries, isOpen = false }: RemarksProps) {
  if (remarks.size === 0) return null
  const said = new Map<string, number[]>()
  for (const [at, words] of remarks) for (const word of words) said.set(word, [...(said.get(word) ?? []), at])
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <ul class="remarks">
        {[...said].slice(0, 50).map(([word, of]) => (
          <li key={word}>
            <strong>{of.length === 1 ? entries[of[0] ?? 0]?.name : TEXTS.documents(of.length)}</strong> {word}
          </li>
        ))}
      </ul>
    </details>
  )
}
