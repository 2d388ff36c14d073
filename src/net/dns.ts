/**
 * Names to addresses over DNS over HTTPS in its JSON form, because a Worker cannot see what its own fetch
 * resolves a name to. Every address of the answer must be public, so a name with one good and one private
 * address is refused, and so is every name while the resolver fails.
 *
 * Known gap: the fetch that follows resolves the name again (see `guarded-fetch.ts`).
 */
import { z } from 'zod'
import { hostAndPort, privateReason } from './address'
import { specialPurpose } from './ip'
import { FetchRefused } from './refused'
import { readBody } from './response-body'

/** Passes when the host name of a URL has addresses and all of them are public. Throws FetchRefused `dns`. */
export type NameCheck = (url: URL) => Promise<void>

const RECORD_TYPES = { A: 1, AAAA: 28 } as const
type RecordType = keyof typeof RECORD_TYPES

/** What the resolvers' JSON forms have in common; the form itself has no standard. */
const dnsAnswer = z.object({
  Status: z.number(),
  TC: z.boolean().optional(),
  Answer: z.array(z.object({ type: z.number(), TTL: z.number().nonnegative(), data: z.string() })).optional(),
})

/** Response codes of RFC 1035 4.1.1. */
const NO_ERROR = 0
const NAME_ERROR = 3

const QUERY_TIMEOUT_MS = 3_000
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_TTL_SECONDS = 300
const MAX_KNOWN_NAMES = 500

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
  const ttlSeconds = Math.min(MAX_TTL_SECONDS, ...records.map(({ TTL }) => TTL))
  remember(key, now() + ttlSeconds * 1_000)
}

/** Records of one type. Other types in the answer are the aliases (CNAME) on the way to the addresses. */
async function query(dohUrl: string, name: string, type: RecordType) {
  const answer = await ask(dohUrl, { name, type }).catch((cause: unknown) => {
    throw new FetchRefused('dns', `${name} could not be resolved just now. Try again later.`, { cause })
  })
  if (answer.Status === NAME_ERROR)
    throw new FetchRefused('dns', `${name} does not exist. Check its spelling.`)
  return (answer.Answer ?? []).filter((record) => record.type === RECORD_TYPES[type])
}

/** One exchange with the resolver, the operator's own choice (`DOH_URL`). Throws for whatever is no answer. */
async function ask(
  dohUrl: string,
  { name, type }: { name: string; type: RecordType },
): Promise<z.infer<typeof dnsAnswer>> {
  const url = new URL(dohUrl)
  url.searchParams.set('name', name)
  url.searchParams.set('type', type)
  const signal = AbortSignal.timeout(QUERY_TIMEOUT_MS)
  const response = await fetch(url, {
    headers: { accept: 'application/dns-json' },
    redirect: 'manual',
    signal,
  })
  const tooLarge = () => new Error('the resolver answers too much')
  const bytes = await readBody(response.body, { maxBytes: MAX_ANSWER_BYTES, tooLarge })
  if (response.status !== 200) throw new Error(`the resolver answered ${response.status}`)
  const answer = dnsAnswer.parse(JSON.parse(new TextDecoder().decode(bytes)))
  if (answer.Status !== NO_ERROR && answer.Status !== NAME_ERROR)
    throw new Error(`DNS error ${answer.Status}`)
  if (answer.TC) throw new Error('the answer is truncated')
  return answer
}

function remember(key: string, until: number) {
  known.delete(key)
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size >= MAX_KNOWN_NAMES) known.delete(oldest)
  known.set(key, until)
}
