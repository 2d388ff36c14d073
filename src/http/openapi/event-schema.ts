/** What is sent of an account's events, as the description's `webhooks` have it. */
import { z } from 'zod'
import { EVENT_TYPES, type EventBody } from '../../webhooks/event-body'
import { taskId, time } from '../shared-schemas'
import { taskError } from '../task-response'

export const eventType = z
  .enum(EVENT_TYPES)
  .describe(
    '`credits.low`: your credits have fallen under `credits_below`. `task.failed`: a task has failed, of any kind.',
  )
  .meta({ id: 'EventType' })

const envelope = {
  timestamp: time,
  mode: z.enum(['live', 'test']).describe('Of the task’s key. Credits are live ones.'),
  sample: z.literal(true).optional().describe('There if nothing has happened: somebody tries the receiver.'),
}

const creditsLow = z
  .object({
    type: z.literal('credits.low').describe('Your credits have fallen under `credits_below`.'),
    ...envelope,
    data: z
      .object({
        credits_left: z
          .int()
          .describe('What could be spent then; what was held for work under way is not in it.'),
        credits_below: z.int().describe('The mark that you have set.'),
        plan: z.string().describe('Your plan.'),
      })
      .describe('The credits.')
      .meta({ id: 'LowCredits' }),
  })
  .meta({ id: 'LowCreditsEvent' })

const taskFailed = z
  .object({
    type: z.literal('task.failed').describe('A task has failed.'),
    ...envelope,
    data: z
      .object({
        task_id: taskId,
        kind: z.string().describe('What it was to make, such as `transform`.'),
        created_at: time,
        failed_at: time,
        error: taskError.describe('Why it failed.'),
        metadata: z
          .unknown()
          .describe('As it came with the request; `{}` if none did.')
          .meta({ type: 'object' }),
        batch_id: z.string().optional().describe('The batch that it belongs to.'),
      })
      .describe('The task.')
      .meta({ id: 'FailedTask' }),
  })
  .meta({ id: 'FailedTaskEvent' })

/** What is sent, and kept with its delivery. */
export const accountEvent = z
  .discriminatedUnion('type', [creditsLow, taskFailed])
  .meta({ id: 'AccountEvent' })

export const accountEventExample = {
  type: 'credits.low',
  timestamp: '2026-11-21T08:00:00.400Z',
  mode: 'live',
  data: { credits_left: 99, credits_below: 100, plan: 'Pro' },
} satisfies EventBody
