/** An account as the operator is shown it, alone and in lists. */
import { z } from 'zod'
import type { Summary } from '../accounts/admin'
import { planNames } from '../accounts/plans'
import { keyState, keyStateExample, showKey } from './key-schemas'
import { accountId, creditsLeft } from './operator-account'
import { time } from './shared-schemas'

export const accountName = z.string().describe('For people; need not be unique.')
export const planName = z.enum(planNames).describe('The plan, which sets rates and limits.')

export const listedAccount = z
  .object({
    account_id: accountId,
    name: accountName,
    plan: planName,
    created_at: time,
    suspended_at: time.optional().describe('Since when it is suspended; absent if it is not.'),
  })
  .meta({ id: 'ListedAccount' })

export const accountResponse = listedAccount
  .extend({
    credits_left: creditsLeft,
    credits_granted: z.int().describe('All that was ever granted, less what was taken back.'),
    credits_settled: z.int().describe('All that was ever charged.'),
    credits_held: z.int().describe('Held for work that has not ended.'),
    keys: z.array(keyState).describe('All keys, those that no longer work too.'),
  })
  .meta({ id: 'Account' })

export const listedExample: z.input<typeof listedAccount> = {
  account_id: 'acc_Kef0HvRM1yW0',
  name: 'Acme',
  plan: 'Pro',
  created_at: '2026-11-20T09:30:00.000Z',
}

export const accountExample: z.input<typeof accountResponse> = {
  ...listedExample,
  ...{ credits_left: 498, credits_granted: 500, credits_settled: 2, credits_held: 0 },
  keys: [keyStateExample],
}

/** Keys with their states, without their secrets; absent fields are left out. */
export function showAccount(summary: Summary): z.input<typeof accountResponse> {
  return {
    account_id: summary.accountId,
    name: summary.name,
    plan: summary.plan,
    credits_left: summary.credits_left,
    credits_granted: summary.granted,
    credits_settled: summary.settled,
    credits_held: summary.held,
    created_at: new Date(summary.createdAt).toISOString(),
    suspended_at: summary.suspendedAt === undefined ? undefined : new Date(summary.suspendedAt).toISOString(),
    keys: summary.keys.map(showKey),
  }
}
