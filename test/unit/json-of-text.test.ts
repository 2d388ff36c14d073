import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonOfText } from '../../src/text/json-of-text'
import { runs } from '../support/runs'

test('is what JSON has for it, whatever stands around its files', () => {
  const run = fc.integer({ min: 0, max: 900 }).map((length) => 'iVBORw0K/+_'.repeat(90).slice(0, length))
  const part = fc.oneof(
    run,
    fc.string({ unit: 'binary' }),
    fc.constantFrom('base64,', '"', '\\', '\n', '\ud800'),
  )
  const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (given) => {
      expect(jsonOfText(given)).toBe(JSON.stringify(given))
    }),
    { numRuns: runs(300) },
  )
})
