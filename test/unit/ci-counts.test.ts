/** What `.ci/run` counts of a suite. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Runs the script's `suite` on a command that leaves `report` and ends with `status`; "passed failed" of both. */
function counted({ report, status }: { report: string; status: number }): string {
  const folder = mkdtempSync(join(tmpdir(), 'ci-'))
  const script = readFileSync('.ci/run', 'utf8')
  const suite = /^suite\(\) \{[\s\S]*?^\}/m.exec(script)?.[0]
  writeFileSync(join(folder, 'given'), report)
  const { stdout } = spawnSync('bash', [
    '-u',
    '-o',
    'pipefail',
    '-c',
    `
    passed=0 failed=0 REPORT=${folder}/report FAILURES=${folder}/failures
    ${suite}
    leave() { cp ${folder}/given "$REPORT"; return ${status}; }
    suite tests leave >/dev/null
    echo "$passed $failed"
  `,
  ])
  rmSync(folder, { recursive: true })
  return stdout.toString().trim()
}

const passing = JSON.stringify({ numPassedTests: 3, testResults: [] })

test('a suite that failed counts as failed, also if its report cannot be read', () => {
  expect(counted({ report: passing, status: 0 })).toBe('3 0')
  expect(counted({ report: passing, status: 1 })).toBe('3 1')
  expect(counted({ report: '{', status: 1 })).toBe('0 1')
  expect(counted({ report: '{', status: 0 })).toBe('1 0')
})
