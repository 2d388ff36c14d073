/** `#/keys`: the keys of the account, new ones, and the end of old ones. */
import { useState } from 'preact/hooks'
import type { Operations, OwnKey } from '../../clients/typescript/src/schemas'
import { timeOf } from '../shell/format'
import { Head, type PageProps } from '../shell/page'
import { Problem, wordsOf } from '../shell/problem'
import { Secret } from '../shell/secret'
import { Table } from '../shell/table'
import { deleteLater, toast } from '../shell/toast'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from '../texts'
import { NewKey } from './new-key'

const words = TEXTS.keys

export default function Keys({ session }: PageProps) {
  const [made, setMade] = useState('')
  const found = useAnswer<Operations['listOwnKeys']['result']>(
    (signal) => session.platen.call<'listOwnKeys'>('GET', '/v1/keys', { signal }),
    [session.key],
  )
  const keys = found.value?.keys.filter(({ active }) => active) ?? []
  const rotate = async ({ key_id: id }: OwnKey) => {
    try {
      const next = await session.platen.call<'rotateOwnKey'>('POST', `/v1/keys/${id}/rotate`, { body: {} })
      setMade(next.api_key)
      found.again()
    } catch (error) {
      toast(wordsOf(error), { isError: true })
    }
  }
  const revoke = ({ key_id: id }: OwnKey) => {
    found.change(({ keys }) => ({ keys: keys.filter((key) => key.key_id !== id) }))
    deleteLater(
      words.revoked,
      () => session.platen.call<'revokeOwnKey'>('DELETE', `/v1/keys/${id}`),
      found.again,
    )
  }
  return (
    <>
      <Head title={words.title} lead={words.lead} />
      {made && <Secret title={words.made} text={made} />}
      <Problem error={found.error} onRetry={found.again} />
      {found.value && (
        <>
          <Table
            caption={words.title}
            columns={[
              {
                name: words.key,
                cell: ({ key_id: id, current }) => (
                  <>
                    <code>{id}</code> {current && <span class="tag">{words.current}</span>}
                  </>
                ),
              },
              { name: words.mode, cell: ({ mode }) => words.modes[mode] },
              {
                name: words.scopes,
                cell: ({ scopes }) => scopes.map((scope) => words.scopeShort[scope]).join(', '),
              },
              { name: TEXTS.tasks.made, cell: ({ created_at: at }) => timeOf(at) },
              { name: words.ends, cell: ({ expires_at: at }) => at && timeOf(at) },
              {
                name: words.actions,
                isUnnamed: true,
                isNumber: true,
                cell: (key) => (
                  <>
                    <button type="button" class="quiet" onClick={() => rotate(key)}>
                      {words.rotate}
                    </button>
                    {!key.current && (
                      <button type="button" class="quiet" onClick={() => revoke(key)}>
                        {words.revoke}
                      </button>
                    )}
                  </>
                ),
              },
            ]}
            rows={keys}
            keyOf={({ key_id: id }) => id}
          />
          <NewKey
            session={session}
            onMade={(key) => {
              setMade(key)
              found.again()
            }}
          />
        </>
      )}
    </>
  )
}
