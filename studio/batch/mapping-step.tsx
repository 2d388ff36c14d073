/** Which column fills which field, which rows make one document, and how files are named. */
import type { Field } from './fields'
import type { Mapping } from './mapping'
import type { Plan } from './plan'
import type { Cell, DataTable } from './table'
import { TEXTS } from './texts'

type MappingStepProps = {
  table: DataTable
  fields: readonly Field[]
  plan: Pick<Plan, 'mapping' | 'grouping' | 'naming'>
  onChange: (change: Partial<Pick<Plan, 'mapping' | 'grouping' | 'naming'>>) => void
}

export function MappingStep({
  table,
  fields,
  plan: { mapping, grouping, naming },
  onChange,
}: MappingStepProps) {
  const map = (column: string, path: string) => {
    const rest: Mapping = Object.fromEntries(
      Object.entries(mapping).filter(([name, taken]) => name !== column && taken !== path),
    )
    onChange({ mapping: path === '' ? rest : { ...rest, [column]: path } })
  }
  const columns = (
    label: string,
    value: string | undefined,
    none: string,
    change: (column?: string) => void,
  ) => (
    <label>
      <span>{label}</span>
      <select value={value ?? ''} onChange={(event) => change(event.currentTarget.value || undefined)}>
        <option value="">{none}</option>
        {table.columns.map((column) => (
          <option key={column} value={column}>
            {label === TEXTS.grouping ? TEXTS.sameValue(column) : column}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <section aria-labelledby="batch-mapping">
      <h2 id="batch-mapping">{TEXTS.mapping}</h2>
      <table class="mapping" aria-labelledby="batch-mapping">
        <thead>
          <tr>
            <th scope="col">{TEXTS.column}</th>
            <th scope="col">{TEXTS.firstValue}</th>
            <th scope="col">{TEXTS.field}</th>
          </tr>
        </thead>
        <tbody>
          {table.columns.map((column) => (
            <tr key={column}>
              <th scope="row">{column}</th>
              <td class="first-value">{shortly(table.rows.find((row) => row[column])?.[column])}</td>
              <td>
                <select
                  aria-label={TEXTS.fieldOf(column)}
                  class={mapping[column] ? '' : 'none'}
                  value={mapping[column] ?? ''}
                  onChange={(event) => map(column, event.currentTarget.value)}
                >
                  <option value="">{TEXTS.notUsed}</option>
                  {fields.map(({ path, title }) => (
                    <option key={path} value={path}>
                      {title}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="pair">
        {columns(TEXTS.grouping, grouping, TEXTS.eachRow, (column) => onChange({ grouping: column }))}
        {columns(TEXTS.naming, naming, TEXTS.byNumber, (column) => onChange({ naming: column }))}
      </div>
    </section>
  )
}

function shortly(cell: Cell | undefined): string {
  const text = typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : String(cell ?? '')
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
