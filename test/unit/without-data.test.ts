import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeDocument } from '../../src/render/compose-document'
import { withoutData } from '../../src/text/without-data'
import { runs } from '../support/runs'

const RUN = 'iVBORw0KGgo+/'.repeat(500)

test('leaves out the middle of long files, and nothing else', () => {
  const html = (data: string) => `<p>a<img src="data:image/png;base64,${data}=="><p>base64, b`
  const found = withoutData(html(RUN) + html(RUN))
  expect(found).toBe(html(RUN.slice(0, 100) + RUN.slice(-100)).repeat(2))
  for (const same of [html(RUN.slice(0, 399)), html(''), 'base64,', RUN, ''])
    expect(withoutData(same)).toBe(same)
})

test('hides no markup that is made to look like a file', () => {
  const markup = fc.constantFrom(
    '/onload=x',
    '/onload =x',
    'A onload=x',
    '/onload==',
    '" onerror=x',
    '=/onclick=x',
  )
  const length = fc.integer({ min: 0, max: 900 })
  fc.assert(
    fc.property(length, markup, length, (before, handler, after) => {
      const html = `<svg base64,${'A'.repeat(before)}${handler}${'A'.repeat(after)}>`
      expect(composeDocument({ html, options: {} }).scripted).toBe(true)
    }),
    { numRuns: runs(200) },
  )
})
