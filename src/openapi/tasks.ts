/** The operations of work that nobody waits for: batches, tasks and webhooks. */
import { kinds } from '../render/optimise/findings'
import { batchRequest } from '../routes/batch'
import { statusQuery } from '../routes/status'
import { tasksQuery } from '../routes/tasks'
import { deliveriesQuery, rotateSecretRequest } from '../routes/webhooks'
import {
  bodied,
  idempotencyKey,
  jsonAnswer,
  jsonBody,
  keyed,
  once,
  type Paths,
  problems,
  queryOf,
} from './operation'

const time = { type: 'string', format: 'date-time' }

const counts = { type: 'object', additionalProperties: { type: 'integer' } }

function beforeAndAfter(description: string) {
  const number = { type: 'integer' }
  return { type: 'object', description, properties: { before: number, after: number } }
}

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
    optimization: {
      type: 'object',
      description: 'What `goCreditMode` found and did (docs/print-optimisation.md has the kinds).',
      required: ['score', 'found', 'repaired', 'left', 'findings', 'model'],
      properties: {
        score: beforeAndAfter('0 to 100; 100 where nothing was found.'),
        pages: beforeAndAfter('Absent where pages differ in size.'),
        found: { ...counts, description: 'How many of each kind, as the document came.' },
        repaired: { type: 'array', items: { enum: Object.keys(kinds) } },
        left: { ...counts, description: 'How many of each kind are left.' },
        findings: {
          type: 'array',
          description: 'The first of the findings.',
          items: {
            type: 'object',
            required: ['kind', 'place', 'measure'],
            properties: {
              kind: { enum: Object.keys(kinds) },
              place: { type: 'string', description: 'A short CSS path.' },
              page: { type: 'integer', minimum: 1 },
              measure: { type: 'number' },
            },
          },
        },
        scale: {
          type: 'number',
          description: 'The print scale that was chosen, where it is not the given one.',
        },
        model: { enum: ['not_configured', 'not_needed', 'used', 'rejected', 'refused', 'failed'] },
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

const url = { type: 'string', format: 'uri' }
const nextCursor = { type: ['string', 'null'], description: '`cursor` of the next page; null on the last.' }

const acceptedFields = {
  task_id: { type: 'string' },
  status: { const: 'pending' },
  check_status_url: url,
}

const batchFields = {
  batch_id: { type: 'string' },
  count: { type: 'integer' },
}

const delivery = {
  type: 'object',
  required: ['delivery_id', 'task_id', 'status', 'tries', 'created_at', 'attempts'],
  properties: {
    delivery_id: { type: 'string', description: 'Its `webhook-id`.' },
    task_id: { type: 'string' },
    url,
    status: { enum: ['pending', 'delivered', 'failed'] },
    tries: { type: 'integer' },
    created_at: time,
    ended_at: time,
    next_try_at: time,
    attempts: {
      type: 'array',
      items: {
        type: 'object',
        required: ['at', 'ms'],
        properties: {
          at: time,
          ms: { type: 'integer' },
          status: { type: 'integer' },
          error: { type: 'string' },
        },
      },
    },
  },
}

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const list = (name: string, items: object) => ({
  type: 'object',
  required: [name, 'next_cursor'],
  properties: { [name]: { type: 'array', items }, next_cursor: nextCursor },
})

export const taskPaths: Paths = {
  '/v1/batch': {
    post: {
      operationId: 'batch',
      summary: 'Many jobs of one endpoint, asynchronously',
      description:
        'Each entry is a request to `endpoint` and becomes a task with a webhook call of its own. All are checked ' +
        'before any is accepted, and their credits are held together or not at all. 3 entries on the Free plan, 10 on others.',
      parameters: [idempotencyKey],
      requestBody: jsonBody(batchRequest, {
        endpoint: 'transform',
        entries: [{ html: '<h1>One</h1>' }, { html: '<h1>Two</h1>' }],
      }),
      responses: {
        '202': jsonAnswer(
          'Accepted.',
          {
            type: 'object',
            required: ['batch_id', 'count', 'tasks'],
            properties: {
              ...batchFields,
              tasks: {
                type: 'array',
                description: 'In the order of the entries.',
                items: {
                  type: 'object',
                  required: ['index', ...Object.keys(acceptedFields)],
                  properties: { index: { type: 'integer' }, ...acceptedFields },
                },
              },
            },
          },
          ['X-Credits-Charged', 'X-Credits-Left', 'Retry-After'],
        ),
        ...problems(
          ...keyed,
          ...bodied,
          ...once,
          'not_found',
          'plan_feature',
          'plan_limit',
          'insufficient_credits',
        ),
      },
    },
  },
  '/v1/batches/{batch_id}': {
    get: {
      operationId: 'readBatch',
      summary: 'How far a batch is',
      parameters: [inPath('batch_id')],
      responses: {
        '200': jsonAnswer('The batch and its tasks.', {
          type: 'object',
          required: ['batch_id', 'created_at', 'count', 'counts', 'tasks'],
          properties: {
            ...batchFields,
            created_at: time,
            counts: {
              type: 'object',
              properties: Object.fromEntries(
                task.properties.status.enum.map((status) => [status, { type: 'integer' }]),
              ),
            },
            tasks: { type: 'array', items: task },
            download_url: { ...url, description: 'One ZIP of all files, when all tasks are done.' },
          },
        }),
        ...problems(...keyed, 'not_found'),
      },
    },
  },
  '/v1/tasks': {
    get: {
      operationId: 'tasks',
      summary: 'The account’s tasks, newest first',
      parameters: queryOf(tasksQuery),
      responses: {
        '200': jsonAnswer('One page.', list('tasks', task)),
        ...problems(...keyed, 'invalid_request'),
      },
    },
  },
  '/v1/status/{task_id}': {
    get: {
      operationId: 'status',
      summary: 'What became of a task',
      parameters: [inPath('task_id'), ...queryOf(statusQuery)],
      responses: {
        '200': jsonAnswer('The task; fields that have no value yet are left out.', task, ['Retry-After']),
        ...problems(...keyed, 'invalid_request', 'not_found', 'gone'),
      },
    },
    delete: {
      operationId: 'deleteTask',
      summary: 'Cancels a task and removes what was given with it and made of it',
      parameters: [inPath('task_id')],
      responses: {
        '204': { description: 'Deleted. The id answers 410 from now on; what was charged stays charged.' },
        ...problems(...keyed, 'not_found'),
      },
    },
  },
  '/v1/webhooks/deliveries': {
    get: {
      operationId: 'deliveries',
      summary: 'Webhooks and what came of them, newest first',
      parameters: queryOf(deliveriesQuery),
      responses: {
        '200': jsonAnswer('One page.', list('deliveries', delivery)),
        ...problems(...keyed, 'invalid_request'),
      },
    },
  },
  '/v1/webhooks/deliveries/{delivery_id}': {
    get: {
      operationId: 'delivery',
      summary: 'One webhook with its body',
      parameters: [inPath('delivery_id')],
      responses: {
        '200': jsonAnswer('The delivery.', {
          ...delivery,
          properties: { ...delivery.properties, body: { type: 'object', description: 'What is sent.' } },
        }),
        ...problems(...keyed, 'not_found'),
      },
    },
  },
  '/v1/webhooks/deliveries/{delivery_id}/replay': {
    post: {
      operationId: 'replayDelivery',
      summary: 'Sends a webhook again, with the same id and body',
      parameters: [inPath('delivery_id'), idempotencyKey],
      responses: {
        '202': jsonAnswer('It is on its way.', delivery),
        ...problems(...keyed, ...once, 'invalid_request', 'not_found'),
      },
    },
  },
  '/v1/webhooks/secret/rotate': {
    post: {
      operationId: 'rotateWebhookSecret',
      summary: 'A new secret; the old one signs beside it for a while',
      parameters: [idempotencyKey],
      requestBody: jsonBody(rotateSecretRequest),
      responses: {
        '200': jsonAnswer('Shown once.', {
          type: 'object',
          required: ['webhook_secret', 'former_secret_expires_at'],
          properties: { webhook_secret: { type: 'string' }, former_secret_expires_at: time },
        }),
        ...problems(...keyed, ...bodied, ...once),
      },
    },
  },
}
