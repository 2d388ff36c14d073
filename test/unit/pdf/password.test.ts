import { expect, it } from 'vitest'
import { finishOptions } from '../../../src/pdf/finishing-options'
import { preparePassword } from '../../../src/pdf/password'

it.each([
  ['I\u00ADX', 'IX'],
  ['user', 'user'],
  ['USER', 'USER'],
  ['\u00AA', 'a'],
  ['\u2168', 'IX'],
])('prepares the examples of RFC 4013: %j', (password, prepared) => {
  expect(preparePassword(password)).toBe(prepared)
})

it.each([
  ['a no-break and an ideographic space', 'a\u00A0b\u3000c', 'a b c'],
  ['joiners and variation selectors', '👩\u200D🚀❤\uFE0F', '👩🚀❤'],
  ['a byte order mark and a word joiner', '\uFEFFa\u2060b', 'ab'],
  ['other scripts', '密码 пароль', '密码 пароль'],
  ['words from right to left, digits between them', 'سر 123 كلمة', 'سر 123 كلمة'],
  ['a word of presentation forms', '\uFEB3\uFEAE', 'سر'],
])('maps %s', (_, password, prepared) => {
  expect(preparePassword(password)).toBe(prepared)
})

it.each([
  ['a control character', 'a\u0007'],
  ['a line break', 'a\nb'],
  ['a control character beyond ASCII', 'a\u0085'],
  ['private use', '\uE000'],
  ['half a surrogate pair', '\uD800'],
  ['no character', '\uFFFF'],
  ['a direction mark', 'a\u202Eb'],
  ['a tag', '\u{E0041}'],
  ['nothing but what is ignored', '\u00AD\u200D'],
  ['letters of both directions', 'سرaكلمة'],
  ['a digit after Arabic, the example of RFC 3454', '\u06271'],
  ['a digit before Hebrew', '1סוד'],
])('refuses %s, at the field', (_, password) => {
  expect(preparePassword(password)).toBeUndefined()
  for (const field of ['password', 'owner_password']) {
    const { error } = finishOptions.safeParse({ [field]: password })
    expect(error?.issues).toMatchObject([{ path: [field], message: expect.stringContaining('SASLprep') }])
  }
})
