/** What a template is for: an endpoint of its own, and code that calls it. */
import { useState } from 'preact/hooks'
import type { Session } from '../shell/session'
import { CopyAs } from './copy-as'
import { EndpointForm } from './endpoint-form'
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
