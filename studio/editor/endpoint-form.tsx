/** An endpoint of one's own: an address that takes data alone. */
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { toast } from '../shell/toast'
import { useKept } from '../shell/use-kept'
import { useWork } from '../shell/use-work'
import type { Options } from './options-panel'
import { TEXTS } from './texts'

type EndpointFormProps = {
  session: Session
  /** Of the template. */
  id: string
  label: string
  /** The versions that there are, newest first; without, it is a template that has none. */
  versions?: readonly number[]
  sample: Record<string, unknown>
  options: Options
  onSaved: (slug: string) => void
}

export function EndpointForm({ session, id, label, versions, sample, options, onSaved }: EndpointFormProps) {
  const first = { slug: id.split('/').at(-1) ?? '', version: '', hasSample: false, express: false }
  const [form, keep] = useKept(`endpoint/${id}`, first)
  const { slug, version, hasSample, express } = form
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
            onInput={(event) => keep({ ...form, slug: event.currentTarget.value })}
          />
        </label>
        {versions && (
          <label>
            <span>{TEXTS.which}</span>
            <select
              value={version}
              onChange={(event) => keep({ ...form, version: event.currentTarget.value })}
            >
              <option value="">{TEXTS.always}</option>
              {versions.map((number) => (
                <option key={number} value={String(number)}>
                  {TEXTS.pinned(number)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <label class="switch">
        <input
          type="checkbox"
          checked={hasSample}
          onChange={(event) => keep({ ...form, hasSample: event.currentTarget.checked })}
        />
        {TEXTS.withSample}
      </label>
      <label class="switch">
        <input
          type="checkbox"
          checked={express}
          onChange={(event) => keep({ ...form, express: event.currentTarget.checked })}
        />
        {TEXTS.express}
      </label>
      <Problem error={problem} />
      <button type="submit" disabled={isBusy || versions?.length === 0}>
        {TEXTS.saveEndpoint}
      </button>
      {versions?.length === 0 && <p class="hint">{TEXTS.noVersions}</p>}
    </form>
  )
}
