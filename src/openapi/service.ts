/** The operations beside rendering: balance, tasks, files and health. */
import { answers } from '../routes/account-schemas'
import { statementQuery } from '../routes/usage'
import { jsonAnswer, keyed, type Paths, problems, queryOf, schemaOf } from './operation'

const time = { type: 'string', format: 'date-time' }

const task = {
  type: 'object',
  required: ['task_id', 'status', 'kind', 'created_at', 'credits_charged'],
  properties: {
    task_id: { type: 'string' },
    status: { enum: ['pending', 'processing', 'completed', 'failed'] },
    kind: { type: 'string' },
    created_at: time,
    started_at: time,
    completed_at: time,
    download_url: {
      type: 'string',
      format: 'uri',
      description: 'Signed afresh at each look, while the file is kept.',
    },
    expires_at: { ...time, description: 'When the file is removed.' },
    credits_charged: { type: 'integer' },
    pages: { type: 'integer' },
    bytes: { type: 'integer' },
    warnings: { type: 'array', items: { type: 'string' } },
    conformance: {
      type: 'object',
      description: 'What an archival or accessible file was checked to be.',
      required: ['level', 'flattened_pages', 'checks'],
      properties: {
        level: { type: 'string', description: 'Such as `PDF/A-3b and PDF/UA-1`.' },
        flattened_pages: {
          type: 'array',
          items: { type: 'integer' },
          description: 'Pages of which a part became an image, counted from 1; their text stays text.',
        },
        checks: { type: 'integer', description: 'How many rules the file was judged by.' },
      },
    },
    factur_x: { type: 'string', description: 'Profile of the invoice inside, or `prepared`.' },
    metadata: { type: 'object' },
    batch_id: { type: 'string' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string' }, message: { type: 'string' } },
    },
  },
}

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
  '/v1/status/{task_id}': {
    get: {
      operationId: 'status',
      summary: 'What became of a task',
      parameters: [{ name: 'task_id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        '200': jsonAnswer('The task; fields that have no value yet are left out.', task),
        ...problems(...keyed, 'not_found', 'gone'),
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
