/** The one place that turns a reply (`accounts/reply.ts`) into a response, the first time and for every repeat. */
import type { Reply, ReplyFacts } from '../accounts/reply'
import { Problem } from '../errors'
import { contentDisposition, etagOf, type StoredFile } from '../storage/stored-files'
import { headerText } from '../text/header-text'
import type { AppContext } from './context'
import { problemResponse } from './problem'

/** `file` is the body of a file's reply; `requestId` the id that a problem is told under. */
export function respond(
  c: AppContext,
  reply: Reply,
  { file, requestId }: { file?: Uint8Array | ReadableStream | undefined; requestId?: string } = {},
): Response {
  if (reply.kind === 'problem') {
    const { code, ...init } = reply
    return problemResponse(c, new Problem(code, init), requestId)
  }
  setReplyHeaders(c, reply.facts)
  if (reply.kind === 'json') return c.json(reply.body, reply.status as 200)
  return fileResponse(c, reply, file)
}

/** 200 with a file of no task, which is nowhere stored. */
export async function respondFile(
  c: AppContext,
  { bytes, ...file }: StoredFile,
  facts: ReplyFacts,
): Promise<Response> {
  setReplyHeaders(c, facts)
  return fileResponse(c, { ...file, etag: await etagOf(bytes) }, bytes)
}

function fileResponse(
  c: AppContext,
  { contentType, fileName, etag }: { contentType: string; fileName: string; etag: string },
  file: Uint8Array | ReadableStream | undefined,
): Response {
  c.header('Content-Type', contentType)
  c.header('Content-Disposition', contentDisposition(fileName))
  c.header('ETag', etag)
  return c.body(file as ReadableStream)
}

function setReplyHeaders(c: AppContext, facts: ReplyFacts): void {
  const { conformance, warnings = [], retryAfter } = facts
  const set = (name: string, value: string | number | undefined) => {
    if (value !== undefined) c.header(name, String(value))
  }
  set('X-Task-Id', facts.taskId)
  set('X-Page-Count', facts.pages)
  set('X-Credits-Charged', facts.credits_charged)
  set('X-Credits-Left', facts.credits_left)
  set('X-Conformance', conformance && headerText(conformanceText(conformance)))
  set('X-Factur-X', facts.facturX)
  set('X-Optimization', facts.optimization)
  set('X-Layout', facts.layout)
  set('X-Warnings', warnings.length > 0 ? headerText(warnings.join('; ')) : undefined)
  set('X-Cache', facts.cached === undefined ? undefined : facts.cached ? 'HIT' : 'MISS')
  set('X-QR-Quiet-Zone', facts.quietZone)
  set('Retry-After', retryAfter)
}

/** `PDF/A-1b; checks=57; flattened-pages=3,7`. */
function conformanceText({ level, checks, flattened_pages }: NonNullable<ReplyFacts['conformance']>): string {
  const flattened = flattened_pages.length > 0 ? `; flattened-pages=${flattened_pages.join(',')}` : ''
  return `${level}; checks=${checks}${flattened}`
}
