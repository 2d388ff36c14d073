/** The operations of webhooks: what was sent, sending it again, and the secret. */
import { deliveriesQuery, replayRequest, rotateSecretRequest } from '../../requests/webhooks'
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
  time,
  url,
} from './operation'

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

export const webhookPaths: Paths = {
  '/v1/webhooks/deliveries': {
    get: readsList('deliveries', {
      summary: 'Webhooks and what came of them, newest first',
      query: deliveriesQuery,
      items: delivery,
    }),
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
      requestBody: jsonBody(replayRequest),
      responses: {
        '202': jsonAnswer('It is on its way.', delivery),
        ...problems(...keyed, ...bodied, ...once, 'not_found'),
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
