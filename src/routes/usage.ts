/** `GET /v1/usage`: the caller's own ledger, filtered by time, kind and task, with totals. */
import { Hono } from 'hono'
import { visibleMode } from '../accounts/scopes'
import type { StatementFilter, StatementLine } from '../accounts/statement'
import { Problem } from '../errors'
import { authenticate } from '../http/auth'
import type { AppContext, AppEnv } from '../http/context'
import { parseShape } from '../http/validation'
import { statementQuery } from '../requests/ledger'

export const usage = new Hono<AppEnv>().get('/', async (c) => {
  const { account, mode } = await authenticate(c, 'read')
  const statement = await account.statement({ ...readQuery(c), mode: visibleMode(mode) })
  if (statement.outcome === 'not_found') throw new Problem('not_found', { detail: 'The account is gone.' })
  const { credits_left, credits_held, totals, by_day, lines, next } = statement
  return c.json({
    ...{ credits_left, credits_held, totals, by_day },
    entries: lines.map(shownLine),
    next_cursor: next === null ? null : `${next}`,
  })
})

/** The parameters of a ledger's address; throws `invalid_request` that names each bad one. */
export function readQuery(c: AppContext): StatementFilter {
  return parseShape(statementQuery, c.req.query())
}

/** A line as it is answered: times in ISO 8601, absent fields left out. */
export function shownLine({ at, ...line }: StatementLine) {
  const present = Object.entries(line).filter(([, value]) => value !== null)
  return { at: new Date(at).toISOString(), ...Object.fromEntries(present) }
}
