/** The OpenAPI description against the service: Schemathesis asks what it allows and what it forbids, with all checks. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { effort, seed } from '../fuzz/effort'
import { startTarget, type Target } from '../fuzz/target'
import { outFolder } from './tools'

const folder = path.join(import.meta.dirname, 'schemathesis')
const program = path.join(process.env.PLATEN_ORACLES ?? '', 'python/bin/schemathesis')
const ACCOUNTS = 20

let target: Target

beforeAll(async () => {
  target = await startTarget()
})
afterAll(() => target?.stop())

it(
  'the service does what its description says, and nothing that it does not',
  async () => {
    const accounts = await Promise.all(
      Array.from({ length: ACCOUNTS }, () => target.account({ plan: 'Max', credits: 1_000_000 })),
    )
    const keys = accounts.map(({ key }) => key).join(',')
    const poor = await Promise.all(
      Array.from({ length: ACCOUNTS }, () => target.account({ plan: 'Max', credits: 0 })),
    )
    const report = path.join(outFolder('description'), 'report.json')
    const { code, output } = await schemathesis(
      [
        ...['run', `${target.origin}/openapi.json`, '--checks', 'all', '--workers', '4'],
        // Coverage takes thousands of requests for each operation with rendering options.
        ...['--phases', effort('examples,coverage,fuzzing,stateful', 'examples,fuzzing')],
        ...['--max-examples', String(effort(300, 12)), '--seed', String(seed), '--continue-on-failure'],
        // Knows only valid and not: `refuses_only_what_schemas_cannot_tell` in hooks.py knows more.
        ...['--exclude-checks', 'positive_data_acceptance'],
        ...['--generation-database', 'none', '--request-timeout', '60', '--no-color'],
        ...['--report', 'json', '--report-json-path', report],
      ],
      {
        PLATEN_KEYS: keys,
        PLATEN_POOR_KEYS: poor.map(({ key }) => key).join(','),
        PLATEN_PAID_EVERY: String(effort(1, 10)),
        PLATEN_OPERATOR: target.token,
      },
    )
    expect(code, output).toBe(0)
  },
  effort(4 * 3_600_000, 600_000),
)

function schemathesis(
  words: string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, words, { cwd: folder, env: { ...process.env, ...settings } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      output += piece
    })
  }
  return new Promise((resolve) => child.on('exit', (code) => resolve({ code, output })))
}
