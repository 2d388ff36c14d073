/** docs/operate/scale.md says what follows from the counted figures. */
import fs from 'node:fs'
import { expect, it } from 'vitest'
import { costOf, GATHER_SECONDS, PURGED_A_MINUTE, scaleTables } from '../../scripts/scale.mjs'
import { GATHER_MS } from '../../src/accounts/storage/outbox-table'
import { MAX_ENDED, MAX_ROUNDS } from '../../src/queue/sweep'

it('the page of costs and limits has the tables that `npm run scale` makes', () => {
  const page = fs.readFileSync('docs/operate/scale.md', 'utf8')
  for (const table of scaleTables()) expect(page).toContain(`\n${table}\n`)
})

it('the figures that are not counted are those of the code', () => {
  expect(GATHER_SECONDS * 1000).toBe(GATHER_MS.ended)
  expect(PURGED_A_MINUTE).toBe(MAX_ROUNDS * MAX_ENDED)
})

it('a thousand documents cost no more than they may', () => {
  expect(costOf('synchronous')).toBeLessThan(0.03)
  expect(costOf('queued')).toBeLessThan(0.05)
  expect(costOf('notified')).toBeLessThan(0.065)
})
