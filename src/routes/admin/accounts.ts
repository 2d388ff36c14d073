/** `/admin/v1/accounts`: making, listing, reading and changing accounts. */
import { Hono } from 'hono'
import { z } from 'zod'
import { accountOf } from '../../accounts/account-client'
import type { Summary } from '../../accounts/admin'
import { mintKey, newAccountId } from '../../accounts/keys'
import { type PlanName, planNames, readPlanName } from '../../accounts/plans'
import { listAccounts } from '../../accounts/projection'
import { scopes } from '../../accounts/scopes'
import { MAX_BODY } from '../../http/body'
import type { AppEnv } from '../../http/context'
import { accountObject, found, keyMode, MAX_CREDITS } from '../../http/operator-account'
import { jsonRoute } from '../../http/route'
import { nextCursor, time } from '../../http/shared-schemas'
import { newId } from '../../ids'
import { signingSecret } from '../../settings'
import { newWebhookSecret } from '../../webhooks/sign'

const DEFAULT_PLAN: PlanName = 'Free'

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

const listedAccount = z.object({
  account_id: z.string(),
  name: z.string(),
  plan: z.enum(planNames),
  created_at: time,
})

const accountResponse = listedAccount.extend({
  credits_left: z.int(),
  credits_granted: z.int(),
  credits_settled: z.int(),
  credits_held: z.int(),
  keys: z.array(
    z.object({
      key_id: z.string(),
      mode: keyMode,
      scopes: z.array(z.enum(scopes)),
      active: z.boolean().describe('Whether it works now.'),
      created_at: time,
      expires_at: time.optional().describe('End of the grace period of a rotated key.'),
      revoked_at: time.optional(),
    }),
  ),
})

const postAccount = jsonRoute(
  {
    operationId: 'createAccount',
    summary: 'Make an account with its first key, which has all scopes',
    access: 'operator',
    body: z.strictObject({
      name,
      plan: plan.default(DEFAULT_PLAN),
      credits: z.int().min(0).max(MAX_CREDITS).default(0).describe('Granted at once.'),
    }),
    maxBodyBytes: MAX_BODY.fields,
    response: {
      status: 201,
      description: 'Make an account with its first key, which has all scopes.',
      schema: z.object({
        account_id: z.string(),
        name: z.string(),
        plan: z.enum(planNames),
        credits_left: z.int(),
        api_key: z.string().describe('Shown this once.'),
        key_id: z.string(),
        webhook_secret: z.string().describe('Signs the webhooks (Standard Webhooks).'),
      }),
    },
  },
  async (c, { body }) => {
    const { name, plan, credits } = await body()
    const accountId = newAccountId()
    const keyId = newId('key')
    const { key, hash } = await mintKey({ accountId, mode: 'live', secret: signingSecret(c.env) })
    const webhookSecret = newWebhookSecret()
    await accountOf(c.env.ACCOUNT, accountId).create({
      accountId,
      name,
      plan,
      credits,
      keyId,
      keyHash: hash,
      mode: 'live',
      scopes: [...scopes],
      webhookSecret,
    })
    return {
      account_id: accountId,
      name,
      plan,
      credits_left: credits,
      api_key: key,
      key_id: keyId,
      webhook_secret: webhookSecret,
    }
  },
)

const getAccounts = jsonRoute(
  {
    operationId: 'listAccounts',
    summary: 'The accounts, newest first; a new one appears within seconds',
    access: 'operator',
    query: z.strictObject({
      limit: z.coerce.number({ error: 'must be a number' }).int().min(1).max(500).default(100),
      cursor: z.string().min(1).max(64).optional().describe('`next_cursor` of the page before.'),
    }),
    response: {
      status: 200,
      description: 'The accounts, newest first; a new one appears within seconds.',
      schema: z.object({ accounts: z.array(listedAccount), next_cursor: nextCursor }),
    },
  },
  async (c, { query }) => {
    const { limit, cursor } = query()
    const { page, next } = await listAccounts(c.env.DB, { limit, cursor })
    return {
      accounts: page.map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() })),
      next_cursor: next,
    }
  },
)

const getAccount = jsonRoute(
  {
    operationId: 'getAccount',
    summary: 'Balance, plan and keys',
    access: 'operator',
    response: { status: 200, description: 'Balance, plan and keys.', schema: accountResponse },
    errors: ['not_found'],
  },
  async (c) => show(found(await accountObject(c).summary())),
)

const patchAccount = jsonRoute(
  {
    operationId: 'updateAccount',
    summary: 'Change plan or name, from the next request on',
    access: 'operator',
    body: z.strictObject({ name: name.optional(), plan: plan.optional() }),
    maxBodyBytes: MAX_BODY.fields,
    response: {
      status: 200,
      description: 'Change plan or name, from the next request on.',
      schema: accountResponse,
    },
    errors: ['not_found'],
  },
  async (c, { body }) => {
    const { name, plan } = await body()
    const change = { ...(name !== undefined && { name }), ...(plan !== undefined && { plan }) }
    return show(found(await accountObject(c).update(change)))
  },
)

export const accounts = new Hono<AppEnv>()
  .post('/', postAccount)
  .get('/', getAccounts)
  .get('/:account_id', getAccount)
  .patch('/:account_id', patchAccount)

/** A pattern that a word matches in capitals, small letters or both. */
function inAnyCase(word: string): string {
  return [...word].map((letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`).join('')
}

function show(summary: Summary): z.input<typeof accountResponse> {
  return {
    account_id: summary.accountId,
    name: summary.name,
    plan: summary.plan,
    credits_left: summary.credits_left,
    credits_granted: summary.granted,
    credits_settled: summary.settled,
    credits_held: summary.held,
    created_at: new Date(summary.createdAt).toISOString(),
    keys: summary.keys.map((key) => ({
      key_id: key.keyId,
      mode: key.mode,
      scopes: key.scopes,
      active: key.active,
      created_at: new Date(key.createdAt).toISOString(),
      expires_at: key.expiresAt === null ? undefined : new Date(key.expiresAt).toISOString(),
      revoked_at: key.revokedAt === null ? undefined : new Date(key.revokedAt).toISOString(),
    })),
  }
}
