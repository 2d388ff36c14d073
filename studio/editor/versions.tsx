/** The versions of a template: compared as text and as pages, and rolled back to. */
import { useState } from 'preact/hooks'
import { NotFoundError } from '../../clients/typescript/src/errors'
import { timeOf } from '../shell/format'
import { Empty } from '../shell/page'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { type Column, Table } from '../shell/table'
import { toast } from '../shell/toast'
import { useAnswer } from '../shell/use-answer'
import { useWork } from '../shell/use-work'
import { ComparePages } from './compare-pages'
import { pathOf } from './template-source'
import { TEXTS } from './texts'

type VersionsProps = {
  session: Session
  id: string
  /** Changes whenever there may be a new version. */
  count: number
  hasDraft: boolean
  onRestored: () => void
}

type Version = { version: number; label: string; bytes: number; created_at: string }

export function Versions({ session, id, count, hasDraft, onRestored }: VersionsProps) {
  const { platen } = session
  const path = pathOf(id)
  const known = useAnswer(
    () =>
      platen
        .call<'listTemplateVersions'>('GET', `${path}/versions`)
        .then(({ versions }) => versions)
        .catch((error) => {
          if (error instanceof NotFoundError) return []
          throw error
        }),
    [platen, path, count],
  )
  const { problem, run } = useWork()
  const versions = known.value ?? []
  const latest = versions[0]?.version
  const restore = (version: number) =>
    run(async () => {
      const now = await platen.call<'restoreTemplateVersion'>('POST', `${path}/versions/${version}/restore`, {
        body: {},
      })
      toast(TEXTS.restored2(version, now.version))
      onRestored()
    })
  const columns: Column<Version>[] = [
    {
      name: TEXTS.version,
      cell: ({ version }) => (
        <span>
          {version} {version === latest && <span class="tag">{TEXTS.latest}</span>}
        </span>
      ),
    },
    { name: TEXTS.label, cell: ({ label }) => label },
    { name: TEXTS.changed, cell: ({ created_at }) => timeOf(created_at) },
    {
      name: TEXTS.actions,
      isUnnamed: true,
      cell: ({ version }) =>
        version !== latest && (
          <button type="button" class="quiet" onClick={() => restore(version)}>
            {TEXTS.restore(version)}
          </button>
        ),
    },
  ]
  const names = [...(hasDraft ? ['draft'] : []), ...versions.map(({ version }) => String(version))]
  return (
    <div class="versions">
      <Problem error={problem ?? known.error} />
      {known.value && versions.length === 0 && <Empty title={TEXTS.noVersions} />}
      {versions.length > 0 && (
        <Table
          caption={TEXTS.versions}
          columns={columns}
          rows={versions}
          keyOf={({ version }) => `${version}`}
        />
      )}
      {names.length > 1 && <Compare key={`${id}-${count}`} session={session} id={id} names={names} />}
    </div>
  )
}

type CompareProps = { session: Session; id: string; names: readonly string[] }

function Compare({ session, id, names }: CompareProps) {
  const [to, setTo] = useState(names[0] ?? '')
  const [from, setFrom] = useState(names[1] ?? '')
  const [how, setHow] = useState<'text' | 'page'>('text')
  const choose = (label: string, value: string, change: (value: string) => void) => (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => change(event.currentTarget.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name === 'draft' ? TEXTS.draft : `${TEXTS.version} ${name}`}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <section class="compare" aria-label={TEXTS.compare}>
      <div class="filters">
        {choose(TEXTS.compare, from, setFrom)}
        {choose(TEXTS.compareWith, to, setTo)}
        <div class="chips" role="radiogroup" aria-label={TEXTS.compare}>
          {(['text', 'page'] as const).map((name) => (
            <label key={name} class="chip">
              <input type="radio" name="compare-how" checked={how === name} onChange={() => setHow(name)} />
              {name === 'text' ? TEXTS.byText : TEXTS.byPage}
            </label>
          ))}
        </div>
      </div>
      {how === 'text' ? (
        <TextDiff session={session} id={id} from={from} to={to} />
      ) : (
        <ComparePages session={session} id={id} names={[from, to]} />
      )}
    </section>
  )
}

type TextDiffProps = { session: Session; id: string; from: string; to: string }

function TextDiff({ session: { platen }, id, from, to }: TextDiffProps) {
  const known = useAnswer(
    () =>
      platen.call<'compareTemplateVersions'>('GET', `${pathOf(id)}/diff`, { query: { from, to } as never }),
    [platen, id, from, to],
  )
  if (known.error !== undefined) return <Problem error={known.error} onRetry={known.again} />
  if (!known.value) return <p class="hint">{TEXTS.loading}</p>
  if (known.value.diff === '') return <p>{TEXTS.same}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="scroll" tabIndex={0} aria-label={TEXTS.compare}>
      <pre class={known.isLoading ? 'diff old' : 'diff'}>
        {known.value.diff
          .trimEnd()
          .split('\n')
          .map((line, at) => (
            <span key={at} class={kindOf(line)}>
              {line || ' '}
            </span>
          ))}
      </pre>
    </section>
  )
}

function kindOf(line: string): string {
  if (line.startsWith('+++') || line.startsWith('---')) return 'file'
  if (line.startsWith('@@')) return 'place'
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : ''
}
