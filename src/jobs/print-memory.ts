/** The memory that a document takes while it is printed: a large one waits until there is some, others never do. */
import { Problem } from '../errors'
import { holdWhile, isolateMemory } from '../memory/isolate-memory'

/** A document is in memory so often while it is printed: composed, in the pool, and for a moment as the browser takes it. */
const PRINT_COPIES = 3
/** Characters of a document that is printed at once. */
const SMALL_DOCUMENT = 500_000
/** So long a large document waits, in milliseconds: as long as one waits for a slot. */
const MAX_WAIT_MS = 5_000

/** Runs `print`, for a document of so many characters. Throws `pool_full`, or the reason of `signal`. */
export async function withPrintMemory<Result>(
  {
    characters,
    accountId,
    signal,
  }: { characters: number; accountId: string; signal: AbortSignal | undefined },
  print: () => Promise<Result>,
): Promise<Result> {
  const bytes = PRINT_COPIES * characters
  if (characters <= SMALL_DOCUMENT) return await holdWhile(bytes, accountId, print)
  const maxWait = { ms: MAX_WAIT_MS, reason: tooManyAtOnce }
  return await isolateMemory.prints.run(bytes, print, { accountId, signal, maxWait })
}

function tooManyAtOnce(): Problem {
  const detail =
    'Other large documents are being printed, and there is no memory for one more. Nothing was charged; send the request again after Retry-After.'
  return new Problem('pool_full', { detail, retryAfter: 5 })
}
