/** docs/operate/scale.md says what follows from the counted figures. */
import fs from 'node:fs'
import { expect, it } from 'vitest'
import { costOf, scaleTables } from '../../scripts/scale.mjs'

it('the page of costs and limits has the tables that `npm run scale` makes', () => {
  const page = fs.readFileSync('docs/operate/scale.md', 'utf8')
  for (const table of scaleTables()) expect(page).toContain(`\n${table}\n`)
})

it('a thousand documents cost no more than they did', () => {
  expect(costOf('synchronous')).toBeLessThan(0.04)
  expect(costOf('queued')).toBeLessThan(0.065)
  expect(costOf('notified')).toBeLessThan(0.08)
})
