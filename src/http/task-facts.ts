/** What the request says of its task, whatever that makes. */
import type { AccountView } from '../accounts/admission'
import { plans } from '../accounts/plans'
import type { TaskFacts } from '../tasks/record'
import { DAY_MS } from '../time/waiting'
import { type AppContext, publicOrigin } from './context'

export type TaskOwner = Pick<AccountView, 'accountId' | 'mode' | 'plan'>

/** Whose task it is, where its addresses lead, and how long its file is kept by the plan. */
export function taskFactsOf(
  c: AppContext,
  { accountId, mode, plan }: TaskOwner,
): Pick<TaskFacts, 'accountId' | 'mode' | 'origin' | 'createdAt' | 'expiresAt'> {
  const createdAt = c.get('startedAt')
  const expiresAt = createdAt + plans[plan].retentionDays * DAY_MS
  return { accountId, mode, origin: publicOrigin(c), createdAt, expiresAt }
}
