/**
 * Prints how many tests of a vitest JSON report passed and failed, and adds one line for each that failed to the file
 * that a second argument names: its suite's file, its full title and the first line of its error. A file that could
 * not be read or collected counts as one failed test, since it has none.
 */
import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const [, , reportFile = '', failuresFile = ''] = process.argv
const report = JSON.parse(fs.readFileSync(reportFile, 'utf8'))
const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
  const file = path.relative(process.cwd(), name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && assertionResults.length === 0) return [`${file}: ${firstLine(message)}`]
  return failed.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
})
if (failures.length > 0) fs.appendFileSync(failuresFile, `${failures.join('\n')}\n`)
console.log(report.numPassedTests, failures.length)

function firstLine(text = '') {
  const [line = ''] = stripVTControlCharacters(text).trim().split('\n')
  return line.slice(0, 300)
}
