/**
 * What a call came to, as data: its task, its file, its figures. The account keeps it for a repeat under the same
 * `Idempotency-Key`; `http/responses.ts` turns it into a response, the first time and every other.
 */
import type { ErrorCode, FieldError, Problem } from '../errors'

/** Credits as they stood when the work was accepted. */
export type Charge = { credits_charged: number; credits_left: number }

/** What the headers of a response say. */
export type ReplyFacts = Partial<Charge> & {
  taskId?: string | undefined
  pages?: number | undefined
  warnings?: string[] | undefined
  /** The conformance that was verified, for archival and accessible files. */
  conformance?: { level: string; checks: number; flattened_pages: number[] } | undefined
  /** Profile of the invoice inside, or `prepared`. */
  facturX?: string | undefined
  /** Summary of what `goCreditMode` found and did. */
  optimization?: string | undefined
  /** Of previews alone. */
  layout?: string | undefined
  /** Whether the file was there before; absent for work that has no cache. */
  cached?: boolean | undefined
  /** Space around a QR code, in modules. */
  quietZone?: number | undefined
  /** Seconds until looking again makes sense. */
  retryAfter?: number | undefined
}

export type Reply =
  /** The task's file, which lies in R2. */
  | { kind: 'file'; taskId: string; fileName: string; contentType: string; etag: string; facts: ReplyFacts }
  | { kind: 'json'; status: number; body: unknown; facts: ReplyFacts }
  | ProblemReply

export type ProblemReply = {
  kind: 'problem'
  code: ErrorCode
  detail: string
  errors?: FieldError[] | undefined
  retryAfter?: number | undefined
}

/**
 * A response as the release before `Reply` kept it. The account still holds some for a day after an upgrade; none is
 * made any more.
 */
export type FormerReply = {
  status: number
  headers: Record<string, string>
  body: { text: string } | { file: string }
}

/** The problem as data. */
export function problemReply({ code, message, errors, retryAfter }: Problem): ProblemReply {
  return { kind: 'problem', code, detail: message, errors, retryAfter }
}
