/** Work on many texts, one after another, while others have their turn: what one of a batch takes is short, all are not. */
import { sleep } from '../time/waiting'
import { turns } from './isolate-turns'

/** Characters or bytes that are read or written in some 10 to 20 ms. */
const SIZE_OF_PIECE = 1_000_000
/** How long others run then, in milliseconds: alone in the isolate, and beside other accounts. */
const PAUSE_MS = { alone: 5, shared: 50 }

export class TurnsBySize {
  #done = 0

  /** Counts work that was done, and lets others run if it is enough for that. */
  async after(size: number): Promise<void> {
    this.#done += size
    if (this.#done < SIZE_OF_PIECE) return
    this.#done = 0
    await sleep(turns.isShared(Date.now()) ? PAUSE_MS.shared : PAUSE_MS.alone)
  }
}
