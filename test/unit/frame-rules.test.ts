/** What a server's headers say of its document in a frame of its own origin. */
import { expect, it } from 'vitest'
import { frameRulesOf } from '../../src/net/frame-rules'

const rules = (headers: Record<string, string>) =>
  frameRulesOf(new Headers(headers), { origin: 'https://a.example' })

it.each([
  { 'content-disposition': 'Attachment; filename="a.html"' },
  { 'content-disposition': 'inline, attachment' },
  { 'x-frame-options': 'deny' },
  { 'x-frame-options': 'SAMEORIGIN, ALLOWALL' },
  { 'content-security-policy': 'script-src *, SANDBOX allow-scripts' },
  { 'content-security-policy': 'sandbox allow-same-origin' },
  { 'content-security-policy': "default-src 'self'; frame-ancestors" },
  { 'content-security-policy': "frame-ancestors 'self', frame-ancestors https://b.example" },
  { 'content-security-policy': `script-src ${'x'.repeat(20_000)}` },
])('%o keeps it out', (headers) => {
  expect(rules(headers).refused).toBeDefined()
})

it.each([
  { 'content-disposition': 'inline; filename="attachment"' },
  { 'content-disposition': 'filename="a.html"' },
  { 'x-frame-options': 'SAMEORIGIN' },
  { 'x-frame-options': 'ALLOW-FROM https://b.example' },
  { 'x-frame-options': 'DENY', 'content-security-policy': "frame-ancestors 'self'" },
  { 'content-security-policy': 'sandbox allow-scripts allow-same-origin; frame-ancestors https://a.example' },
])('%o does not', (headers) => {
  expect(rules(headers)).toEqual({})
})

it('a policy goes with it, as HTML can have it and of its own server', () => {
  const policy =
    "Default-Src 'self' data:; script-src\t'nonce-x'; script-src *; report-uri /r; sandbox allow-scripts allow-same-origin, img-src 'SELF'"
  expect(rules({ 'content-security-policy': policy })).toEqual({
    policies: ["default-src https://a.example data:; script-src 'nonce-x'", 'img-src https://a.example'],
  })
})
