/** The columns of tasks, in every list of them. */
import type { Task } from '../../clients/typescript/src/schemas'
import { sizeOf, timeOf } from '../shell/format'
import { State } from '../shell/state'
import type { Column } from '../shell/table'
import { TEXTS } from '../texts'

export const taskColumns: readonly Column<Task>[] = [
  {
    name: TEXTS.tasks.task,
    cell: ({ task_id: id, kind }) => (
      <a href={`#/tasks/${id}`} title={id}>
        {TEXTS.kinds[kind] ?? kind} <code class="soft">{id.slice(0, 12)}…</code>
      </a>
    ),
  },
  { name: TEXTS.tasks.status, cell: ({ status }) => <State state={status} /> },
  { name: TEXTS.tasks.made, cell: ({ created_at: at }) => timeOf(at) },
  { name: TEXTS.tasks.outcome, cell: outcomeOf },
  { name: TEXTS.tasks.pages, isNumber: true, cell: ({ pages }) => pages },
  { name: TEXTS.tasks.size, isNumber: true, cell: ({ bytes }) => bytes !== undefined && sizeOf(bytes) },
  { name: TEXTS.tasks.credits, isNumber: true, cell: ({ credits_charged: charged }) => charged },
]

function outcomeOf({ error, warnings = [], optimization }: Task) {
  if (error) return <span class="bad-text outcome">{error.message}</span>
  const { before, after } = optimization?.score ?? {}
  const parts = [
    before !== undefined && before !== after && TEXTS.tasks.optimised(before, Number(after)),
    warnings.length > 0 && TEXTS.tasks.warnings(warnings.length),
  ]
  return parts.filter(Boolean).join(', ')
}
