/** What a template is for: an endpoint of its own, and code that calls it. */
import { useState } from 'preact/hooks'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { toast } from '../shell/toast'
import { useWork } from '../shell/use-work'
import { CopyAs } from './copy-as'
import type { Options } from './options-panel'
import type { Call } from './snippets'
import { TEXTS } from './texts'

type UseItProps = {
  session: Session
  id: string
  label: string
  /** The versions that there are, newest first. */
  versions: readonly number[]
  sample: Record<string, unknown>
  options: Options
}

export function UseIt({ session, id, label, versions, sample, options }: UseItProps) {
  const [endpoint, setEndpoint] = useState<string>()
  const given = Object.keys(options).length > 0 ? { options } : {}
  const call: Call =
    endpoint === undefined
      ? { kind: 'generate', body: { template_id: id, data: sample, ...given } }
      : { kind: { endpoint }, body: { data: sample } }
  return (
    <div class="use-it">
      <EndpointForm
        session={session}
        id={id}
        label={label}
        versions={versions}
        sample={sample}
        options={options}
        onSaved={setEndpoint}
      />
      <section aria-label={TEXTS.copyAs}>
        <h2>{TEXTS.copyAs}</h2>
        <CopyAs call={call} />
      </section>
    </div>
  )
}

type EndpointFormProps = UseItProps & { onSaved: (slug: string) => void }

function EndpointForm({ session, id, label, versions, sample, options, onSaved }: EndpointFormProps) {
  const [slug, setSlug] = useState(id.split('/').at(-1) ?? '')
  const [version, setVersion] = useState('')
  const [hasSample, setHasSample] = useState(false)
  const [express, setExpress] = useState(false)
  const { isBusy, problem, submit } = useWork()
  const save = submit(async () => {
    await session.platen.call<'putEndpoint'>('PUT', `/v1/endpoints/${encodeURIComponent(slug)}`, {
      body: {
        name: label,
        template_id: version === '' ? id : `${id}@${version}`,
        options,
        express,
        ...(hasSample && { data: sample }),
      },
    })
    toast(TEXTS.endpointSaved(slug))
    onSaved(slug)
  })
  return (
    <form class="endpoint" onSubmit={save}>
      <h2>{TEXTS.endpoint}</h2>
      <p class="hint">{TEXTS.endpointLead}</p>
      <div class="pair">
        <label>
          <span>{TEXTS.slug}</span>
          <input
            required
            value={slug}
            spellcheck={false}
            onInput={(event) => setSlug(event.currentTarget.value)}
          />
        </label>
        <label>
          <span>{TEXTS.which}</span>
          <select value={version} onChange={(event) => setVersion(event.currentTarget.value)}>
            <option value="">{TEXTS.always}</option>
            {versions.map((number) => (
              <option key={number} value={String(number)}>
                {TEXTS.pinned(number)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <label class="switch">
        <input
          type="checkbox"
          checked={hasSample}
          onChange={(event) => setHasSample(event.currentTarget.checked)}
        />
        {TEXTS.withSample}
      </label>
      <label class="switch">
        <input
          type="checkbox"
          checked={express}
          onChange={(event) => setExpress(event.currentTarget.checked)}
        />
        {TEXTS.express}
      </label>
      <Problem error={problem} />
      <button type="submit" disabled={isBusy || versions.length === 0}>
        {TEXTS.saveEndpoint}
      </button>
      {versions.length === 0 && <p class="hint">{TEXTS.noVersions}</p>}
    </form>
  )
}
