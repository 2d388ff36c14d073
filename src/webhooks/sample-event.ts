/** Events of which nothing has happened, for a receiver that is tried. */
import type { EventBody, EventTarget, EventType } from './event-body'

/** The body of a sample, as JSON. */
export function sampleEvent(
  event: EventType,
  {
    mode,
    plan,
    credits_left,
    credits_below = 1,
  }: Pick<EventTarget, 'credits_below'> & { mode: 'live' | 'test'; plan: string; credits_left: number },
  now: number,
): string {
  const timestamp = new Date(now).toISOString()
  const head = { timestamp, mode, sample: true } as const
  const samples: { [Type in EventType]: Extract<EventBody, { type: Type }> } = {
    'credits.low': {
      type: 'credits.low',
      ...head,
      data: { credits_left: Math.min(credits_left, credits_below - 1), credits_below, plan },
    },
    'task.failed': {
      type: 'task.failed',
      ...head,
      data: {
        task_id: 'tsk_sample',
        kind: 'transform',
        created_at: timestamp,
        failed_at: timestamp,
        error: { code: 'render_timeout', message: 'A sample: no task has failed.' },
        metadata: { order: 17 },
      },
    },
  }
  return JSON.stringify(samples[event])
}
