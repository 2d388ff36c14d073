/** Each promise of docs/operate/security.md names a test that holds it (`test/promises.md`). */
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Sections that promise something; the others tell of limits and of what was tried. */
const PROMISES =
  /^#+ (?:What is promised|Pages|Files|Accounts|Visitors without a key|What unpaid work can store|The local platform|What browsers are told|The log)$/

const page = readFileSync('docs/operate/security.md', 'utf8')

/** How each promise begins: the points of lists, the first cells of tables of limits, and paragraphs with a bold beginning. */
function promisesOf(text: string): string[] {
  let isPromised = false
  const found: string[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) isPromised = PROMISES.test(line)
    const [, begin] = /^(?:- |\| (?=[^\s|-])|(?=\*\*))(.*)$/.exec(line) ?? []
    if (isPromised && begin !== undefined && !/^layer \|/.test(begin)) found.push(begin.replace(/^\*\*/, ''))
  }
  return found
}

const rows = readFileSync('test/promises.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| promise |'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, promise = '', file = '', part = '']) => ({ promise, file, part }))

it('every promise has a row, and every row a promise', () => {
  const promises = promisesOf(page)
  expect(promises.length).toBeGreaterThan(60)
  const begins = (promise: string) => rows.some((row) => promise.startsWith(row.promise))
  expect(promises.filter((promise) => !begins(promise))).toEqual([])
  const isMade = (row: string) => promises.some((promise) => promise.startsWith(row))
  expect(rows.map(({ promise }) => promise).filter((row) => !isMade(row))).toEqual([])
})

it('every test that is named is there', () => {
  const missing = rows.filter(
    ({ file, part }) =>
      file.startsWith('test/') &&
      !(existsSync(file) && part !== '' && readFileSync(file, 'utf8').includes(part)),
  )
  expect(missing).toEqual([])
})
