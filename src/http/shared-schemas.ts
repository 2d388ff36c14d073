/** Schemas that several routes share: fields of their requests, and parts of their responses. */
import { z } from 'zod'
import { readCursor } from '../cursor'
import { inBytes } from '../text/in-units'
import { dryRunField } from './dry-run'

/** Bytes of JSON in UTF-8: it is kept in the task's row and sent in webhooks. */
const MAX_METADATA_BYTES = 8_192

/** Characters of a presigned address, session token included. */
const MAX_PRESIGNED = 4096

/** Levels of objects and lists that data and metadata may have: nobody prints more, and recursion has an end. */
const MAX_LEVELS = 64

/** An object of the caller's own. */
export const freeObject = z
  .record(z.string(), z.unknown())
  .refine((value) => within(value, MAX_LEVELS), `is nested deeper than ${MAX_LEVELS} levels`)

function within(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => within(inner, levels - 1))
}

/** How a file is wanted, and the caller's own notes. */
export const fileDelivery = {
  async_mode: z
    .boolean()
    .optional()
    .describe('true: 202 and a task_id. Default false.')
    .meta({ default: false }),
  return_type: z
    .enum(['binary', 'url'])
    .optional()
    .describe('Synchronous mode only: the file itself, or its address. Default binary.')
    .meta({ default: 'binary' }),
  webhook_url: z
    .string()
    .max(2048)
    .optional()
    .describe('Asynchronous mode only: a public address that gets one POST when the task has ended.'),
  deliver_to: z
    .string()
    .max(MAX_PRESIGNED)
    .optional()
    .describe(
      'Asynchronous mode only: a presigned address that the file is sent to with PUT when it is made. It is stored ' +
        'encrypted and never shown; the task’s `delivery` says how it goes.',
    ),
  metadata: freeObject
    .refine(
      (value) => Buffer.byteLength(JSON.stringify(value)) <= MAX_METADATA_BYTES,
      `must be at most ${inBytes(MAX_METADATA_BYTES)} of JSON`,
    )
    .optional()
    .describe(`Returned with the task and in the webhook. At most ${inBytes(MAX_METADATA_BYTES)} of JSON.`),
  dry_run: dryRunField,
}

/** How long a page of a list is: `usual` entries, or as many as the query says. */
export function pageLimit({ usual, max }: { usual: number; max: number }) {
  return z.coerce
    .number({ error: 'must be a number' })
    .int()
    .min(1)
    .max(max)
    .default(usual)
    .describe('Entries per response.')
}

/** Query parameters of a page of a list. */
export const pageQuery = {
  limit: pageLimit({ usual: 50, max: 100 }),
  cursor: z
    .string()
    .transform((text, context) => {
      const cursor = readCursor(text)
      if (!cursor)
        context.addIssue({ code: 'custom', message: 'must be a next_cursor from an earlier response' })
      return cursor
    })
    .optional()
    .describe('`next_cursor` of the page before.'),
}

/** Query of what an account may have one of: whether it is no error that there is none. */
export const optionalQuery = z.strictObject({
  optional: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe('true: a 204 without a body, in place of the 404, where there is none. Default false.')
    .meta({ default: 'false' }),
})

export const kindOfWork = z
  .enum(['generate', 'transform', 'studio', 'qrcode', 'finish', 'invoice_check', 'inspect'])
  .describe('What a task makes.')
  .meta({ id: 'KindOfWork' })

/** A time in a response. */
export const time = z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC.' })

/** An address in a response. */
export const address = z.string().meta({ format: 'uri' })

export const nextCursor = z.string().nullable().describe('`cursor` of the next page; null on the last.')

/** Identifies a task in a response. */
export const taskId = z.string().describe('Id of the task.')

export const acceptedExample = {
  task_id: 'tsk_01',
  status: 'pending',
  check_status_url: 'https://platen.example/v1/status/tsk_01',
} as const

/** A task as it is told of when it was accepted (contract.md 4). */
export const acceptedTask = z
  .object({
    task_id: z.string().describe('For `/v1/status/{task_id}`.'),
    status: z.literal('pending').describe('It waits for its turn.'),
    check_status_url: address.describe('Where its status is read.'),
  })
  .meta({ id: 'AcceptedTask', examples: [acceptedExample] })
export type AcceptedTask = z.input<typeof acceptedTask>
