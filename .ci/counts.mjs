/**
 * Prints how many tests of a vitest JSON report passed and failed. A file that could not be read or collected counts as
 * one failed test, since it has none.
 */
import fs from 'node:fs'

const report = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'))
const broken = report.testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.length === 0,
)
console.log(report.numPassedTests, report.numFailedTests + broken.length)
