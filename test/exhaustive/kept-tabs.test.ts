/** The documents in kept tabs that `test/browser/transform/kept-tabs.test.ts` leaves out, and how many tabs are kept. */
import { beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { keptTabsSuite, place, plain } from '../support/kept-tabs-suite'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

keptTabsSuite('others')

it('a tab stays with as many accounts as there is room for', async () => {
  const at = place('KEPT-MANY')
  for (let count = 0; count < 10; count++)
    await at.print(await newAccount({ plan: 'Pro', credits: 9 }), plain)
  expect(await at.kept(6)).toBe(6)
})
