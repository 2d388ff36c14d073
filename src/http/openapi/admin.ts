/** The operator's operations, from the schemas that their requests are checked with. */
import type { z } from 'zod'
import type { ErrorCode } from '../../errors'
import {
  accountChange,
  accountsQuery,
  answers,
  newAccount,
  newGrant,
  newKey,
  rotation,
} from '../../requests/accounts'
import { statementQuery } from '../../requests/ledger'
import {
  bodied,
  idempotencyKeySchema,
  inPath,
  jsonAnswer,
  jsonBody,
  type Operation,
  type Paths,
  problems,
  queryOf,
  schemaOf,
} from './operation'

type Described = {
  operationId: string
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  answer: [status: 200 | 201, schema: z.ZodType] | [status: 204]
  errors?: ErrorCode[]
}

const idempotentGrant = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Granting the same again under the same key changes nothing and answers the first outcome; another grant is 422.',
  schema: idempotencyKeySchema,
}

export const adminPaths: Paths = {
  '/admin/v1/accounts': {
    post: operation({
      operationId: 'createAccount',
      summary: 'Make an account with its first key, which has all scopes',
      body: newAccount,
      answer: [201, answers.NewAccount],
    }),
    get: operation({
      operationId: 'listAccounts',
      summary: 'The accounts, newest first; a new one appears within seconds',
      query: accountsQuery,
      answer: [200, answers.Accounts],
    }),
  },
  '/admin/v1/accounts/{account_id}': {
    ...below('account_id'),
    get: operation({
      operationId: 'getAccount',
      summary: 'Balance, plan and keys',
      answer: [200, answers.Account],
      errors: ['not_found'],
    }),
    patch: operation({
      operationId: 'updateAccount',
      summary: 'Change plan or name, from the next request on',
      body: accountChange,
      answer: [200, answers.Account],
      errors: ['not_found'],
    }),
  },
  '/admin/v1/accounts/{account_id}/credits': {
    ...below('account_id'),
    post: {
      ...operation({
        operationId: 'grantCredits',
        summary: 'Grant credits, or take back what is still available',
        body: newGrant,
        answer: [200, answers.Balance],
        errors: ['not_found', 'insufficient_credits', 'idempotency_mismatch'],
      }),
      parameters: [idempotentGrant],
    },
  },
  '/admin/v1/accounts/{account_id}/keys': {
    ...below('account_id'),
    post: operation({
      operationId: 'createKey',
      summary: 'Make another key',
      body: newKey,
      answer: [201, answers.NewKey],
      errors: ['not_found'],
    }),
  },
  '/admin/v1/accounts/{account_id}/keys/{key_id}/rotate': {
    ...below('account_id', 'key_id'),
    post: operation({
      operationId: 'rotateKey',
      summary: 'Make a key in place of another, which still works for the grace period',
      body: rotation,
      answer: [201, answers.NewKey],
      errors: ['not_found'],
    }),
  },
  '/admin/v1/accounts/{account_id}/keys/{key_id}': {
    ...below('account_id', 'key_id'),
    delete: operation({
      operationId: 'revokeKey',
      summary: 'End a key, at its next request',
      answer: [204],
      errors: ['not_found'],
    }),
  },
  '/admin/v1/accounts/{account_id}/ledger': {
    ...below('account_id'),
    get: operation({
      operationId: 'getLedger',
      summary: 'Every line of the ledger, newest first',
      query: statementQuery,
      answer: [200, answers.Ledger],
      errors: ['not_found'],
    }),
  },
  '/admin/v1/accounts/{account_id}/usage': {
    ...below('account_id'),
    get: operation({
      operationId: 'getAccountUsage',
      summary: 'What was charged, in total and by day and kind',
      query: statementQuery,
      answer: [200, answers.Usage],
      errors: ['not_found'],
    }),
  },
}

function operation({ operationId, summary, query, body, answer, errors = [] }: Described): Operation {
  const [status, schema] = answer
  const checked = body ? bodied : query ? (['invalid_request'] as const) : []
  return {
    operationId,
    summary,
    tags: ['operator'],
    security: [{ operator: [] }],
    ...(query && { parameters: queryOf(query) }),
    ...(body && { requestBody: jsonBody(body) }),
    responses: {
      [status]: schema ? jsonAnswer(`${summary}.`, schemaOf(schema)) : { description: 'Done.' },
      ...problems('unauthorized', ...checked, ...errors, 'internal', 'not_configured'),
    },
  }
}

/** What all operations of a path share: the names in it. */
function below(...names: string[]) {
  return { parameters: names.map((name) => inPath(name)) }
}
