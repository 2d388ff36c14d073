/** What a call to a Durable Object says when the object began a new life meanwhile. Another call reaches that one. */

/** Whether it was reset (a deployment, a crash, a move): what it was doing is lost. */
export function wasReset(error: unknown): boolean {
  return error instanceof Error && 'durableObjectReset' in error && error.durableObjectReset === true
}

/** Whether a deployment reset it, which nobody who called it can be blamed for. */
export function wasDeployed(error: unknown): boolean {
  return error instanceof Error && /code was updated/i.test(error.message)
}
