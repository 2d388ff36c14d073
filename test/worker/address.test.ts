/** The URL parser is another one in workerd than in Node: the same addresses must read as hostile to both. */
import { describe, expect, test } from 'vitest'
import { checkAddress } from '../../src/net/address'
import { hostile } from '../net/hostile-addresses'

describe.each(hostile)('$title, in workerd', ({ addresses, reason }) => {
  test.each(addresses)('refuses %j', (raw) => {
    expect(checkAddress(raw, { allowHosts: [], ownHosts: [] })).toMatchObject({
      ok: false,
      reason: expect.stringMatching(reason),
    })
  })
})
