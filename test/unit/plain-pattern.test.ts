/** The cheap proof of `npm run lint:patterns`: what it lets through is checked by nothing else. */
import { expect, it } from 'vitest'
import { isPlainlyLinear } from '../../scripts/plain-pattern.mjs'

it.each([
  ['fixed', ''],
  ['^[a-z]+$', ''],
  ['^a*b', ''],
  ['[^"]{1,70}', ''],
  ['^(?:[a-z0-9]{1,8})(?:-[a-z0-9]{2})?$', 'i'],
  ['<title>[^<]*', 'i'],
  [' +', 'g'],
  ['\\p{L}', 'u'],
])('settles /%s/%s', (source, flags) => {
  expect(isPlainlyLinear(source, flags)).toBe(true)
})

it.each([
  // Every position of a run begins a search of its own.
  ['\\s+$', ''],
  ['a+b', ''],
  ['^a+b', 'm'],
  ['a+?$', ''],
  // A run can be divided in many ways.
  ['^a+a+b', ''],
  ['^(a+)+$', ''],
  ['^(?:a|a)*$', ''],
  ['^(?:a|a){20}$', ''],
  ['^(?:a{1,9}){9}$', ''],
  ['^a|b+c', ''],
  // What is repeated depends on the text.
  ['(a|b)\\1', ''],
  ['(?=[^<]*x)y', ''],
])('leaves /%s/%s to recheck', (source, flags) => {
  expect(isPlainlyLinear(source, flags)).toBe(false)
})
