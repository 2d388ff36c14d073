/** The operations beside documents and tasks: balance, usage and health. */
import { answers } from '../../requests/accounts'
import { statementQuery } from '../../requests/ledger'
import { jsonAnswer, keyed, type Paths, problems, queryOf, schemaOf } from './operation'

const health = {
  type: 'object',
  required: ['status', 'checks'],
  properties: {
    status: { enum: ['ok', 'degraded'] },
    checks: { type: 'object', additionalProperties: { enum: ['ok', 'down'] } },
  },
}

export const servicePaths: Paths = {
  '/v1/credits': {
    get: {
      operationId: 'credits',
      summary: 'The credit balance',
      responses: {
        '200': jsonAnswer('Balance and plan.', {
          type: 'object',
          required: ['credits_left', 'plan'],
          properties: { credits_left: { type: 'integer' }, plan: { enum: ['Free', 'Pro', 'Max'] } },
        }),
        ...problems(...keyed),
      },
    },
  },
  '/v1/usage': {
    get: {
      operationId: 'usage',
      summary: 'What was charged',
      description:
        'Totals over what the parameters admit, by day and kind, and the lines of the ledger, newest first.',
      parameters: queryOf(statementQuery),
      responses: {
        '200': jsonAnswer('Totals and lines.', schemaOf(answers.OwnUsage)),
        ...problems(...keyed, 'invalid_request'),
      },
    },
  },
  '/health': {
    get: {
      operationId: 'health',
      summary: 'Whether each part answers',
      security: [],
      responses: {
        '200': jsonAnswer('All parts answer.', health),
        '503': jsonAnswer('A part is down.', health),
      },
    },
  },
}
