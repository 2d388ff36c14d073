/** What a page is asked for with: a login in UTF-8 (RFC 7617). */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { accessFields, sentHeaders } from '../../src/net/page-access'

const URL = 'https://example.com/page'
const fields = z.object(accessFields)

it('sends a login of any letters in UTF-8', () => {
  const { basic_auth } = fields.parse({ basic_auth: { username: 'Jürgen', password: 'påss “wörd”:✓' } })
  const [scheme, code = ''] = sentHeaders(URL, { basic_auth })?.secret.authorization?.split(' ') ?? []
  expect([scheme, Buffer.from(code, 'base64').toString()]).toEqual(['Basic', 'Jürgen:påss “wörd”:✓'])
})

it.each([
  ['a colon in the name', { username: 'a:b', password: 'c' }],
  ['a line end', { username: 'a', password: 'b\r\nX-More: c' }],
  ['a control character of Latin-1', { username: 'a\u0085', password: 'b' }],
])('refuses %s', (_, basic_auth) => {
  expect(fields.safeParse({ basic_auth }).success).toBe(false)
})
