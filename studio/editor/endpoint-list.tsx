/** The endpoints of the account: where programs call them, and their end. Nothing where there are none. */
import { useState } from 'preact/hooks'
import type { ListedEndpoint } from '../../clients/typescript/src/schemas'
import { Copy } from '../shell/copy'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { type Column, Table } from '../shell/table'
import { deleteLater } from '../shell/toast'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from './texts'

export function EndpointList({ session: { platen } }: { session: Session }) {
  const [hidden, setHidden] = useState<readonly string[]>([])
  const known = useAnswer(() => platen.endpoints(), [platen])
  const rows = (known.value ?? []).filter(({ slug }) => !hidden.includes(slug))
  const remove = (slug: string) => {
    setHidden((former) => [...former, slug])
    deleteLater(
      TEXTS.removed(pathOf(slug)),
      () => platen.call<'deleteEndpoint'>('DELETE', `/v1/endpoints/${encodeURIComponent(slug)}`),
      () => setHidden((former) => former.filter((one) => one !== slug)),
    )
  }
  const columns: Column<ListedEndpoint>[] = [
    { name: TEXTS.address, cell: ({ slug }) => <code>{`POST ${pathOf(slug)}`}</code> },
    { name: TEXTS.label, cell: ({ name }) => name },
    { name: TEXTS.reads, cell: ({ variables }) => variables.slice(0, 6).join(', ') },
    {
      name: TEXTS.actions,
      isUnnamed: true,
      isNumber: true,
      cell: ({ slug }) => (
        <>
          <Copy label={TEXTS.copyAddress} text={location.origin + pathOf(slug)} />
          <button type="button" class="quiet" onClick={() => remove(slug)}>
            {TEXTS.remove}
          </button>
        </>
      ),
    },
  ]
  return (
    <>
      <Problem error={known.error} onRetry={known.again} />
      {rows.length > 0 && (
        <section aria-labelledby="endpoints">
          <h2 id="endpoints">{TEXTS.endpoints}</h2>
          <Table caption={TEXTS.endpoints} columns={columns} rows={rows} keyOf={({ slug }) => slug} />
        </section>
      )}
    </>
  )
}

function pathOf(slug: string): string {
  return `/v1/studio/${slug}`
}
