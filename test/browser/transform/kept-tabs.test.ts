/** Tabs that stay with an account: nothing of one document shows in the next, and no other account gets one. */
import { beforeAll, expect, it } from 'vitest'
import { newAccount } from '../../support/accounts'
import { keptTabsSuite, place, plain } from '../../support/kept-tabs-suite'
import { applySchema } from '../../support/schema'

beforeAll(() => applySchema())

keptTabsSuite('few')

it('a tab stays for the next document of its account and mode, and for no other', async () => {
  const at = place('KEPT-OWNER')
  const [one, other] = [
    await newAccount({ plan: 'Max', credits: 100 }),
    await newAccount({ plan: 'Max', credits: 100 }),
  ]
  await at.print(one, plain)
  expect(await at.kept(1)).toBe(1)
  await at.print(one, plain)
  expect(await at.kept(1)).toBe(1)
  await at.print(other, plain)
  expect(await at.kept(2)).toBe(2)
  const test = await newAccount({ plan: 'Max', credits: 100, mode: 'test' })
  await at.print(test, plain)
  expect(await at.kept(3)).toBe(3)
})
