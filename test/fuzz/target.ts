/** The service under attack: a real `npm start`, an account whose ledger is watched, and the judgement of answers. */
import { Agent, request } from 'node:http'
import { memoryUnder } from '../../bench/memory.mjs'
import { launchService } from '../../bench/service.mjs'
import { errorTable } from '../../src/errors'

export type Answer = { status: number; headers: Headers; body: Buffer; bodiless: boolean; ms: number }

/** What is sent: JSON where `json` is given. */
export type Sent = {
  method?: string
  headers?: Record<string, string>
  json?: unknown
  body?: string | Uint8Array
}

/** The service closes a connection that rests for 5 s, which one that is used again at that moment would be told as an error. */
const agent = new Agent({ keepAlive: true, timeout: 3_000 })

export type Target = Awaited<ReturnType<typeof startTarget>>

/** Credits of an account as its object counts them. */
export type Ledger = {
  credits_left: number
  credits_granted: number
  credits_settled: number
  credits_held: number
}

export type Line = {
  type: 'grant' | 'hold' | 'settle' | 'release' | 'expire'
  credits: number
  task_id?: string
}

type Page = { entries: Line[]; next_cursor: string | null }
type Created = { account_id: string; api_key: string }

/**
 * Milliseconds that any answer may take: six times a render's time, as reading and finishing a file is not bounded by
 * time, and has as much of it as others leave. What has no end takes more.
 */
const SLOWEST_MS = 180_000

/** Starts the service; names that somebody sends are resolved by nobody. */
export async function startTarget(settings: Record<string, string> = {}) {
  // Two services on one database would each find it locked by the other.
  const ownState = settings.PLATEN_STATE === undefined
  const service = await launchService({ DOH_URL: 'http://127.0.0.1:9/', ...settings }, { ownState })
  const payer = ({ accountId, key }: { accountId: string; key: string }) => ({
    accountId,
    key,
    ledger: () => service.admin<Ledger>(`/accounts/${accountId}`),
    /** Every line of the ledger. */
    async lines(): Promise<Line[]> {
      const lines: Line[] = []
      for (let cursor = ''; ; ) {
        const page = await service.admin<Page>(`/accounts/${accountId}/ledger?limit=500${cursor}`)
        lines.push(...page.entries)
        if (page.next_cursor === null) return lines
        cursor = `&cursor=${page.next_cursor}`
      }
    },
  })
  return {
    ...service,
    /** An account that exists, by what is known of it. */
    payer,
    async account(init: { plan: string; credits: number }) {
      const { account_id, api_key } = await service.admin<Created>('/accounts', { name: 'fuzz', ...init })
      return payer({ accountId: account_id, key: api_key })
    },
    workerd: memoryUnder(service.pid, 'workerd'),
    processes: memoryUnder(service.pid),
    ask: (path: string, sent: Sent = {}) => ask(service.origin + path, sent),
  }
}

/** Sends as it stands what `fetch` would mend or refuse: spelling of the address, empty and foreign headers. */
function ask(url: string, { json, headers = {}, body, method }: Sent): Promise<Answer> {
  const startedAt = performance.now()
  const bytes = json === undefined ? body : JSON.stringify(json)
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...{ hostname, port, agent },
        path: url.replace(/^http:\/\/[^/]*/, ''),
        method: method ?? (bytes === undefined ? 'GET' : 'POST'),
        headers: {
          ...(json !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
          ...(bytes !== undefined && { 'Content-Length': Buffer.byteLength(bytes) }),
        },
      },
      async (incoming) => {
        const pieces: Buffer[] = []
        for await (const piece of incoming) pieces.push(piece)
        resolve({
          status: incoming.statusCode ?? 0,
          headers: new Headers(incoming.headers as Record<string, string>),
          body: Buffer.concat(pieces),
          bodiless: method === 'HEAD',
          ms: performance.now() - startedAt,
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}

/** What is wrong with an answer, whatever was asked; nothing where it is a proper one. */
export function faultsOf({ status, headers, body, bodiless, ms }: Answer): string[] {
  const faults: string[] = []
  if (ms > SLOWEST_MS) faults.push(`took ${Math.round(ms)} ms`)
  if (!headers.has('x-request-id')) faults.push(`${status} without X-Request-Id`)
  if (status < 400) return faults
  const text = body.toString()
  if (status >= 500) return [...faults, `${status}: ${text}`]
  if (headers.get('content-type') !== 'application/problem+json')
    return [...faults, `${status} is no problem+json`]
  if (bodiless) return faults
  const { code, detail, request_id } = JSON.parse(text)
  const known = errorTable[code as keyof typeof errorTable]
  if (known?.status !== status) faults.push(`${status} with code ${code}`)
  if (!detail || request_id !== headers.get('x-request-id'))
    faults.push(`${status} without detail or request_id`)
  if (/\n\s+at |node_modules|file:\/\/\/|Internal Server Error/.test(text))
    faults.push(`tells of our inside: ${text}`)
  return faults
}

/** What an answer charged by itself: a repeat charges nothing, and an accepted task (202) when it is completed. */
export function chargeOf({ status, headers }: Answer): number {
  const charges = status === 200 && !headers.has('idempotent-replayed')
  return charges ? Number(headers.get('x-credits-charged') ?? 0) : 0
}

/** The tasks that an answer accepted. */
export function acceptedBy({ status, headers, body }: Answer): string[] {
  if (status !== 202 || headers.has('idempotent-replayed')) return []
  const { task_id, tasks = [] } = JSON.parse(body.toString()) as {
    task_id?: string
    tasks?: { task_id: string }[]
  }
  return [...(task_id ? [task_id] : []), ...tasks.map((task) => task.task_id)]
}

/** Does `work` for every item, so many at once; answers in the order of the items. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const lane = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index] as Item, index)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

/** How many answers had each outcome: the status, and the code of a problem. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const code = /"code":"(\w+)"/.exec(body.subarray(0, 4096).toString())?.[1] ?? ''
    const outcome = status < 400 ? `${status}` : `${status} ${code}`
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
