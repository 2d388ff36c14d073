/** `/admin/v1/accounts`: making, listing, reading and changing accounts. */

import { Hono } from 'hono'
import { z } from 'zod'
import { accountOf } from '../../accounts/account-client'
import { mintKey, newAccountId } from '../../accounts/api-keys'
import { MAX_CREDITS } from '../../accounts/ledger'
import { type PlanName, planNames, readPlanName } from '../../accounts/plans'
import { listAccounts } from '../../accounts/projection'
import { scopes } from '../../accounts/scopes'
import { chooseDatabase } from '../../databases'
import {
  accountExample,
  accountName,
  accountResponse,
  listedAccount,
  listedExample,
  planName,
  showAccount,
} from '../../http/account-response'
import { MAX_BODY } from '../../http/body'
import type { AppEnv } from '../../http/context'
import { keyId } from '../../http/key-schemas'
import { accountId, accountObject, creditsLeft, found } from '../../http/operator-account'
import { jsonRoute } from '../../http/route'
import { nextCursor, pageLimit } from '../../http/shared-schemas'
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
const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, 'must be one line, without control characters')
  .describe('One line for people; need not be unique.')

const postAccount = jsonRoute(
  {
    operationId: 'createAccount',
    summary: 'Make an account with its first key, which has all scopes',
    description: 'The key and the webhook secret are in the response and are shown this once.',
    access: 'operator',
    body: z.strictObject({
      name,
      plan: plan.default(DEFAULT_PLAN),
      credits: z.int().min(0).max(MAX_CREDITS).default(0).describe('Granted at once.'),
    }),
    example: { name: 'Acme', plan: 'Pro', credits: 500 },
    maxBodyBytes: MAX_BODY.fields,
    response: {
      status: 201,
      description: 'Make an account with its first key, which has all scopes.',
      schema: z.object({
        account_id: accountId,
        name: accountName,
        plan: planName,
        credits_left: creditsLeft,
        api_key: z.string().describe('Shown this once.'),
        key_id: keyId,
        webhook_secret: z.string().describe('Signs the webhooks (Standard Webhooks).'),
      }),
      example: {
        account_id: 'acc_Kef0HvRM1yW0',
        name: 'Acme',
        plan: 'Pro',
        credits_left: 500,
        api_key: 'plt_live_Kef0HvRM1yW0YIW0oZ…',
        key_id: 'key_01',
        webhook_secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
      },
    },
  },
  async (c, { body }) => {
    const { name, plan, credits } = await body()
    const accountId = newAccountId(await chooseDatabase(c.env))
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
    description:
      'One page of all accounts, or of those that `search` finds. `next_cursor` leads to the next page.',
    access: 'operator',
    query: z.strictObject({
      limit: pageLimit({ usual: 100, max: 500 }),
      cursor: z.string().min(1).max(64).optional().describe('`next_cursor` of the page before.'),
      search: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .describe('An id, or a part of the name; capitals and small letters of English are the same.'),
      suspended: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional()
        .describe('Only those that are suspended, or only the others.'),
    }),
    response: {
      status: 200,
      description: 'The accounts, newest first; a new one appears within seconds.',
      schema: z.object({
        accounts: z.array(listedAccount).describe('Newest first.'),
        next_cursor: nextCursor,
      }),
      example: { accounts: [listedExample], next_cursor: null },
    },
  },
  async (c, { query }) => {
    const { page, next } = await listAccounts(c.env.DB, { cursor: undefined, search: undefined, ...query() })
    return {
      accounts: page.map(({ suspended_at, ...row }) => ({
        ...row,
        created_at: new Date(row.created_at).toISOString(),
        ...(suspended_at !== null && { suspended_at: new Date(suspended_at).toISOString() }),
      })),
      next_cursor: next,
    }
  },
)

const getAccount = jsonRoute(
  {
    operationId: 'getAccount',
    summary: 'Balance, plan and keys',
    description: 'The credits, the plan and every key of the account, without the keys’ secrets.',
    access: 'operator',
    response: {
      status: 200,
      description: 'Balance, plan and keys.',
      schema: accountResponse,
      example: accountExample,
    },
    errors: ['not_found'],
  },
  async (c) => showAccount(found(await accountObject(c).summary())),
)

const patchAccount = jsonRoute(
  {
    operationId: 'updateAccount',
    summary: 'Change plan or name, suspend or resume, from the next request on',
    description:
      'Sets what is given; the rest stays. In a suspended account nothing is made or sent: its calls that would are a 403 ' +
      '`account_suspended`, and queued tasks that have not ended fail, uncharged. What is there can be read, fetched, changed and deleted.',
    access: 'operator',
    body: z.strictObject({
      name: name.optional(),
      plan: plan.optional(),
      suspended: z.boolean().optional().describe('true suspends the account, false resumes it.'),
    }),
    example: { plan: 'Max' },
    maxBodyBytes: MAX_BODY.fields,
    response: {
      status: 200,
      description: 'Change plan or name, from the next request on.',
      schema: accountResponse,
      example: { ...accountExample, plan: 'Max' },
    },
    errors: ['not_found'],
  },
  async (c, { body }) => {
    const { name, plan, suspended } = await body()
    const change = {
      ...(name !== undefined && { name }),
      ...(plan !== undefined && { plan }),
      ...(suspended !== undefined && { suspended }),
    }
    return showAccount(found(await accountObject(c).update(change)))
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
