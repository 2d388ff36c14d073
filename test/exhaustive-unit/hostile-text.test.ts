/** The hostile texts that `test/unit/hostile-text.test.ts` leaves out, and that fields are found which they would slow. */
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ONE_OF_EACH_CLASS, OTHERS_OF_EACH_CLASS } from '../support/hostile-shapes'
import { findSlowFields, hostileTextSuite } from '../support/hostile-text-suite'
import { textFields } from '../support/text-fields'

vi.mock('cloudflare:workers', () => ({ DurableObject: class {}, RpcTarget: class {} }))

hostileTextSuite(OTHERS_OF_EACH_CLASS)

describe('every field of every request', () => {
  it.each([
    ['quadratic', /\s+$/],
    ['exponential', /^(?: | )*$/],
  ])('would be named if its pattern were %s', { timeout: 300_000 }, (_, pattern) => {
    const schema = z.strictObject({ good: z.string(), bad: z.object({ deep: z.string().regex(pattern) }) })
    expect(findSlowFields(schema, textFields(schema), ONE_OF_EACH_CLASS, 30_000)).toEqual([
      expect.stringMatching(/^\/bad\/deep: \d+ characters of /),
    ])
  })
})
