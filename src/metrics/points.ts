/**
 * Data points in Analytics Engine: one a request, one an event of a browser, one an ended task, one when an account's
 * rows did not reach D1, one for a batch of messages that cannot be worked on. The only file that knows which column
 * holds what. Writing returns at once, costs a response nothing, and never throws.
 *
 * Deployed, `Date.now()` stands still while code computes and goes on with the next input or output. So `ms` ends at the
 * last I/O before the response: what is computed after it is missing there. The platform's own CPU and wall time of
 * invocations have all of it.
 */
import { type ErrorCode, errorTable } from '../errors'
import { hashOf } from '../text/hash-text'

/** Texts, in the order of `blob1` to `blob7`. */
const TEXTS = ['kind', 'name', 'outcome', 'code', 'region', 'version', 'account'] as const
/** Numbers, in the order of `double1` to `double4`: milliseconds, counts, bytes. */
const NUMBERS = ['ms', 'waitMs', 'roundTrips', 'bytes'] as const

/**
 * `busy`: no browser was free (`pool_full`), which the service promises to say and callers to repeat; `refused`: the
 * request or the document is to blame, also one that does not end in its time (`render_timeout`, whose status is 504);
 * `failed`: the service is.
 */
export type Outcome = 'ok' | 'busy' | 'refused' | 'failed'

type Numbers = Partial<Record<(typeof NUMBERS)[number], number | undefined>>

export type DataPoint = Numbers &
  (
    | {
        kind: 'request'
        /** Method and pattern of the path: `POST /v1/studio/:slug`. */
        name: string
        outcome: Outcome
        /** Of the problem; empty for success. */
        code: string
        region: string
        account?: string | undefined
      }
    | {
        kind: 'browser'
        name: BrowserEvent
        outcome: Outcome
        /** Name of the pool's object. */
        region: string
      }
    | {
        kind: 'task'
        /** `generate`, `qrcode` … `ms` is the time from its submission to its end, `waitMs` to its first try. */
        name: string
        outcome: Outcome
        code: string
        account?: string | undefined
      }
    /** A batch of messages that cannot be worked on; `region` is the queue. */
    | { kind: 'queue'; name: QueueFault; outcome: 'failed'; region: string }
    /** `ms` is how long the account's oldest row has waited for D1. */
    | { kind: 'outbox'; name: 'failed'; outcome: 'failed'; account?: string | undefined }
  )

/**
 * `resumed`: a new life of the pool's object goes on with it; `refused`: the platform had none; `lost`: it went away by
 * itself; `rotated`: replaced after enough documents.
 */
export type BrowserEvent = 'opened' | 'resumed' | 'refused' | 'lost' | 'rotated'

/**
 * `dead`: the platform gave the messages up; `poisoned`: no release reads their form; `unknown`: their queue has no role.
 */
export type QueueFault = 'dead' | 'poisoned' | 'unknown'

/** Measures a batch of `queue` that has such messages. */
export type MeasureQueue = (fault: QueueFault, queue: string) => void

export type Metrics = Pick<Env, 'METRICS' | 'VERSION'>

/** Writes one point. An account is written as a short hash of its id. */
export function writePoint({ METRICS, VERSION }: Metrics, point: DataPoint): void {
  try {
    const texts: Record<string, unknown> = { ...point, version: VERSION.id }
    if ('account' in point && point.account) texts.account = shortHash(point.account)
    METRICS.writeDataPoint({
      indexes: [point.name],
      blobs: TEXTS.map((name) => String(texts[name] ?? '')),
      doubles: NUMBERS.map((name) => point[name] ?? 0),
    })
  } catch {
    // A request is worth more than its measurement.
  }
}

/** The column of Analytics Engine that holds a field: `blob3` for `outcome`. */
export function columnOf(field: (typeof TEXTS)[number] | (typeof NUMBERS)[number]): string {
  const names: readonly string[] = TEXTS
  const text = names.indexOf(field)
  if (text >= 0) return `blob${text + 1}`
  const numbers: readonly string[] = NUMBERS
  return `double${numbers.indexOf(field) + 1}`
}

/** What a response counts as; `code` is that of its problem. */
export function outcomeOf(status: number, code: string): Outcome {
  if (code === 'pool_full') return 'busy'
  if (isOurFault(status, code)) return 'failed'
  return status >= 400 ? 'refused' : 'ok'
}

/** Whether the service is to blame for a problem, and not the request or the document. */
function isOurFault(status: number, code: string): boolean {
  return status >= 500 && code !== 'render_timeout'
}

/** The point of a queued task that ended; times are milliseconds since 1970. */
export function taskPoint(
  { kind, account_id, created_at }: { kind: string; account_id: string; created_at: number },
  end: {
    status: string
    error: string | null
    started_at: number | null
    completed_at: number | null
    bytes: number | null
  },
): DataPoint {
  const code = codeOf(end.error)
  const status = Object.hasOwn(errorTable, code) ? errorTable[code as ErrorCode].status : 0
  return {
    kind: 'task',
    name: kind,
    outcome: end.status === 'completed' ? 'ok' : isOurFault(status, code) ? 'failed' : 'refused',
    code,
    account: account_id,
    ms: (end.completed_at ?? created_at) - created_at,
    waitMs: (end.started_at ?? created_at) - created_at,
    bytes: end.bytes ?? 0,
  }
}

/** The code in a task's stored error. */
function codeOf(error: string | null): string {
  return /"code":"(\w+)"/.exec(error ?? '')?.[1] ?? ''
}

/** Tells accounts apart in a diagram without naming them. */
function shortHash(text: string): string {
  return hashOf(text).toString(16).padStart(8, '0')
}
