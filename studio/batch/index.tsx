/** `#/batch`: a document of each row of a table. */
import { useMemo, useRef, useState } from 'preact/hooks'
import type { Schema } from '../form/schema'
import { Head, type PageProps } from '../shell/page'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { deleteLater } from '../shell/toast'
import { useAnswer } from '../shell/use-answer'
import { CheckStep } from './check-step'
import { DataStep } from './data-step'
import { DocumentStep } from './document-step'
import { type Field, fieldsOf } from './fields'
import { forgetBatch, type Kept, keepBatch, readBatch } from './kept'
import { guessMapping } from './mapping'
import { MappingStep } from './mapping-step'
import { endpointOf, entriesOf, type Plan, type Target } from './plan'
import { RowPreview } from './row-preview'
import { newRun } from './run'
import { RunStep } from './run-step'
import type { DataTable } from './table'
import { TEXTS } from './texts'

const FIRST_TARGET: Target = { kind: 'template', id: 'invoice/classic' }

export default function BatchPage({ session }: PageProps) {
  const [kept, setKept] = useState<Kept>(() => readBatch(session.key))
  const change = (next: Kept) => {
    setKept(next)
    keepBatch(session.key, next)
  }
  const another = () => {
    const former = kept
    setKept({})
    deleteLater(
      TEXTS.removed,
      async () => forgetBatch(session.key),
      () => change(former),
    )
  }
  return (
    <>
      <Head title={TEXTS.title} lead={TEXTS.lead} />
      {kept.run ? (
        <RunStep
          key={kept.run.id}
          session={session}
          run={kept.run}
          onKeep={(run) => keepBatch(session.key, { ...kept, run })}
          onAnother={another}
        />
      ) : (
        <Prepare
          session={session}
          plan={kept.plan}
          onPlan={(plan) => change({ plan })}
          onRun={(run) => change({ ...kept, run })}
        />
      )}
    </>
  )
}

type PrepareProps = {
  session: Session
  plan: Plan | undefined
  onPlan: (plan: Plan) => void
  onRun: (run: NonNullable<Kept['run']>) => void
}

function Prepare({ session, plan, onPlan, onRun }: PrepareProps) {
  const { platen } = session
  const target = plan?.target ?? FIRST_TARGET
  const choices = useAnswer(
    async () => ({ templates: await platen.templates(), endpoints: await platen.endpoints() }),
    [platen],
  )
  const name = endpointOf(target) + (target.kind === 'template' ? target.id : '')
  const described = useAnswer(async () => ({ name, ...(await describe(session, target)) }), [platen, name])
  // The last one stays until the next is there, and with it the focus of who chooses.
  const known = described.value
  const fields = known?.fields ?? []
  const latest = useRef({ plan, wanted: target, choices: 0 })
  latest.current.plan = plan
  /** Has a table fill a target. Of several that were chosen while their fields were asked for, the last one counts. */
  const choose = async (next: Target, table = latest.current.plan?.table) => {
    const choice = ++latest.current.choices
    latest.current.wanted = next
    const { fields: offered } =
      known?.name === name && next === target ? known : await describe(session, next)
    if (!table || choice !== latest.current.choices) return
    const mapping = guessMapping(table.columns, offered)
    const former = { base: {}, options: {}, grouping: undefined, naming: undefined, ...latest.current.plan }
    onPlan({ ...former, target: next, table, mapping, ...guessGrouping(table, mapping) })
  }
  const entries = useMemo(() => (plan ? entriesOf(plan) : []), [plan])
  return (
    <div class="batch">
      <div class="steps">
        <DataStep table={plan?.table} onTable={(table) => choose(latest.current.wanted, table)} />
        <Problem error={choices.error ?? described.error} onRetry={choices.again} />
        {plan && choices.value && known && (
          <>
            <DocumentStep
              choices={choices.value}
              target={target}
              base={plan.base}
              options={plan.options}
              sample={known.sample}
              onTarget={choose}
              onBase={(base) => onPlan({ ...plan, base })}
              onOptions={(options) => onPlan({ ...plan, options })}
            />
            <MappingStep
              table={plan.table}
              fields={fields}
              plan={plan}
              onChange={(changed) => onPlan({ ...plan, ...changed })}
            />
            <CheckStep
              key={JSON.stringify([
                plan.target,
                plan.mapping,
                plan.base,
                plan.options,
                plan.grouping,
                plan.table.name,
              ])}
              session={session}
              endpoint={endpointOf(target)}
              entries={entries}
              onMake={(sound, size) => onRun(newRun(endpointOf(target), sound, size))}
            />
          </>
        )}
      </div>
      {plan && <RowPreview session={session} endpoint={endpointOf(target)} entries={entries} />}
    </div>
  )
}

/** Fields of what the rows fill, and its sample. An endpoint says the names that its document reads. */
async function describe(
  { platen }: Session,
  target: Target,
): Promise<{ fields: Field[]; sample: Record<string, unknown> }> {
  if (target.kind === 'template') {
    const { variables, sample = {} } = await platen.template(target.id)
    return { fields: fieldsOf(variables as Schema | undefined, sample), sample }
  }
  const found = (await platen.endpoints()).find(({ slug }) => slug === target.slug)
  return { fields: (found?.variables ?? []).map((path) => ({ path, title: path })), sample: {} }
}

/** Rows with one number are lines of one invoice. Files are named by what names a document. */
function guessGrouping(
  { columns, rows }: DataTable,
  mapping: Plan['mapping'],
): Pick<Plan, 'grouping' | 'naming'> {
  const number = columns.find((column) => /(?:^|\.)(?:number|id)$/.test(mapping[column] ?? ''))
  const naming = number ?? columns.find((column) => /name|recipient/.test(mapping[column] ?? ''))
  const hasLines = Object.values(mapping).some((path) => path.includes('[]'))
  const isRepeated =
    number !== undefined && new Set(rows.map((row) => String(row[number] ?? ''))).size < rows.length
  return { grouping: hasLines && isRepeated ? number : undefined, naming }
}
