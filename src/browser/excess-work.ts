/**
 * How much more a browser's own process works than for us. What we ask of it is in proportion to the messages of our
 * connection; what scripts have it do is not. Counted in processor time: other programs on the machine do not lengthen it,
 * though a slower processor does.
 */

/** What was seen of a browser's process: when, its processor time (both in milliseconds), and messages of our connection. */
export type Sample = { at: number; cpuMs: number; messages: number }

/**
 * What a message of ours may cost: twice what it cost this browser when scripts did not add to it. On one machine 0.9 to
 * 1.8 were measured, to open and close tabs, to serve files and to print. The most is allowed until more is known.
 */
const MESSAGE_MS = { least: 2, most: 4 }
/** Over fewer messages the cost of one is not known. */
const MESSAGES_TO_LEARN = 40
/** What animations and the like may use of a processor; measured were 2 to 5 % for three documents. */
const FREE_SHARE = 0.15
/**
 * What the layout of a document without scripts may cost, for each character: it may need hundreds of fonts. A short one
 * allows next to nothing, so that many of them do not hide what the scripts of another do.
 */
const LAYOUT_MS_A_CHARACTER = 0.01
const MAX_LAYOUT_MS = 1000
/** So much work is allowed in advance at the most. */
const MAX_ALLOWANCE_MS = 2000

/** What a message of ours costs a browser's process: what it cost when it cost least, since scripts only add to it. */
export class MessageCost {
  #from = { cpuMs: 0, messages: 0 }
  #leastMs = Number.POSITIVE_INFINITY

  learn({ cpuMs, messages }: Sample): void {
    const counted = messages - this.#from.messages
    if (counted < MESSAGES_TO_LEARN) return
    this.#leastMs = Math.min(this.#leastMs, (cpuMs - this.#from.cpuMs) / counted)
    this.#from = { cpuMs, messages }
  }

  /** What one may cost, in milliseconds. */
  get allowedMs(): number {
    return Math.min(MESSAGE_MS.most, Math.max(MESSAGE_MS.least, 2 * this.#leastMs))
  }
}

export class ExcessWork {
  #last: Sample | undefined
  #excessMs = 0

  constructor(
    private readonly maxMs: number,
    private readonly messageCost: MessageCost,
  ) {}

  /** Takes a further sample, and returns whether there is more than `maxMs` of excess now. It is counted anew after that. */
  isTooMuch(sample: Sample): boolean {
    const last = this.#last ?? sample
    this.#last = sample
    this.messageCost.learn(sample)
    const ofMessages = (sample.messages - last.messages) * this.messageCost.allowedMs
    const free = ofMessages + (sample.at - last.at) * FREE_SHARE
    const allowed = Math.min(0, this.#excessMs)
    this.#excessMs = Math.max(allowed, this.#excessMs + sample.cpuMs - last.cpuMs - free)
    if (this.#excessMs <= this.maxMs) return false
    this.#excessMs = 0
    return true
  }

  /** Allows what the layout of a document of so many characters may cost. */
  allowLayout(characters: number): void {
    const milliseconds = Math.min(characters * LAYOUT_MS_A_CHARACTER, MAX_LAYOUT_MS)
    this.#excessMs = Math.max(-MAX_ALLOWANCE_MS, this.#excessMs - milliseconds)
  }
}
