/** The operations on asynchronous work: batches, tasks, webhooks. */
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
  type Paths,
  problems,
  queryOf,
} from './operation'

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

const batchTask = {
  ...task,
  properties: { index: { type: 'integer', description: 'Of the entry.' }, ...task.properties },
}

const accepted = {
  type: 'object',
  required: ['batch_id', 'count', 'tasks'],
  properties: {
    batch_id: { type: 'string' },
    count: { type: 'integer' },
    tasks: {
      type: 'array',
      items: {
        type: 'object',
        required: ['index', 'task_id', 'status', 'check_status_url'],
        properties: {
          index: { type: 'integer' },
          task_id: { type: 'string' },
          status: { const: 'pending' },
          check_status_url: { type: 'string', format: 'uri' },
        },
      },
    },
  },
}

const batch = {
  type: 'object',
  required: ['batch_id', 'created_at', 'count', 'counts', 'tasks'],
  properties: {
    batch_id: { type: 'string' },
    created_at: time,
    count: { type: 'integer' },
    counts: { type: 'object', additionalProperties: { type: 'integer' } },
    tasks: { type: 'array', items: batchTask },
    download_url: {
      type: 'string',
      format: 'uri',
      description: 'One ZIP of all files, when all tasks have ended.',
    },
  },
}

const delivery = {
  type: 'object',
  required: ['delivery_id', 'task_id', 'status', 'tries', 'created_at', 'attempts'],
  properties: {
    delivery_id: { type: 'string' },
    task_id: { type: 'string' },
    url: { type: 'string' },
    status: { enum: ['pending', 'delivered', 'failed'] },
    tries: { type: 'integer' },
    created_at: time,
    ended_at: time,
    next_try_at: time,
    attempts: { type: 'array', items: { type: 'object', required: ['at'], properties: { at: time } } },
    body: { type: 'object', description: 'What was or will be sent; with one delivery only.' },
  },
}

/** A page of a list, and the cursor of the next. */
function listOf(name: string, items: object) {
  return {
    type: 'object',
    required: [name, 'next_cursor'],
    properties: { [name]: { type: 'array', items }, next_cursor: { type: ['string', 'null'] } },
  }
}

function idIn(path: string) {
  return { name: path, in: 'path', required: true, schema: { type: 'string' } }
}

export const taskPaths: Paths = {
  '/v1/batch': {
    post: {
      operationId: 'batch',
      summary: 'Many documents of one endpoint',
      description:
        'Every entry is checked before any is accepted, and the credits of all are held together. Each becomes a task ' +
        'with a webhook call of its own. At most 3 entries on Free, 10 on Pro and Max.',
      parameters: [idempotencyKey],
      requestBody: jsonBody(batchRequest, {
        endpoint: 'transform',
        entries: [{ html: '<h1>One</h1>' }, { html: '<h1>Two</h1>', metadata: { order: 2 } }],
      }),
      responses: {
        '202': jsonAnswer('The tasks, in the order of the entries.', accepted, [
          'X-Credits-Charged',
          'X-Credits-Left',
          'Retry-After',
        ]),
        ...problems(
          ...keyed,
          ...bodied,
          'not_found',
          'insufficient_credits',
          'plan_feature',
          'plan_limit',
          'idempotency_in_flight',
          'idempotency_mismatch',
        ),
      },
    },
  },
  '/v1/batches/{batch_id}': {
    get: {
      operationId: 'batchStatus',
      summary: 'How far a batch is',
      parameters: [idIn('batch_id')],
      responses: {
        '200': jsonAnswer('Counts and tasks.', batch, ['Retry-After']),
        ...problems(...keyed, 'not_found'),
      },
    },
  },
  '/v1/tasks': {
    get: {
      operationId: 'tasks',
      summary: 'Tasks, newest first',
      parameters: queryOf(tasksQuery),
      responses: {
        '200': jsonAnswer('A page of them.', listOf('tasks', task)),
        ...problems(...keyed, 'invalid_request'),
      },
    },
  },
  '/v1/status/{task_id}': {
    get: {
      operationId: 'status',
      summary: 'What became of a task',
      parameters: [idIn('task_id'), ...queryOf(statusQuery)],
      responses: {
        '200': jsonAnswer('The task; fields that have no value yet are left out.', task, ['Retry-After']),
        ...problems(...keyed, 'invalid_request', 'not_found', 'gone'),
      },
    },
    delete: {
      operationId: 'deleteTask',
      summary: 'Cancels a task that has not begun, erases one that has',
      description:
        'Files, inputs, payload, metadata and bodies of webhooks go at once; the ledger’s line stays.',
      parameters: [idIn('task_id')],
      responses: { '204': { description: 'Gone.' }, ...problems(...keyed, 'not_found') },
    },
  },
  '/v1/webhooks/deliveries': {
    get: {
      operationId: 'deliveries',
      summary: 'Webhook calls, newest first',
      parameters: queryOf(deliveriesQuery),
      responses: {
        '200': jsonAnswer('A page of them.', listOf('deliveries', delivery)),
        ...problems(...keyed, 'invalid_request'),
      },
    },
  },
  '/v1/webhooks/deliveries/{delivery_id}': {
    get: {
      operationId: 'delivery',
      summary: 'One webhook call',
      parameters: [idIn('delivery_id')],
      responses: {
        '200': jsonAnswer('The call and every try.', delivery),
        ...problems(...keyed, 'not_found'),
      },
    },
  },
  '/v1/webhooks/deliveries/{delivery_id}/replay': {
    post: {
      operationId: 'replayDelivery',
      summary: 'Sends a webhook again',
      parameters: [idIn('delivery_id'), idempotencyKey],
      responses: {
        '202': jsonAnswer('The call, on its way.', delivery),
        ...problems(...keyed, 'not_found', 'gone', 'idempotency_in_flight', 'idempotency_mismatch'),
      },
    },
  },
  '/v1/webhooks/secret/rotate': {
    post: {
      operationId: 'rotateWebhookSecret',
      summary: 'A new webhook secret; the old one signs beside it for a while',
      parameters: [idempotencyKey],
      requestBody: { ...jsonBody(rotateSecretRequest), required: false },
      responses: {
        '200': jsonAnswer('The secret, shown once.', {
          type: 'object',
          required: ['webhook_secret', 'former_secret_expires_at'],
          properties: { webhook_secret: { type: 'string' }, former_secret_expires_at: time },
        }),
        ...problems(...keyed, ...bodied, 'idempotency_in_flight', 'idempotency_mismatch'),
      },
    },
  },
}
