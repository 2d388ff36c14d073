/**
 * The bytes of a request's body. A small one is read at once. A large one waits for its share of the isolate's memory:
 * until then it stays with its sender, so that bodies that are sent slowly, or many at once, never fill the memory; one
 * whose sender stops is given up. When the memory is used up, the request is refused before anything is read.
 */
import { concatBytes } from '../binary/bytes'
import { PieceReader } from '../binary/stream-pieces'
import { Problem } from '../errors'
import { hasRoomFor, heldBytes, isolateMemory } from '../memory/isolate-memory'
import { runLongWork } from '../memory/long-work'
import { TurnsBySize } from '../memory/turns-by-size'
import { inBytes, inSeconds } from '../text/in-units'
import { rejectOnAbort } from '../time/waiting'
import { addBesideOthers } from './caller-pace'
import type { AppContext } from './context'
import { hangUpSignal } from './hang-up'

/** Bytes that a body may have without a share. */
export const SMALL_BODY = 256_000
/** A large body is in memory so often while it is parsed: its pieces, as text, and as values. */
const BODY_COPIES = 3
/** So long a large body waits for its share, in milliseconds. */
const MAX_WAIT_MS = 30_000
/** Large bodies of an account that may wait for their share: more than its requests under way may be. */
const MAX_WAITING = 60

/** Milliseconds in which a body, or what a large one has beyond a small one, must arrive. */
const MAX_BODY_MS = 120_000
/** The same while other large bodies wait. */
const MAX_BODY_MS_OF_SCARCE = 10_000
/** Milliseconds in which more of a body must arrive. */
const MAX_IDLE_MS = 15_000
const CHECK_MS = 1_000
const PARSE_MS_PER_MEGABYTE = 20

const largeBodies = isolateMemory.bodies

/**
 * Parses the body's bytes: never more than `limit`, whatever its length was said to be.
 *
 * @throws Problem `body_too_large`, `body_timeout`, `pool_full` if there is no memory for it, or `rate_limited` if too
 * many large bodies of the account wait; `unsupported_media_type` for a compressed body; what `parsePlain` throws
 */
export async function parseBytes<Result>(
  c: AppContext,
  limit: number,
  parsePlain: (bytes: Uint8Array) => Result | Promise<Result>,
): Promise<Result> {
  const accountId = c.get('accountId')
  const parse = (bytes: Uint8Array) => {
    if (accountId !== undefined)
      addBesideOthers((pace, now) =>
        pace.addBody(accountId, c.get('countedAs') ?? 'POST', bytes.byteLength, now),
      )
    assertNotCompressed(c)
    return parsePlain(bytes)
  }
  const announced = Number(c.req.header('content-length') ?? 0)
  if (announced > limit) throw tooLarge(limit)
  if (!c.req.raw.body) return await parse(new Uint8Array())
  if (!hasRoomFor(Math.min(announced || SMALL_BODY, SMALL_BODY), accountId)) throw noMemory(c)
  const count = (bytes: number) => c.get('memory').add(bytes, accountId)
  const arriving = new ArrivingBody(new PieceReader(c.req.raw.body), limit)
  if (await arriving.read(SMALL_BODY, { maxMs: () => MAX_BODY_MS, onBytes: count }))
    return await parse(arriving.takeBytes())

  const counted = arriving.length()
  if (accountId !== undefined && largeBodies.waiting(accountId) >= MAX_WAITING) throw tooManyAtOnce()
  const hangUp = hangUpSignal(c)
  const work = async () => {
    const scarce = () => largeBodies.waiting() > 0
    await rejectOnAbort(
      hangUp,
      arriving.read(limit, { maxMs: () => (scarce() ? MAX_BODY_MS_OF_SCARCE : MAX_BODY_MS) }),
    )
    const size = arriving.length()
    const expectedMs = (PARSE_MS_PER_MEGABYTE * size) / 1e6
    // Nothing else holds the bytes, so they are gone when they are parsed.
    const parsed = await runLongWork(expectedMs, () => parse(arriving.takeBytes()), {
      accountId,
      signal: hangUp,
    })
    count(size - counted)
    // What was parsed is checked next, which takes as long again.
    await new TurnsBySize().after(size)
    return parsed
  }
  const maxWait = { ms: MAX_WAIT_MS, reason: () => noMemory(c) }
  return await largeBodies.run(BODY_COPIES * (announced || limit), work, {
    accountId,
    signal: hangUp,
    maxWait,
  })
}

function assertNotCompressed(c: AppContext): void {
  const coding = c.req.header('content-encoding')?.trim() ?? ''
  // Some callers write their charset there, which changes nothing.
  if (!/\b(?:gzip|deflate|br|zstd|compress)\b/i.test(coding)) return
  throw new Problem('unsupported_media_type', {
    detail: `Send the body without compression: Content-Encoding "${coding.slice(0, 40)}" is not read.`,
  })
}

class ArrivingBody {
  readonly #pieces: Uint8Array[] = []
  #length = 0

  constructor(
    private readonly reader: PieceReader,
    private readonly limit: number,
  ) {}

  /**
   * Reads until the body ends or has more than `bytes`; returns whether it has ended. `maxMs` may change meanwhile;
   * `onBytes` is told the size of each piece.
   */
  async read(
    bytes: number,
    { maxMs, onBytes }: { maxMs: () => number; onBytes?: (bytes: number) => void },
  ): Promise<boolean> {
    const startedAt = Date.now()
    let lastAt = startedAt
    let isLate = false
    const check = setInterval(() => {
      const now = Date.now()
      isLate = now - startedAt > maxMs() || now - lastAt > MAX_IDLE_MS
      if (isLate) this.reader.cancel()
    }, CHECK_MS)
    try {
      while (this.#length <= bytes) {
        const piece = await this.reader.read().catch((error: unknown) => {
          throw isLate ? late() : error
        })
        if (isLate) throw late()
        if (!piece) return true
        this.#length += piece.byteLength
        if (this.#length > this.limit) throw tooLarge(this.limit)
        this.#pieces.push(piece)
        lastAt = Date.now()
        onBytes?.(piece.byteLength)
      }
      return false
    } finally {
      clearInterval(check)
    }
  }

  length(): number {
    return this.#length
  }

  /** All that came, once: a long body is not held as pieces as well. */
  takeBytes(): Uint8Array {
    return concatBytes(this.#pieces.splice(0))
  }
}

/** What the sender of a body that took too long is told. */
export const LATE_BODY = `The body did not arrive in time: within ${inSeconds(MAX_BODY_MS)}, or ${MAX_BODY_MS_OF_SCARCE / 1000} while other large bodies wait, with no pause of ${MAX_IDLE_MS / 1000}.`

function late(): Problem {
  return new Problem('body_timeout', { detail: LATE_BODY })
}

function noMemory(c: AppContext): Problem {
  c.get('log')('memory.full', { held_bytes: heldBytes() })
  const detail =
    'The service has no memory free for this body. Nothing was read or charged; send the request again after Retry-After.'
  return new Problem('pool_full', { detail, retryAfter: 2 })
}

function tooManyAtOnce(): Problem {
  const detail =
    'Too many large bodies of this account arrive at once. Send the request again after Retry-After.'
  return new Problem('rate_limited', { detail, retryAfter: 10 })
}

function tooLarge(limit: number): Problem {
  const remedy = limit >= 10_000_000 ? ' Reference large images by address instead of embedding them.' : ''
  return new Problem('body_too_large', {
    detail: `The body of this request has at most ${inBytes(limit)}.${remedy}`,
  })
}
