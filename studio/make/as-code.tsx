/** A document of a template for programs: an address of its own, and the call as code. */
import { useState } from 'preact/hooks'
import type { GenerateRequest } from '../../clients/typescript/src/schemas'
import { CopyAs } from '../editor/copy-as'
import { EndpointForm } from '../editor/endpoint-form'
import type { Call } from '../editor/snippets'
import type { Session } from '../shell/session'

type AsCodeProps = { session: Session; request: GenerateRequest; label: string }

export function AsCode({ session, request, label }: AsCodeProps) {
  const [endpoint, setEndpoint] = useState<string>()
  const { template_id: id, data, options = {} } = request
  const call: Call =
    endpoint === undefined ? { kind: 'generate', body: request } : { kind: { endpoint }, body: { data } }
  return (
    <div class="use-it">
      <CopyAs call={call} />
      <EndpointForm
        session={session}
        id={id}
        label={label}
        sample={data}
        options={options}
        onSaved={setEndpoint}
      />
    </div>
  )
}
