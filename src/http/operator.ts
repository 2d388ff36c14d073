/** The operator: whoever has the secret `ADMIN_TOKEN`. */
import { Problem } from '../errors'
import { operatorToken } from '../settings'
import type { AppContext } from './context'

/** Throws `unauthorized`, or `rate_limited`. Compares hashes, so that neither length nor content of the token shows in the time taken. */
export async function requireOperator(c: AppContext): Promise<void> {
  const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  const [a, b] = await Promise.all([given, operatorToken(c.env)].map(sha256))
  if (!a || !b || !crypto.subtle.timingSafeEqual(a, b)) {
    // One count for all callers: an address can be made up where no proxy vouches for it, and the right token passes.
    if (given && !(await c.env.LIMIT_OPERATOR.limit({ key: 'operator' })).success) {
      throw new Problem('rate_limited', {
        detail: 'Too many wrong operator tokens were sent in the last minute. Wait a minute.',
        retryAfter: 60,
      })
    }
    throw new Problem('unauthorized', {
      detail: 'Send the operator token as "Authorization: Bearer ADMIN_TOKEN".',
    })
  }
}

function sha256(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
}
