/** What the list of tasks is filtered by. */
import { isWholeDay } from '../shell/format'
import { TEXTS } from '../texts'

const STATES = ['pending', 'processing', 'completed', 'failed'] as const
const KINDS = Object.keys(TEXTS.kinds)

type FilterProps = { query: URLSearchParams; onChange: (chosen: Record<string, string>) => void }

/** Another filter begins at the newest task again. */
export function TaskFilters({ query, onChange }: FilterProps) {
  const changed = (event: Event) => {
    const { name, type, value } = event.currentTarget as HTMLInputElement
    if (type === 'date' && !isWholeDay(value)) return
    const { cursor: _, ...others } = Object.fromEntries(query)
    onChange({ ...others, [name]: value })
  }
  const menu = (name: 'status' | 'kind', values: readonly string[], words: Record<string, string>) => (
    <label>
      <span>{TEXTS.tasks[name]}</span>
      <select name={name} value={query.get(name) ?? ''} onChange={changed}>
        <option value="">{TEXTS.tasks.any}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {words[value]}
          </option>
        ))}
      </select>
    </label>
  )
  const day = (name: 'from' | 'to') => (
    <label>
      <span>{TEXTS.tasks[name]}</span>
      <input type="date" name={name} value={query.get(name) ?? ''} onChange={changed} />
    </label>
  )
  return (
    <search class="filters">
      {menu('status', STATES, TEXTS.states)}
      {menu('kind', KINDS, TEXTS.kinds)}
      {day('from')}
      {day('to')}
      <label>
        <span>{TEXTS.tasks.metadata}</span>
        <input name="meta" placeholder="order=17" value={query.get('meta') ?? ''} onChange={changed} />
      </label>
    </search>
  )
}
