import { describe, expect, test } from 'vitest'
import { type AddressPolicy, checkAddress, parseAllowHosts } from '../../src/net/address'
import { hostile } from '../net/hostile-addresses'

const policy: AddressPolicy = { allowHosts: [], ownHosts: ['platen.example.com', '198.100.0.1:8787'] }

function reasonOf(raw: string, given: AddressPolicy = policy): string {
  const verdict = checkAddress(raw, given)
  return verdict.ok ? 'let through' : verdict.reason
}

test('the list of hostile addresses is long and says nothing twice', () => {
  const all = hostile.flatMap(({ addresses }) => addresses)
  expect(all.length).toBeGreaterThanOrEqual(150)
  expect(new Set(all).size).toBe(all.length)
})

describe.each(hostile)('$title', ({ addresses, reason }) => {
  test.each(addresses)('refuses %j', (raw) => {
    expect(reasonOf(raw)).toMatch(reason)
  })
})

describe('public addresses', () => {
  test.each([
    ['https://example.com/logo.png', true],
    ['http://example.com', true],
    ['HTTPS://EXAMPLE.COM/A?b=c#d', true],
    ['https://example.com:8443/', true],
    ['http://example.com:25/', true],
    ['https://a.b.c.example.co.uk/x', true],
    ['https://münchen.de/plan.pdf', true],
    ['https://xn--mnchen-3ya.de/plan.pdf', true],
    ['https://local.example.com/', true],
    ['https://localhost.example.com/', true],
    ['https://10.0.0.1.nip.io/', true],
    ['https://my-internal.com/', true],
    ['https://example.com/http://127.0.0.1/', true],
    ['https://example.com/?url=http://127.0.0.1/', true],
    ['https://@example.com/', true],
    ['  https://example.com/  ', true],
    ['https://1.1.1.1/', false],
    ['http://8.8.8.8:8080/', false],
    ['http://9.255.255.255/', false],
    ['http://11.0.0.0/', false],
    ['http://100.63.255.255/', false],
    ['http://100.128.0.0/', false],
    ['http://126.255.255.255/', false],
    ['http://128.0.0.0/', false],
    ['http://169.253.255.255/', false],
    ['http://169.255.0.0/', false],
    ['http://172.15.255.255/', false],
    ['http://172.32.0.0/', false],
    ['http://192.0.1.0/', false],
    ['http://192.167.255.255/', false],
    ['http://192.169.0.0/', false],
    ['http://198.17.255.255/', false],
    ['http://198.20.0.0/', false],
    ['http://223.255.255.255/', false],
    ['http://0x08080808/', false],
    ['https://[2606:4700:4700::1111]/', false],
    ['https://[2001:4860:4860::8888]:8443/', false],
    ['https://[2001:200::1]/', false],
    ['https://[2003::1]/', false],
    ['https://[2a00:1450:4001:81b::200e]/', false],
  ])('lets %j through', (raw, resolve) => {
    expect(checkAddress(raw, policy)).toMatchObject({ ok: true, resolve })
  })

  test('are returned as the fetch will read them', () => {
    const verdict = checkAddress('http://EXAMPLE.com:80/a/../b', policy)
    expect(verdict.ok && verdict.url.href).toBe('http://example.com/b')
  })
})

describe('this service itself', () => {
  test.each([
    'https://platen.example.com/v1/transform',
    'http://platen.example.com:8080/',
    'https://PLATEN.example.com/',
    'http://198.100.0.1:8787/files/1',
  ])('refuses %j', (raw) => {
    expect(reasonOf(raw)).toMatch(/this service itself/)
  })

  test('is only the port that was named, where one was', () => {
    expect(reasonOf('http://198.100.0.1:8788/')).toBe('let through')
  })

  test('is refused even where ALLOW_HOSTS names it', () => {
    const both = { allowHosts: ['127.0.0.1:8787'], ownHosts: ['127.0.0.1:8787'] }
    expect(reasonOf('http://127.0.0.1:8787/', both)).toMatch(/this service itself/)
  })
})

describe('ALLOW_HOSTS', () => {
  const allowHosts = parseAllowHosts('127.0.0.1:9000, files.local:80,localhost:443 ,[::1]:8080,')
  const dev: AddressPolicy = { allowHosts, ownHosts: [] }

  test.each([
    'http://127.0.0.1:9000/a.pdf',
    'http://2130706433:9000/a.pdf',
    'http://files.local/',
    'https://localhost/',
    'http://[0:0:0:0:0:0:0:1]:8080/',
  ])('lets %j through without resolving it', (raw) => {
    expect(checkAddress(raw, dev)).toMatchObject({ ok: true, resolve: false })
  })

  test.each([
    'http://127.0.0.1:9001/',
    'http://127.0.0.2:9000/',
    'https://127.0.0.1/',
    'https://files.local/',
    'http://localhost/',
    'http://[::1]/',
    'http://sub.localhost:443/',
  ])('does not cover %j', (raw) => {
    expect(reasonOf(raw, dev)).toMatch(/add .+:\d+ to ALLOW_HOSTS/)
  })

  test.each([
    ['http://user:secret@127.0.0.1:9000/', /user name/],
    ['ftp://127.0.0.1:9000/', /scheme/],
  ])('does not excuse the rest of %j', (raw, reason) => {
    expect(reasonOf(raw, dev)).toMatch(reason)
  })

  test('is named in a refusal with the host and port to write there', () => {
    expect(reasonOf('https://127.1/hook')).toBe(
      '127.0.0.1 is a loopback address (RFC 1122); only public hosts can be reached. ' +
        'Use a public one, or for development add 127.0.0.1:443 to ALLOW_HOSTS.',
    )
  })

  test.each(['localhost', 'http://localhost:80', 'user@host:80', ':80', 'host:port', '::1:80:x', 'a b:80'])(
    'names the entry %j as no host:port',
    (setting) => {
      expect(() => parseAllowHosts(`ok.example:80,${setting}`)).toThrow(`"${setting}" is not host:port`)
    },
  )

  test('is an empty list when it is empty', () => {
    expect(parseAllowHosts('')).toEqual([])
  })
})
