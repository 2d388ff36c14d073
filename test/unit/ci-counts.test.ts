/** What `.ci/run` counts of a suite. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Runs the script's `suite` on a command that leaves `report` and ends with `status`: what it counts and lists. */
function runSuite({ report, status }: { report: string; status: number }) {
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
    passed=0 failed=0 REPORT=${folder}/report FAILURES=${folder}/failures OUTPUT=${folder}/output
    ${suite}
    leave() { cp ${folder}/given "$REPORT"; seq 40; echo why >&2; return ${status}; }
    suite tests leave >/dev/null
    echo "$passed $failed"
    cat "$FAILURES"
  `,
  ])
  rmSync(folder, { recursive: true })
  const [counts, ...listed] = stdout.toString().trim().split('\n')
  return { counts, listed }
}

const passing = JSON.stringify({ numPassedTests: 3, testResults: [] })

test('a suite that failed counts as failed, also if its report cannot be read', () => {
  expect(runSuite({ report: passing, status: 0 }).counts).toBe('3 0')
  expect(runSuite({ report: passing, status: 1 }).counts).toBe('3 1')
  expect(runSuite({ report: '{', status: 1 }).counts).toBe('0 1')
  expect(runSuite({ report: '{', status: 0 }).counts).toBe('1 0')
})

test('the end of what a suite printed that failed outside its tests is in the closing list', () => {
  const { listed } = runSuite({ report: passing, status: 1 })
  expect(listed[0]).toBe('tests: failed outside its tests, and ended with')
  expect(listed.slice(1).map((line) => line.trim())).toEqual([
    ...Array.from({ length: 29 }, (_, at) => `${at + 12}`),
    'why',
  ])
})

test('a suite with a failed test is listed by that test alone', () => {
  const assertionResults = [{ status: 'failed', fullName: 'adds', failureMessages: ['expected 2\nat a.ts'] }]
  const failing = {
    numPassedTests: 1,
    testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults }],
  }
  expect(runSuite({ report: JSON.stringify(failing), status: 1 })).toEqual({
    counts: '1 1',
    listed: ['a.test.ts > adds: expected 2'],
  })
})

test('the hosted CI runs every suite of the tests', () => {
  const workflow = readFileSync('.github/workflows/ci.yml', 'utf8')
  const suites = globSync('test/*/**/*.test.ts').map((file) => file.split('/')[1])
  // `browser` runs with `worker`, in one project.
  const named = (suite = '') =>
    new RegExp(`suite: ${suite}\\b|test:${suite}\\b|--project ${suite}\\b`).test(workflow)
  expect([...new Set(suites)].filter((suite) => suite !== 'browser' && !named(suite))).toEqual([])
})
