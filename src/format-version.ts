/**
 * The version of what one release leaves to another: queued messages, stored jobs, calls between objects. Two releases run
 * side by side while one is deployed, and what is stored outlives both.
 *
 * What the release before can ignore, such as a field more, needs no higher version. What it would misread does: one
 * release learns to read it (`READ_VERSION` is raised), and only the next one sends it (`WRITTEN_VERSION` is raised, too).
 * Whoever finds a higher version than it can read leaves it to that release: it is tried again later, never dropped.
 */

/** What this release sends and stores. The release before reads it. */
export const WRITTEN_VERSION = 1
/**
 * The highest that this release reads: `WRITTEN_VERSION`, or one more while the next form is prepared. Version 2 is of stored
 * jobs whose source is Markdown or an address, and nothing else has it yet.
 */
export const READ_VERSION = 2

/** What does not say its version is of a release before there were any. */
export type Versioned = { v?: number | undefined }

/** Whether a later release made this in a form that the present one, which reads up to `readable`, cannot read. */
export function isNewer(value: unknown, readable: number = READ_VERSION): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'v' in value &&
    typeof value.v === 'number' &&
    value.v > readable
  )
}

/** Throws if `isNewer`: whoever called makes the call again. */
export function assertReadable(value: unknown): void {
  if (isNewer(value)) throw new Error('a later release calls an object that is not replaced yet')
}
