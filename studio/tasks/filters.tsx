/** What the list of tasks is filtered by. */
import { DayField } from '../shell/day-field'
import { TEXTS } from '../texts'

const STATES = ['pending', 'processing', 'completed', 'failed'] as const
const KINDS = Object.keys(TEXTS.kinds)

type FilterProps = { query: URLSearchParams; onChange: (chosen: Record<string, string>) => void }

/** Another filter begins at the newest task again. */
export function TaskFilters({ query, onChange }: FilterProps) {
  const choose = (name: string, value: string) => {
    const { cursor: _, ...others } = Object.fromEntries(query)
    onChange({ ...others, [name]: value })
  }
  const changed = (event: Event) => {
    const { name, value } = event.currentTarget as HTMLInputElement
    choose(name, value)
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
    <DayField
      label={TEXTS.tasks[name]}
      value={query.get(name) ?? ''}
      isOptional
      onChange={(value) => choose(name, value)}
    />
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
