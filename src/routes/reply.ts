/**
 * The answers of a synchronous render: the file itself, or the address it can be had at. They are plain values, made
 * before the work is charged, so that the account can keep an answer together with its charge.
 */
import type { StoredAnswer } from '../credits/idempotency'
import { contentDisposition, etagOf, fileKey } from '../deliver/files'
import { fileAddress } from '../jobs/file-address'
import type { TaskFacts } from '../jobs/job'
import type { CachedResult } from '../jobs/result-cache'
import type { Produced } from '../jobs/run'
import type { Conformance } from '../pdf/finish'
import { summaryOf } from '../render/optimise/summary'
import { type AppContext, publicOrigin } from './context'

/** What an answer says of credits, as they stood when the work was accepted. */
export type Charge = { credits_charged: number; credits_left: number }

/** 200 with the file. */
export async function fileAnswer(job: TaskFacts, produced: Produced, charge: Charge): Promise<StoredAnswer> {
  return {
    status: 200,
    headers: {
      ...facts(job, produced, charge),
      'Content-Type': produced.contentType,
      'Content-Disposition': contentDisposition(produced.fileName),
      ETag: await etagOf(produced.bytes),
    },
    body: { file: fileKey(job.taskId) },
  }
}

/** 200 with `{url, credits_left, response_time_ms}`. */
export async function urlAnswer(
  c: AppContext,
  job: TaskFacts,
  produced: Produced,
  charge: Charge,
): Promise<StoredAnswer> {
  const body = {
    url: await fileAddress(c.env, { ...job, fileName: produced.fileName }, Date.now()),
    credits_left: charge.credits_left,
    response_time_ms: Date.now() - c.get('startedAt'),
  }
  return {
    status: 200,
    headers: { ...facts(job, produced, charge), 'Content-Type': 'application/json' },
    body: { text: JSON.stringify(body) },
  }
}

/** 200 with the image, or with `{url, credits_left, cached}`. `X-Cache` says whether it was there before. */
export async function codeAnswer(
  c: AppContext,
  code: Charge & {
    taskId: string
    fileName: string
    contentType: string
    bytes: Uint8Array
    expiresAt: number
    origin: string
    byUrl: boolean
    cached: boolean
  },
): Promise<StoredAnswer> {
  const headers = {
    'X-Task-Id': code.taskId,
    'X-Cache': code.cached ? 'HIT' : 'MISS',
    'X-Credits-Charged': String(code.credits_charged),
    'X-Credits-Left': String(code.credits_left),
  }
  if (!code.byUrl) {
    const file = {
      'Content-Type': code.contentType,
      'Content-Disposition': contentDisposition(code.fileName),
      ETag: await etagOf(code.bytes),
    }
    return { status: 200, headers: { ...headers, ...file }, body: { file: fileKey(code.taskId) } }
  }
  const url = await fileAddress(c.env, code, Date.now())
  const body = { url, credits_left: code.credits_left, cached: code.cached }
  return {
    status: 200,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: { text: JSON.stringify(body) },
  }
}

/** Sends an answer; `file` is the body of one that refers to a file. */
export function send(c: AppContext, answer: StoredAnswer, file?: Uint8Array | ReadableStream): Response {
  for (const [name, value] of Object.entries(answer.headers)) c.header(name, value)
  const body = 'text' in answer.body ? answer.body.text : (file as ReadableStream)
  return c.body(body, answer.status as 200)
}

function facts(job: TaskFacts, produced: Produced, charge: Charge): StoredAnswer['headers'] {
  const { pages, warnings, conformance, facturX, optimization } = produced
  return {
    'X-Task-Id': job.taskId,
    'X-Page-Count': String(pages),
    'X-Credits-Charged': String(charge.credits_charged),
    'X-Credits-Left': String(charge.credits_left),
    ...(conformance && { 'X-Conformance': headerText(conformanceText(conformance)) }),
    ...(facturX && { 'X-Factur-X': facturX }),
    ...(optimization && { 'X-Optimization': summaryOf(optimization) }),
    ...(warnings.length > 0 && { 'X-Warnings': headerText(warnings.join('; ')) }),
  }
}

/** 200 with a file that was made before, by address or as it is, for no credits. */
export async function cachedAnswer(
  c: AppContext,
  cached: CachedResult,
  { creditsLeft, byUrl }: { creditsLeft: number; byUrl: boolean },
): Promise<StoredAnswer> {
  const { taskId, fileName, pages, bytes } = cached
  const headers = {
    'X-Cache': 'HIT',
    'X-Task-Id': taskId,
    'X-Page-Count': String(pages),
    'X-Credits-Charged': '0',
    'X-Credits-Left': String(creditsLeft),
  }
  if (byUrl) {
    const url = await fileAddress(c.env, { ...cached, origin: publicOrigin(c) }, Date.now())
    const body = { url, credits_left: creditsLeft, response_time_ms: Date.now() - c.get('startedAt') }
    return {
      status: 200,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: { text: JSON.stringify(body) },
    }
  }
  return {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': 'application/pdf',
      'Content-Disposition': contentDisposition(fileName),
      ETag: await etagOf(bytes),
    },
    body: { file: fileKey(taskId) },
  }
}

/** `PDF/A-1b; checks=57; flattened-pages=3,7`. */
function conformanceText({ level, checks, flattened_pages }: Conformance): string {
  const flattened = flattened_pages.length > 0 ? `; flattened-pages=${flattened_pages.join(',')}` : ''
  return `${level}; checks=${checks}${flattened}`
}

/** At most 1 KB of printable ASCII: a giant or foreign header would kill the answer. */
function headerText(text: string): string {
  const ascii = text.replace(/[^\x20-\x7e]/g, '?')
  return ascii.length > 1024 ? `${ascii.slice(0, 1021)}...` : ascii
}
