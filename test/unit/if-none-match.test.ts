import { describe, expect, it } from 'vitest'
import { matchesTag } from '../../src/http/if-none-match'

describe('If-None-Match', () => {
  it.each(['"a"', 'W/"a"', '"b","a"', '"b", W/"a" , "c"', '"x,y", "a"', '*', ' * '])(
    '%s has "a"',
    (header) => {
      expect(matchesTag(header, '"a"')).toBe(true)
    },
  )

  it.each([undefined, '', 'a', '"A"', '"b"', '"b", "c"', '"x"a"y"', '"*"', '"'])(
    '%s has not "a"',
    (header) => {
      expect(matchesTag(header, '"a"')).toBe(false)
    },
  )
})
