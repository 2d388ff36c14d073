import { describe, expect, it, vi } from 'vitest'
import { ONE_OF_EACH_CLASS } from '../support/hostile-shapes'
import { hostileTextSuite, placed } from '../support/hostile-text-suite'
import { everyThirdOf } from '../support/runs'
import { fieldName } from '../support/text-fields'

vi.mock('cloudflare:workers', () => ({ DurableObject: class {}, RpcTarget: class {} }))

hostileTextSuite(Object.fromEntries(everyThirdOf(Object.entries(ONE_OF_EACH_CLASS))))

describe('every field of every request', () => {
  it('is found', () => {
    const names = placed.flatMap(([name, , fields]) => fields.map((field) => `${name} ${fieldName(field)}`))
    expect(names).toEqual(
      expect.arrayContaining([
        'transform body /options/page_ranges',
        'transform body /options/attachments/0',
        'transform body /options/watermark',
        'transform body /options/watermark/text',
        'transform body /options/(name)',
        'createQrCode body /lat',
        'createAccount body /name',
      ]),
    )
  })
})
