/** What the operator's API takes and answers, and what a caller is told of the ledger. */
import { z } from 'zod'
import { planNames, readPlanName } from '../accounts/plans'
import { DEFAULT_SCOPES, scopes } from '../accounts/scopes'

const MOST_CREDITS = 1_000_000_000
const THIRTY_DAYS = 30 * 86_400

const inAnyCase = (word: string) =>
  [...word].map((letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`).join('')

const plan = z
  .string()
  .transform((text, context) => {
    const name = readPlanName(text)
    if (name) return name
    context.addIssue({ code: 'custom', message: `must be one of ${planNames.join(', ')}` })
    return z.NEVER
  })
  .describe(`${planNames.join(', ')}, in any case.`)
  .meta({ pattern: `^(?:${planNames.map(inAnyCase).join('|')})$` })
const name = z.string().trim().min(1).max(200).describe('For people; need not be unique.')
const mode = z.enum(['live', 'test'])

export const newAccount = z.strictObject({
  name,
  plan: plan.default('Free'),
  credits: z.int().min(0).max(MOST_CREDITS).default(0).describe('Granted at once.'),
})

export const accountChange = z.strictObject({ name: name.optional(), plan: plan.optional() })

export const accountsQuery = z.strictObject({
  limit: z.coerce.number({ error: 'must be a number' }).int().min(1).max(500).default(100),
  cursor: z.string().min(1).max(64).optional().describe('`next_cursor` of the page before.'),
})

export const newGrant = z.strictObject({
  amount: z
    .int()
    .min(-MOST_CREDITS)
    .max(MOST_CREDITS)
    .refine((amount) => amount !== 0, 'must not be 0')
    .describe('Credits to add; a negative number takes back, never more than is available.')
    .meta({ not: { const: 0 } }),
  reason: z.string().trim().min(1).max(500).default('granted by the operator').describe('For the ledger.'),
})

export const newKey = z
  .strictObject({
    mode: mode.default('live').describe('A test key charges nothing and stamps its documents.'),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .optional()
      .describe(
        `By default ${DEFAULT_SCOPES.live.join(', ')} for a live key and ${DEFAULT_SCOPES.test.join(', ')} for a test key.`,
      ),
  })
  .transform(({ mode, scopes }) => ({ mode, scopes: [...new Set(scopes ?? DEFAULT_SCOPES[mode])] }))

export const rotation = z.strictObject({
  grace_seconds: z
    .int()
    .min(0)
    .max(THIRTY_DAYS)
    .default(86_400)
    .describe('How long the old key still works, to the millisecond; 0 ends it at once.'),
})

const time = z.iso.datetime().describe('ISO 8601, UTC.')

const keyShown = z.object({
  key_id: z.string(),
  mode,
  scopes: z.array(z.enum(scopes)),
  active: z.boolean().describe('Whether it works now.'),
  created_at: time,
  expires_at: time.optional().describe('End of the grace period of a rotated key.'),
  revoked_at: time.optional(),
})

const accountListed = z.object({
  account_id: z.string(),
  name: z.string(),
  plan: z.enum(planNames),
  created_at: time,
})

const ledgerLine = z.object({
  seq: z.int(),
  at: time,
  type: z.enum(['grant', 'hold', 'settle', 'release', 'expire']),
  credits: z.int().describe('Granted, held, charged or given back.'),
  credits_left: z.int().describe('Available afterwards.'),
  task_id: z.string().optional(),
  kind: z.string().optional(),
  mode: mode.optional(),
  reason: z.string().optional(),
})

const nextCursor = z.string().nullable().describe('`cursor` of the next page; null on the last.')
const counts = { credits_charged: z.int(), tasks_completed: z.int(), tasks_failed: z.int() }

const usage = z.object({
  credits_left: z.int(),
  credits_held: z.int(),
  totals: z.object({ credits_granted: z.int(), ...counts }),
  by_day: z.array(z.object({ day: z.iso.date(), kind: z.string(), ...counts })),
})
const ledger = z.object({ entries: z.array(ledgerLine), next_cursor: nextCursor })

/** The answers. */
export const answers = {
  NewAccount: z.object({
    account_id: z.string(),
    name: z.string(),
    plan: z.enum(planNames),
    credits_left: z.int(),
    api_key: z.string().describe('Shown this once.'),
    key_id: z.string(),
    webhook_secret: z.string().describe('Signs the webhooks (Standard Webhooks).'),
  }),
  Account: accountListed.extend({
    credits_left: z.int(),
    credits_granted: z.int(),
    credits_settled: z.int(),
    credits_held: z.int(),
    keys: z.array(keyShown),
  }),
  Accounts: z.object({ accounts: z.array(accountListed), next_cursor: nextCursor }),
  Balance: z.object({ credits_left: z.int() }),
  NewKey: z.object({
    key_id: z.string(),
    api_key: z.string().describe('Shown this once.'),
    mode,
    scopes: z.array(z.enum(scopes)),
    old_key_expires_at: time.optional().describe('After a rotation.'),
  }),
  Ledger: ledger,
  Usage: usage,
  /** A caller's own: with its lines. */
  OwnUsage: usage.extend(ledger.shape),
}
