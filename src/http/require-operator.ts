/** The operator: whoever has the secret `ADMIN_TOKEN`. */
import { equalInConstantTime } from '../crypto/hashes'
import { Problem } from '../errors'
import { operatorToken } from '../settings'
import type { AppContext } from './context'

/** Throws `unauthorized`, or `rate_limited`. */
export async function requireOperator(c: AppContext): Promise<void> {
  const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  if (!equalInConstantTime(given, operatorToken(c.env))) {
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
