/** Each standard that the file claims or was asked about, with every broken rule and what mends it. */
import type { Inspection } from '../../clients/typescript/src/schemas'
import { Table } from '../shell/table'
import { TEXTS } from '../texts'

type Verdict = Inspection['conformance']['verdicts'][number]
const words = TEXTS.inspect

export function Verdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  if (verdicts.length === 0) return <p class="hint">{words.noClaim}</p>
  return (
    <>
      {verdicts.map((verdict) => (
        <section key={verdict.standard}>
          <h2>
            {verdict.standard}: <span class={verdict.conforms ? 'ok' : 'bad-text'}>{wordOf(verdict)}</span>
          </h2>
          {verdict.broken.length > 0 && (
            <Table
              caption={verdict.standard}
              columns={[
                { name: words.rule, cell: ({ rule }) => <code>{rule}</code> },
                { name: words.page, isNumber: true, cell: ({ page }) => page },
                { name: words.finding, cell: ({ message }) => message },
              ]}
              rows={verdict.broken}
              keyOf={({ rule, page, message }) => `${rule} ${page} ${message}`}
            />
          )}
          {/* Reports of former releases have none. */}
          {(verdict.unjudged ?? []).map(({ rule, message }) => (
            <p class="hint" key={`${rule} ${message}`}>
              {words.unjudged(message, rule)}
            </p>
          ))}
          {verdict.more > 0 && <p class="hint">{words.more(verdict.more)}</p>}
        </section>
      ))}
    </>
  )
}

function wordOf({ conforms, checks, broken, more }: Verdict): string {
  if (conforms === null) return checks > 0 ? words.undecided : words.unknown
  return conforms ? words.conforms(checks) : words.broken(broken.length + more)
}
