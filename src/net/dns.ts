/**
 * Names to addresses over DNS over HTTPS in its JSON form, because a Worker cannot see what its own fetch
 * resolves a name to. Every address of the answer must be public, so a name with one good and one private
 * address is refused, and so is every name while the resolver fails.
 *
 * Known gap: the fetch that follows resolves the name again (see `fetch.ts`).
 */
import { z } from 'zod'
import { hostAndPort, privateReason } from './address'
import { readBody } from './body'
import { specialPurpose } from './ip'
import { FetchRefused } from './refused'

/** Passes when the host name of a URL has addresses and all of them are public. Throws FetchRefused `dns`. */
export type NameCheck = (url: URL) => Promise<void>

const recordTypes = { A: 1, AAAA: 28 } as const
type RecordType = keyof typeof recordTypes

/** What the resolvers' JSON forms have in common; the form itself has no standard. */
const dnsAnswer = z.object({
  Status: z.number(),
  TC: z.boolean().optional(),
  Answer: z.array(z.object({ type: z.number(), TTL: z.number().nonnegative(), data: z.string() })).optional(),
})

/** Response codes of RFC 1035 4.1.1. */
const noError = 0
const nameError = 3

const queryTimeoutMs = 3_000
const answerLimit = 64 * 1024
const longestTtlSeconds = 300
const knownLimit = 500

/**
 * Names whose every address was public, and until when that holds, in milliseconds. Shared by all requests of
 * an isolate, so plain data only: a pending promise must not cross requests. The oldest goes first.
 */
const known = new Map<string, number>()

/**
 * The check of names for one job, through the server at `dohUrl`; `now` is in milliseconds. Within the job a
 * host is asked for once, however many files lie there, and its answer, a refusal included, stays the same.
 */
export function createNameCheck({ dohUrl, now }: { dohUrl: string; now: () => number }): NameCheck {
  const asked = new Map<string, Promise<void>>()
  return (url) => {
    const check = asked.get(url.host) ?? checkName(url, dohUrl, now)
    asked.set(url.host, check)
    return check
  }
}

async function checkName(url: URL, dohUrl: string, now: () => number): Promise<void> {
  const name = url.hostname
  const key = `${dohUrl} ${name}`
  if ((known.get(key) ?? 0) > now()) return
  const [v4, v6] = await Promise.all([query(dohUrl, name, 'A'), query(dohUrl, name, 'AAAA')])
  const records = [...v4, ...v6]
  if (records.length === 0) throw new FetchRefused('dns', `${name} has no address. Check its spelling.`)
  for (const { data } of records) {
    const kind = specialPurpose(data)
    if (kind) throw new FetchRefused('dns', privateReason(`${name} resolves to ${kind}`, hostAndPort(url)))
  }
  const ttlSeconds = Math.min(longestTtlSeconds, ...records.map(({ TTL }) => TTL))
  keep(key, now() + ttlSeconds * 1_000)
}

/** Records of one type. Other types in the answer are the aliases (CNAME) on the way to the addresses. */
async function query(dohUrl: string, name: string, type: RecordType) {
  const answer = await ask(dohUrl, { name, type }).catch((cause: unknown) => {
    throw new FetchRefused('dns', `${name} could not be resolved just now. Try again later.`, { cause })
  })
  if (answer.Status === nameError)
    throw new FetchRefused('dns', `${name} does not exist. Check its spelling.`)
  return (answer.Answer ?? []).filter((record) => record.type === recordTypes[type])
}

/** One exchange with the resolver, the operator's own choice (`DOH_URL`). Throws for whatever is no answer. */
async function ask(
  dohUrl: string,
  { name, type }: { name: string; type: RecordType },
): Promise<z.infer<typeof dnsAnswer>> {
  const url = new URL(dohUrl)
  url.searchParams.set('name', name)
  url.searchParams.set('type', type)
  const signal = AbortSignal.timeout(queryTimeoutMs)
  const response = await fetch(url, {
    headers: { accept: 'application/dns-json' },
    redirect: 'manual',
    signal,
  })
  const tooLarge = () => new Error('the resolver answers too much')
  const bytes = await readBody(response.body, { maxBytes: answerLimit, tooLarge })
  if (response.status !== 200) throw new Error(`the resolver answered ${response.status}`)
  const answer = dnsAnswer.parse(JSON.parse(new TextDecoder().decode(bytes)))
  if (answer.Status !== noError && answer.Status !== nameError) throw new Error(`DNS error ${answer.Status}`)
  if (answer.TC) throw new Error('the answer is truncated')
  return answer
}

function keep(key: string, until: number) {
  known.delete(key)
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size >= knownLimit) known.delete(oldest)
  known.set(key, until)
}
