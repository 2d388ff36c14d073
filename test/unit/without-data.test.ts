import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeDocument } from '../../src/render/compose-document'
import { holdData, withoutData } from '../../src/text/without-data'
import { runs } from '../support/runs'

const RUN = 'iVBORw0KGgo+/'.repeat(500)

test('leaves out the middle of long files, and nothing else', () => {
  const html = (data: string) => `<p>a<img src="data:image/png;base64,${data}=="><p>base64, b`
  const found = withoutData(html(RUN) + html(RUN))
  expect(found).toBe(html(RUN.slice(0, 100) + RUN.slice(-100)).repeat(2))
  for (const same of [html(RUN.slice(0, 399)), html(''), 'base64,', RUN, ''])
    expect(withoutData(same)).toBe(same)
})

test('holds the middle of long files apart, and puts them back wherever they come to stand', () => {
  const html = `<p>a<img src="data:image/png;base64,${RUN}=="><style>a{src:url(data:;base64,7${RUN})}</style>`
  const { text, length, restore } = holdData(html)
  expect(text.length).toBeLessThan(700)
  expect(text.length + length).toBe(html.length)
  expect(restore(`${text}<hr>${text}`)).toBe(`${html}<hr>${html}`)
  expect(composeDocument({ html: text, heldLength: 2_000_000, options: {} }).mayShareTab).toBe(false)
  expect(composeDocument({ html: text, heldLength: length, options: {} }).mayShareTab).toBe(true)
  const part = fc.constantFrom('base64,', RUN, '1', '=', 'A'.repeat(300), '"', '\u20ac')
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const held = holdData(parts.join(''))
      expect(held.restore(held.text)).toBe(parts.join(''))
    }),
    { numRuns: runs(200) },
  )
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
