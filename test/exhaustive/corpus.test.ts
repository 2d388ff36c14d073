/** Every page of the corpus, through the front door. */
import { beforeAll, describe, expect, it } from 'vitest'
import { badPages, checkBadPage, checkGoodPage, giveTrialsTime, goodPages } from '../support/print-corpus'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())
beforeAll(giveTrialsTime)

describe('a page that is bad on paper', () => {
  const unrepaired: string[] = []
  let repairable = 0

  it.concurrent.each(badPages)('%s: what is wrong is found, and nothing gets worse', async (name) => {
    const result = await checkBadPage(name)
    repairable += result.repairable.length
    unrepaired.push(...result.left.map((kind) => `${name}: ${kind}`))
  })

  it('has every fault repaired that is said to be repaired', () => {
    expect(repairable).toBeGreaterThan(80)
    expect(unrepaired).toEqual([])
  })
})

describe('a good document', () => {
  it.concurrent.each(goodPages)('%s is printed as it is, to the pixel', checkGoodPage)
})
