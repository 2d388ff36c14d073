/** Work on many texts, one after another, while others have their turn: what one of a batch takes is short, all are not. */
import { sleep } from '../time/waiting'
import { turns } from './isolate-turns'

/** Characters or bytes that are read or written in some 10 to 20 ms. */
const SIZE_OF_PIECE = 1_000_000
/** How long others run then, in milliseconds, alone in the isolate. */
const ALONE_MS = 5
/** Beside other accounts one piece of all such work is begun in so long, in milliseconds: it has a third of the time. */
const SHARED_MS = 50
/**
 * The longest pause, in milliseconds: what a batch of ten megabytes is read and stored with, some forty pieces, must be over
 * before the lease of its acceptance is.
 */
const MAX_PAUSE_MS = 500

/** When all pieces of this isolate that were done will have had their pauses, in milliseconds. */
let pausedUntil = 0

export class TurnsBySize {
  #done = 0

  /** Counts work that was done, and lets others run if it is enough for that. */
  async after(size: number): Promise<void> {
    this.#done += size
    if (this.#done < SIZE_OF_PIECE) return
    this.#done = 0
    await sleep(turns.isShared(Date.now()) ? nextPause(Date.now()) : ALONE_MS)
  }
}

function nextPause(now: number): number {
  pausedUntil = Math.min(Math.max(pausedUntil, now) + SHARED_MS, now + MAX_PAUSE_MS)
  return pausedUntil - now
}
