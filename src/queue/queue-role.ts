/** What a queue is for, which the end of its name says: each environment has queues of its own. */

const ROLES = ['jobs-dead', 'webhooks-dead', 'jobs', 'webhooks'] as const

export type QueueRole = (typeof ROLES)[number]

/** `jobs` for `platen-staging-jobs`; undefined for a queue that is none of ours. */
export function queueRole(queue: string): QueueRole | undefined {
  return ROLES.find((role) => queue.endsWith(`-${role}`))
}
