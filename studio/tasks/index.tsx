/** `#/tasks`: what was made, newest first, by page. `#/tasks/tsk_…` is one of them. */
import type { Operations, Task } from '../../clients/typescript/src/schemas'
import { addressOf, go } from '../shell/address'
import { Empty, Head, type PageProps } from '../shell/page'
import { Problem } from '../shell/problem'
import { Table } from '../shell/table'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from '../texts'
import { TaskFilters } from './filters'
import { OneTask } from './one-task'
import { taskColumns } from './task-columns'

const PER_PAGE = 50

type Listed = Operations['listTasks']['result']

export default function Tasks({ session, rest, query }: PageProps) {
  const [id] = rest
  // Another task takes over nothing of the one before.
  return id ? <OneTask key={id} session={session} id={id} /> : <List session={session} query={query} />
}

function List({ session, query }: Pick<PageProps, 'session' | 'query'>) {
  const asked = query.toString()
  const found = useAnswer<Listed>(
    (signal) => session.platen.call<'listTasks'>('GET', '/v1/tasks', { query: filtersOf(query), signal }),
    [session.key, asked],
  )
  const tasks: readonly Task[] = found.value?.tasks ?? []
  const next = found.value?.next_cursor ?? undefined
  const at = (cursor: string | undefined) => addressOf('tasks', { ...Object.fromEntries(query), cursor })
  return (
    <>
      <Head title={TEXTS.tasks.title} lead={TEXTS.tasks.lead} />
      <TaskFilters query={query} onChange={(chosen) => go(addressOf('tasks', chosen), { replace: true })} />
      <Problem error={found.error} onRetry={found.again} />
      {tasks.length > 0 && (
        <Table
          caption={TEXTS.tasks.title}
          columns={taskColumns}
          rows={tasks}
          keyOf={(task) => task.task_id}
          isOld={found.isLoading}
        />
      )}
      {found.value && tasks.length === 0 && (
        <Empty title={asked ? TEXTS.tasks.noneFound : TEXTS.tasks.none}>
          {asked ? <a href="#/tasks">{TEXTS.tasks.all}</a> : <a href="#/make">{TEXTS.tasks.first}</a>}
        </Empty>
      )}
      {(next || query.has('cursor')) && (
        <nav class="more" aria-label={TEXTS.paging}>
          {query.has('cursor') && <a href={at(undefined)}>{TEXTS.newest}</a>}
          {next && <a href={at(next)}>{TEXTS.older}</a>}
        </nav>
      )}
    </>
  )
}

/** The filters of the address, as the service takes them. `meta` is `field=value`. */
function filtersOf(query: URLSearchParams): Operations['listTasks']['query'] {
  const { meta = '', ...others } = Object.fromEntries(query)
  const [field = '', ...value] = meta.split('=')
  return {
    ...others,
    limit: PER_PAGE,
    ...(field.trim() && { metadata: { [field.trim()]: value.join('=').trim() } }),
  }
}
