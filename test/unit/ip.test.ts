/** Classification judged by another's: Node's `BlockList` holding IANA's special-purpose registries. */
import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAddress } from '../../src/net/address'
import { isIpHost, specialPurpose } from '../../src/net/ip'

const isPublic = (ip: string) => specialPurpose(ip) === undefined

/** IANA IPv4 Special-Purpose Address Registry, multicast and class E; all that is not globally reachable. */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** What inside 2000::/3 (global unicast, RFC 4291) is not public after all. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const blocked = new BlockList()
for (const [list, family] of [
  [special4, 'ipv4'],
  [special6, 'ipv6'],
] as const) {
  for (const cidr of list) {
    const [base = '', length] = cidr.split('/')
    blocked.addSubnet(base, Number(length), family)
  }
}
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Numbers near the ends of ranges as often as anywhere. */
const edges4 = special4.flatMap((cidr) => {
  const [base = '', length] = cidr.split('/')
  const first = base.split('.').reduce((value, octet) => value * 256 + Number(octet), 0)
  const last = first + 2 ** (32 - Number(length)) - 1
  return [first - 1, first, last, last + 1].filter((value) => value >= 0 && value < 2 ** 32)
})
const ipv4 = fc.oneof(fc.constantFrom(...edges4), fc.nat({ max: 2 ** 32 - 1 }))
const octetsOf = (value: number) => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256)
const dotted = (value: number) => octetsOf(value).join('.')

const group = fc.oneof(fc.constantFrom(0, 1, 0xffff, 0xff9b, 0xdb8), fc.nat({ max: 0xffff }))
const firstGroup = fc.oneof(
  fc.constantFrom(
    0,
    0x64,
    0x100,
    0x2000,
    0x2001,
    0x2002,
    0x3ffe,
    0x3fff,
    0x4000,
    0xfc00,
    0xfe80,
    0xfec0,
    0xff00,
  ),
  fc.nat({ max: 0xffff }),
)
const ipv6 = fc.tuple(firstGroup, group, group, group, group, group, group, group)

/** One number in one of the bases that `inet_aton` and the URL standard read. */
const spelling = fc.constantFrom(
  (value: number) => String(value),
  (value: number) => `0x${value.toString(16)}`,
  (value: number) => `0X${value.toString(16).toUpperCase()}`,
  (value: number) => `0${value.toString(8)}`,
  (value: number) => `000${value.toString(8)}`,
)

describe('an IPv4 address', () => {
  test('is public exactly where the registries say so', () => {
    fc.assert(
      fc.property(ipv4, (value) => {
        expect(isPublic(dotted(value))).toBe(!blocked.check(dotted(value), 'ipv4'))
      }),
      { numRuns: 2_000 },
    )
  })

  test('is judged alike in every spelling of it', () => {
    fc.assert(
      fc.property(ipv4, fc.array(spelling, { minLength: 1, maxLength: 4 }), (value, spellings) => {
        const octets = octetsOf(value)
        const parts = spellings.map((spell, index) => {
          const isLast = index === spellings.length - 1
          return spell(isLast ? value % 2 ** (8 * (4 - index)) : (octets[index] ?? 0))
        })
        const verdict = checkAddress(`http://${parts.join('.')}/`, { allowHosts: [], ownHosts: [] })
        expect(verdict.ok).toBe(!blocked.check(dotted(value), 'ipv4'))
        if (verdict.ok) expect(verdict.url.hostname).toBe(dotted(value))
      }),
      { numRuns: 2_000 },
    )
  })

  test('is never public inside an IPv6 address that is known to carry it', () => {
    const carriers = [
      (hex: string) => `::ffff:${hex}`,
      (hex: string) => `::${hex}`,
      (hex: string) => `::ffff:0:${hex}`,
      (hex: string) => `64:ff9b::${hex}`,
      (hex: string) => `64:ff9b:1::${hex}`,
      (hex: string) => `2002:${hex}::1`,
      (hex: string) => `2001:0:${hex}::1`,
    ]
    fc.assert(
      fc.property(ipv4, fc.constantFrom(...carriers), (value, carry) => {
        const [a = 0, b = 0, c = 0, d = 0] = octetsOf(value)
        const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
        expect(isPublic(carry(hex))).toBe(false)
      }),
    )
  })
})

describe('an IPv6 address', () => {
  test('is public exactly in global unicast space without its special parts', () => {
    fc.assert(
      fc.property(ipv6, (groups) => {
        const full = groups.map((value) => value.toString(16)).join(':')
        const expected = globalUnicast.check(full, 'ipv6') && !blocked.check(full, 'ipv6')
        expect(isPublic(full)).toBe(expected)
        expect(isPublic(`[${full.toUpperCase()}]`)).toBe(expected)
        expect(checkAddress(`http://[${full}]/`, { allowHosts: [], ownHosts: [] }).ok).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })
})

test.each([
  ['127.0.0.1', 'loopback'],
  ['10.0.0.1', 'private'],
  ['169.254.169.254', 'link-local'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['198.18.0.1', 'benchmark'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'reserved'],
  ['::', 'the unspecified'],
  ['::1', 'loopback'],
  ['::ffff:8.8.8.8', 'IPv4-mapped'],
  ['::8.8.8.8', 'IPv4-compatible'],
  ['64:ff9b::1', 'a NAT64'],
  ['64:ff9b:1::1', 'local-use NAT64'],
  ['100::1', 'discard-only'],
  ['2001::1', 'Teredo'],
  ['2001:2::1', 'benchmark'],
  ['2001:20::1', 'protocol assignment'],
  ['2001:db8::1', 'documentation'],
  ['2002::1', '6to4'],
  ['3fff::1', 'documentation'],
  ['fd00::1', 'unique local'],
  ['fe80::1', 'link-local'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['5f00::1', 'reserved'],
])('%s is called by its kind: %s', (ip, kind) => {
  expect(specialPurpose(ip)).toContain(kind)
})

describe('a text that is no canonical address', () => {
  test.each([
    '',
    ' ',
    '8.8.8',
    '8.8.8.8 ',
    ' 8.8.8.8',
    '08.8.8.8',
    '010.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8.',
    '8.8.8.8/24',
    '8.8.8.8:80',
    '8.8.8.8@9.9.9.9',
    'example.com',
    'dead.beef',
    '2606:4700::1%eth0',
    '2606:4700::1/64',
    '2606:4700:::1',
    '2606:4700::1::2',
    '1:2:3:4:5:6:7:8:9',
    '[2606:4700::1',
    '::ffff:8.8.8.8.8',
  ])('is not public: %j', (text) => {
    expect(isPublic(text)).toBe(false)
  })

  test('is called what it is', () => {
    expect(specialPurpose('example.com')).toBe('not an IP address')
    expect(isIpHost('dead.beef')).toBe(false)
  })
})
