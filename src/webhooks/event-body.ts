/** What an account is told of beside the ends of tasks with `webhook_url`: its events, and what they say. */

export const EVENT_TYPES = ['credits.low', 'task.failed'] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Where an account wants its events, and which. */
export type EventTarget = {
  url: string
  events: readonly EventType[]
  /** Credits under which `credits.low` is sent. */
  credits_below?: number | undefined
}

/** What the receiver is sent. */
export type EventBody = {
  /** ISO 8601, UTC. */
  timestamp: string
  mode: 'live' | 'test'
  /** Nothing has happened: somebody tries the receiver. */
  sample?: true
} & (
  | { type: 'credits.low'; data: { credits_left: number; credits_below: number; plan: string } }
  | { type: 'task.failed'; data: FailedTask }
)

export type FailedTask = {
  task_id: string
  kind: string
  created_at: string
  failed_at: string
  error: { code: string; message: string }
  metadata: unknown
  batch_id?: string | undefined
}

/** An event on its way to D1. `taskId` is '' for one that is about no task; times are milliseconds since 1970. */
export type AccountEvent = {
  eventId: string
  taskId: string
  mode: 'live' | 'test'
  type: EventType
  url: string
  /** JSON. */
  body: string
  createdAt: number
}
