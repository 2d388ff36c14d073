/** What a task is described as. */
import { kinds } from '../../in-page/findings'
import { time } from './operation'

const counts = { type: 'object', additionalProperties: { type: 'integer' } }

function beforeAndAfter(description: string) {
  const number = { type: 'integer' }
  return { type: 'object', description, properties: { before: number, after: number } }
}

/** A task as `GET /v1/status/{task_id}` and the lists show it. */
export const task = {
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
