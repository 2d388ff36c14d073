/**
 * Which IP addresses are public. The ranges are those of IANA's special-purpose registries (RFC 6890 and its
 * updates) that no server of a caller can stand behind, and the IPv6 forms that carry an IPv4 address inside:
 * those are refused whole, since what they lead to is decided by a translator that we do not see.
 */
const SPECIAL_RANGES_4: readonly IpRange[] = [
  range('0.0.0.0/8', 'an address of "this network" (RFC 791)'),
  range('10.0.0.0/8', 'a private address (RFC 1918)'),
  range('100.64.0.0/10', 'a carrier-grade NAT address (RFC 6598)'),
  range('127.0.0.0/8', 'a loopback address (RFC 1122)'),
  // The one address outside the registries: Azure's virtual machines reach their host's agent there.
  range('168.63.129.16/32', 'a cloud platform address'),
  range('169.254.0.0/16', 'a link-local address (RFC 3927)'),
  range('172.16.0.0/12', 'a private address (RFC 1918)'),
  range('192.0.0.0/24', 'a protocol assignment address (RFC 6890)'),
  range('192.0.2.0/24', 'a documentation address (RFC 5737)'),
  range('192.88.99.0/24', 'a 6to4 relay address (RFC 7526)'),
  range('192.168.0.0/16', 'a private address (RFC 1918)'),
  range('198.18.0.0/15', 'a benchmark address (RFC 2544)'),
  range('198.51.100.0/24', 'a documentation address (RFC 5737)'),
  range('203.0.113.0/24', 'a documentation address (RFC 5737)'),
  range('224.0.0.0/4', 'a multicast address (RFC 5771)'),
  range('240.0.0.0/4', 'a reserved address (RFC 1112)'),
]

/** First match counts. The last three are everything outside 2000::/3, the global unicast space. */
const SPECIAL_RANGES_6: readonly IpRange[] = [
  range('::/128', 'the unspecified address (RFC 4291)'),
  range('::1/128', 'a loopback address (RFC 4291)'),
  range('::ffff:0:0/96', 'an IPv4-mapped address (RFC 4291)'),
  range('::ffff:0:0:0/96', 'an IPv4-translated address (RFC 2765)'),
  range('::/96', 'an IPv4-compatible address (RFC 4291)'),
  range('64:ff9b::/96', 'a NAT64 address (RFC 6052)'),
  range('64:ff9b:1::/48', 'a local-use NAT64 address (RFC 8215)'),
  range('100::/16', 'a discard-only address (RFC 6666)'),
  range('2001::/32', 'a Teredo address (RFC 4380)'),
  range('2001:2::/48', 'a benchmark address (RFC 5180)'),
  range('2001::/23', 'a protocol assignment address (RFC 2928)'),
  range('2001:db8::/32', 'a documentation address (RFC 3849)'),
  range('2002::/16', 'a 6to4 address (RFC 3056)'),
  range('3fff::/20', 'a documentation address (RFC 9637)'),
  range('fc00::/7', 'a unique local address (RFC 4193)'),
  range('fe80::/10', 'a link-local address (RFC 4291)'),
  range('fec0::/10', 'a site-local address (RFC 3879)'),
  range('ff00::/8', 'a multicast address (RFC 4291)'),
  range('::/3', 'a reserved address (RFC 4291)'),
  range('4000::/2', 'a reserved address (RFC 4291)'),
  range('8000::/1', 'a reserved address (RFC 4291)'),
]

type Bits = { value: bigint; width: 32 | 128 }
type IpRange = { prefix: bigint; shift: bigint; kind: string }

function range(cidr: string, kind: string): IpRange {
  const [base = '', length = ''] = cidr.split('/')
  const bits = parseIp(base)
  if (!bits) throw new Error(`not a range: ${cidr}`)
  const shift = BigInt(bits.width - Number(length))
  return { prefix: bits.value >> shift, shift, kind }
}

/**
 * What an IP address is other than public, as words for a message ("a loopback address (RFC 1122)"), or
 * `undefined` for a public one. Takes dotted IPv4 and any spelling of IPv6, with or without brackets; a text
 * that is no IP address is "not an IP address", so that nothing unreadable counts as public.
 */
export function specialPurpose(ip: string): string | undefined {
  const bits = parseIp(ip)
  if (!bits) return 'not an IP address'
  const ranges = bits.width === 32 ? SPECIAL_RANGES_4 : SPECIAL_RANGES_6
  return ranges.find(({ prefix, shift }) => bits.value >> shift === prefix)?.kind
}

/** Whether a host of a parsed URL is an IP address rather than a name (WHATWG URL: IPv6 stands in brackets). */
export function isIpHost(host: string): boolean {
  return parseIp(host) !== undefined
}

/**
 * The URL parser does the reading, so that an address is one thing here and in the fetch that follows. IPv4
 * must already be in canonical form: `010.0.0.1` is 8.0.0.1 to one reader and 10.0.0.1 to another.
 */
function parseIp(text: string): Bits | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (!/^[0-9a-f:.]{2,45}$/i.test(bare)) return undefined
  const isV6 = bare.includes(':')
  const parsed = URL.parse(isV6 ? `http://[${bare}]/` : `http://${bare}/`)
  if (!parsed) return undefined
  if (isV6) return { value: fromGroups(parsed.hostname.slice(1, -1)), width: 128 }
  if (parsed.hostname !== bare || !/^\d+\.\d+\.\d+\.\d+$/.test(bare)) return undefined
  return { value: join(bare.split('.').map(Number), 8n), width: 32 }
}

/** A serialised IPv6 address (RFC 5952: lower case, at most one `::`, no dotted tail) as a number. */
function fromGroups(serialised: string): bigint {
  const [head = '', tail] = serialised.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return join(
    [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16)),
    16n,
  )
}

function join(parts: number[], width: bigint): bigint {
  return parts.reduce((bits, part) => (bits << width) | BigInt(part), 0n)
}
