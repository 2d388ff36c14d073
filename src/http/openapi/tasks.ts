/** The operations of work that nobody waits for: batches and tasks. */
import { batchRequest } from '../../requests/batch'
import { statusQuery, tasksQuery } from '../../requests/tasks'
import { readsList } from './lists'
import {
  bodied,
  idempotencyKey,
  inPath,
  jsonAnswer,
  jsonBody,
  keyed,
  once,
  type Paths,
  problems,
  queryOf,
  time,
  url,
} from './operation'
import { task } from './task'

const acceptedFields = {
  task_id: { type: 'string' },
  status: { const: 'pending' },
  check_status_url: url,
}

const batchFields = {
  batch_id: { type: 'string' },
  count: { type: 'integer' },
}

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
    get: readsList('tasks', {
      summary: 'The account’s tasks, newest first',
      query: tasksQuery,
      items: task,
    }),
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
}
