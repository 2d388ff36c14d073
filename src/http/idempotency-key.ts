/**
 * `Idempotency-Key`: the same key with the same request gives the first answer again, byte for byte, for a day.
 * The account decides and remembers (`accounts/idempotency.ts`); this reads the key and repeats the reply.
 */

import { routePath } from 'hono/route'
import { withRetry } from '../accounts/account-client'
import { callRoute, type IdempotentCall } from '../accounts/idempotency'
import type { FormerReply, Reply } from '../accounts/reply'
import { canonicalHash } from '../crypto/hashes'
import { Problem } from '../errors'
import { fileKey } from '../storage/stored-files'
import type { Caller } from './auth'
import type { AppContext } from './context'
import { respond } from './responses'

/** The call that the header names, if it is there; `request` is what the caller sent, validated. */
export function idempotentCall(
  c: AppContext,
  { mode }: Pick<Caller, 'mode'>,
  request: unknown,
): IdempotentCall | undefined {
  const key = idempotencyKeyOf(c)
  if (key === undefined) return undefined
  return {
    key,
    route: callRoute({ mode, method: c.req.method, path: pathOf(c) }),
    fingerprint: canonicalHash(request),
    requestId: c.get('requestId'),
  }
}

/** The path of the route with what it names: a final slash, or a character written as `%6c`, makes no other call. */
function pathOf(c: AppContext): string {
  return routePath(c).replace(/:(\w+)/g, (_, name: string) => c.req.param(name) ?? '')
}

/** The header's value, if it is there; throws `invalid_request`. */
export function idempotencyKeyOf(c: AppContext): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined || /^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new Problem('invalid_request', {
    detail: 'The header Idempotency-Key must have 1 to 255 printable ASCII characters, such as a UUID.',
  })
}

/** The first reply again, under the id of the first request. Throws `gone` for a file that is no longer kept. */
export async function replay(
  c: AppContext,
  { reply, requestId }: { reply: Reply | FormerReply; requestId: string },
): Promise<Response> {
  const file = await fileOf(c, reply)
  c.header('Idempotent-Replayed', 'true')
  if (!('headers' in reply)) return respond(c, reply, { file, requestId })
  for (const [name, value] of Object.entries(reply.headers)) c.header(name, value)
  const body = 'text' in reply.body ? reply.body.text : file
  return c.body(body as string, reply.status as 200)
}

/** The body of a reply that is a file. */
async function fileOf(c: AppContext, reply: Reply | FormerReply): Promise<ReadableStream | undefined> {
  const key = fileKeyOf(reply)
  if (key === undefined) return undefined
  const file = await c.env.FILES.get(key)
  if (file) return file.body
  throw new Problem('gone', {
    detail: 'The first response with this Idempotency-Key was a file that is no longer kept. Use a new key.',
  })
}

function fileKeyOf(reply: Reply | FormerReply): string | undefined {
  if ('headers' in reply) return 'file' in reply.body ? reply.body.file : undefined
  return reply.kind === 'file' ? fileKey(reply.taskId) : undefined
}

/**
 * Keeps the reply to a call that is done, for its repeats. Never throws, since what was done stands: without the reply
 * a repeat is told that the first one was interrupted.
 */
export async function keepReply(
  c: AppContext,
  { account }: Pick<Caller, 'account'>,
  { idempotency, reply }: { idempotency: IdempotentCall | undefined; reply: Reply },
): Promise<void> {
  if (!idempotency) return
  const { route, key } = idempotency
  await withRetry(async () => account.remember({ route, key, reply })).catch((error: unknown) =>
    c.get('log')('answer.not_remembered', { error }),
  )
}
