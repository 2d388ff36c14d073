/** What went wrong in a page. */
import { expect, test } from 'vitest'
import { DocumentError, FloodError, requestFlood } from '../../src/browser/page-errors'

test('a document that asks for too many files floods its browser only if it has scripts', () => {
  expect(requestFlood({ scripted: true })).toBeInstanceOf(FloodError)
  expect(requestFlood({ scripted: false })).toBeInstanceOf(DocumentError)
  expect(requestFlood({ scripted: false })).not.toBeInstanceOf(FloodError)
})
