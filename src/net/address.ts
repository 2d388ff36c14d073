/**
 * Where an outgoing request may go, judged by the address alone: parse as the fetch will (WHATWG URL), then
 * classify what was parsed, never the text. A name that passes has still to be resolved (`dns.ts`).
 */
import { isIpHost, specialPurpose } from './ip'

export type AddressPolicy = {
  /** `host:port` pairs that are let through although they are private, as `parseAllowHosts` gives them. */
  allowHosts: readonly string[]
  /** This service's own hosts, lower case: `host` for every port or `host:port` for one (`URL.host` fits). */
  ownHosts: readonly string[]
}

export type AddressVerdict =
  /** `resolve`: the host is a name whose every IP address must be public too, which is not known yet. */
  | { ok: true; url: URL; resolve: boolean }
  /** `reason`: sentences for the caller: what is wrong with the address and the remedy. */
  | { ok: false; reason: string }

const MAX_ADDRESS = 8_192

/** RFC 1035 2.3.4: 255 octets on the wire, which are 253 characters. */
const MAX_HOST_NAME = 253

/** Suffixes that no public name has: RFC 6761, 6762, 7686, 8375, 9476, ICANN's `.internal`, and home routers'. */
const PRIVATE_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'home.arpa',
  'invalid',
  'test',
  'example',
  'onion',
  'alt',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
]

/**
 * Judges an address that a caller gave, or that a server redirected to. Takes http and https on any port;
 * `ALLOW_HOSTS` (exact host and port) wins over the rules about private hosts, but not over the others.
 */
export function checkAddress(raw: string, policy: AddressPolicy): AddressVerdict {
  if (raw.length > MAX_ADDRESS)
    return refuse(`The address is longer than ${MAX_ADDRESS} characters. Use a shorter one.`)
  const url = URL.parse(raw)
  if (!url) {
    const what = raw.trim().startsWith('<') ? 'It is markup, and no address' : 'It is not an absolute address'
    return refuse(`${what}. Use one that begins with https:// or http://.`)
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse(otherScheme(url))
  if (url.username !== '' || url.password !== '') {
    return refuse(
      'The address has a user name or a password, which are never sent. Remove the part before @.',
    )
  }
  const host = url.hostname
  if (host.length > MAX_HOST_NAME)
    return refuse('The host name is longer than a name can be. Check its spelling.')
  const target = hostAndPort(url)
  if (policy.ownHosts.includes(host) || policy.ownHosts.includes(target)) {
    return refuse(`${host} is this service itself, which must not be fetched. Use another server's address.`)
  }
  if (policy.allowHosts.includes(target)) return { ok: true, url, resolve: false }
  const isIp = isIpHost(host)
  const fault = isIp ? ipRefusal(host) : nameRefusal(host)
  return fault ? refuse(privateReason(fault, target)) : { ok: true, url, resolve: !isIp }
}

/** What is said of a scheme that is none of the web's: some are a path, or a host with its port. */
function otherScheme({ protocol, pathname }: URL): string {
  if (/^\d{1,5}(?:\/|$)/.test(pathname))
    return `It has no scheme: put https:// or http:// before ${protocol}${pathname.slice(0, MAX_HOST_NAME)}`
  const isPath = protocol === 'file:' || protocol.length === 2
  const remedy = isPath
    ? 'It names a file on your machine, which is not here: send what it holds, or use'
    : 'Use'
  return `The scheme ${protocol} is not supported. ${remedy} https:// or http://.`
}

/** Host and port of an http or https URL, the default port written out: the form of `ALLOW_HOSTS`. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}

/**
 * Reads the setting `ALLOW_HOSTS` (`host:port,…`, IPv6 in brackets) into the form that addresses are compared
 * in. Throws an Error naming the entry where one has no port or is no host: it would silently allow nothing.
 */
export function parseAllowHosts(setting: string): string[] {
  const entries = setting.split(',').map((entry) => entry.trim())
  return entries.filter((entry) => entry !== '').map(parseEntry)
}

function parseEntry(entry: string): string {
  const [, host, port] = /^([^/@?#]+):(\d{1,5})$/.exec(entry) ?? []
  const url = URL.parse(`http://${host}/`)
  if (!host || !url) throw new Error(`ALLOW_HOSTS: "${entry}" is not host:port (IPv6 as [::1]:8080)`)
  return `${url.hostname}:${Number(port)}`
}

/** The text of a refusal for a host that is not public; also for a name that resolves to such an address. */
export function privateReason(fact: string, target: string): string {
  return `${fact}; only public hosts can be reached. Use a public one, or for development add ${target} to ALLOW_HOSTS.`
}

function ipRefusal(host: string): string | undefined {
  const kind = specialPurpose(host)
  return kind && `${host} is ${kind}`
}

function nameRefusal(host: string): string | undefined {
  if (host.endsWith('.')) return `${host} ends in a dot`
  if (!host.includes('.')) return `${host} is a name without a domain`
  const suffix = PRIVATE_SUFFIXES.find((name) => host.endsWith(`.${name}`))
  return suffix && `${host} is a private name (.${suffix})`
}

function refuse(reason: string): AddressVerdict {
  return { ok: false, reason }
}
