/** The service now, and its accounts. */
import { useState } from 'preact/hooks'
import { saveBlob } from '../shell/file'
import { timeOf } from '../shell/format'
import { Empty, Head } from '../shell/page'
import { Problem, wordsOf } from '../shell/problem'
import { Secret } from '../shell/secret'
import { Table } from '../shell/table'
import { toast } from '../shell/toast'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from '../texts'
import type { Accounts, Ask } from './api'
import { NewAccount } from './new-account'
import { Now } from './now'
import { OneAccount } from './one-account'

const words = TEXTS.operator

export function Console({ ask }: { ask: Ask }) {
  const [search, setSearch] = useState('')
  const [cursor, setCursor] = useState('')
  const [shown, setShown] = useState('')
  const [made, setMade] = useState('')
  const [month, setMonth] = useState(new Date().toISOString().slice(0, 7))
  const query = new URLSearchParams({ limit: '50', ...(search && { search }), ...(cursor && { cursor }) })
  const found = useAnswer<Accounts>(
    async () => (await ask('GET', `/accounts?${query}`)).json(),
    [ask, query.toString()],
  )
  const accounts = found.value?.accounts ?? []
  const next = found.value?.next_cursor
  const download = async () => {
    try {
      const answer = await ask('GET', `/usage.csv?month=${encodeURIComponent(month)}`)
      saveBlob(await answer.blob(), `usage-${month}.csv`)
    } catch (error) {
      toast(wordsOf(error), { isError: true })
    }
  }
  return (
    <>
      <Head title={words.title} lead={words.lead} />
      <Now ask={ask} />
      <h2 class="file-name">{words.accounts}</h2>
      <search class="filters">
        <label>
          <span>{words.search}</span>
          <input
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value.trim())
              setCursor('')
            }}
          />
        </label>
        <label>
          <span>{words.month}</span>
          <input type="month" value={month} onChange={(event) => setMonth(event.currentTarget.value)} />
        </label>
        <button type="button" class="plain" onClick={download}>
          {words.csv}
        </button>
      </search>
      <Problem error={found.error} onRetry={found.again} />
      {made && <Secret title={words.made} text={made} />}
      {shown && <OneAccount key={shown} ask={ask} id={shown} />}
      {accounts.length > 0 && (
        <Table
          caption={words.accounts}
          columns={[
            {
              name: words.name,
              cell: ({ account_id: id, name }) => (
                <button type="button" class="quiet" onClick={() => setShown(id)}>
                  {name}
                </button>
              ),
            },
            { name: words.account, cell: ({ account_id: id }) => <code>{id}</code> },
            { name: words.plan, cell: ({ plan }) => plan },
            { name: TEXTS.tasks.made, cell: ({ created_at: at }) => timeOf(at) },
          ]}
          rows={accounts}
          keyOf={({ account_id: id }) => id}
          isOld={found.isLoading}
        />
      )}
      {found.value && accounts.length === 0 && <Empty title={words.none} />}
      {(next || cursor) && (
        <div class="more">
          {cursor && (
            <button type="button" class="quiet" onClick={() => setCursor('')}>
              {TEXTS.newest}
            </button>
          )}
          {next && (
            <button type="button" class="quiet" onClick={() => setCursor(next)}>
              {TEXTS.older}
            </button>
          )}
        </div>
      )}
      <NewAccount
        ask={ask}
        onMade={({ account_id: id, api_key: key }) => {
          setMade(key)
          // The list has it some seconds later.
          setShown(id)
          found.again()
        }}
      />
    </>
  )
}
