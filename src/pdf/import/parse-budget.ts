/** What reading one file of a stranger may cost: bytes looked at and objects made are counted, time never is. */
import type { PDFName } from 'pdf-lib'
import type { WorkBudget } from '../work-budget'

/** Objects and entries after which it is asked whether others have their turn, and what one takes, about. */
const PIECE = 2_000
const READ_NANOSECONDS = 3_000

/** A dictionary takes as much memory as so many other objects, beside itself. */
const DICTIONARY_OBJECTS = 2

const PARSE_LIMITS = {
  /** Times that each byte may be looked at, on the whole; sound files take less than three. */
  looks: 24,
  /** Objects of any kind: a number is one, and takes about 50 bytes. */
  objects: 1_000_000,
  /** Bytes of one text or name. */
  scalar: 1_000_000,
  /** Different names, which the library keeps for ever. */
  names: 50_000,
  /** Bytes of unpacked object streams and cross-reference streams. */
  packed: 32 * 2 ** 20,
} as const

/** The file would cost more than it may; `message` follows "the file". */
export class ParseBudgetExceeded extends Error {}

export class ParseBudget {
  #looks: number
  #objects: number = PARSE_LIMITS.objects
  #entries: number = PARSE_LIMITS.objects
  #packed: number = PARSE_LIMITS.packed
  readonly #names = new Set<PDFName>()
  #read = 0
  #paused = 0

  /** `length` is the file's, in bytes; `work` lets others have their turn. */
  constructor(
    length: number,
    private readonly work: WorkBudget,
  ) {
    this.#looks = 1_000_000 + length * PARSE_LIMITS.looks
  }

  /**
   * Lets objects, entries and unpacked bytes be counted anew, for reading the file once more: what was read before is
   * thrown away. The bytes looked at stay counted, so that the whole is limited.
   */
  startAgain(): void {
    this.#objects = PARSE_LIMITS.objects
    this.#entries = PARSE_LIMITS.objects
    this.#packed = PARSE_LIMITS.packed
  }

  /** Counts bytes looked at. Throws ParseBudgetExceeded, as all of these do. */
  look(bytes = 1): void {
    this.#looks -= bytes
    if (this.#looks < 0) throw new ParseBudgetExceeded('is broken in too costly a way')
  }

  object(): void {
    this.#read++
    this.#hold(1)
  }

  /** Counts what a dictionary takes beside its values. */
  dictionary(): void {
    this.#hold(DICTIONARY_OBJECTS)
  }

  #hold(objects: number): void {
    this.#objects -= objects
    if (this.#objects < 0) throw tooManyObjects()
  }

  /** Counts one entry of a cross-reference table. */
  entry(): void {
    this.#read++
    if (--this.#entries < 0) throw tooManyObjects()
  }

  /** Lets others run after many objects and entries. Readers call it between objects. Throws what ends the work. */
  async takeTurns(): Promise<void> {
    const done = this.#read - this.#paused
    if (done < PIECE) return
    this.#paused = this.#read
    this.work.countDone(done * READ_NANOSECONDS)
    await this.work.takeTurns()
  }

  name(name: PDFName): void {
    this.#names.add(name)
    if (this.#names.size > PARSE_LIMITS.names) throw new ParseBudgetExceeded('has too many different names')
  }

  /** Counts the bytes of one text or name. */
  scalar(bytes: number): void {
    if (bytes > PARSE_LIMITS.scalar) throw new ParseBudgetExceeded('has a text of more than a megabyte')
  }

  /** How many bytes may still be unpacked. */
  get packedLeft(): number {
    return this.#packed
  }

  packed(bytes: number): void {
    this.#looks += bytes * PARSE_LIMITS.looks
    this.#packed -= bytes
    if (this.#packed < 0) throw new ParseBudgetExceeded('inflates to more than is accepted')
  }
}

function tooManyObjects(): ParseBudgetExceeded {
  const most = PARSE_LIMITS.objects.toLocaleString('en')
  return new ParseBudgetExceeded(`has more than ${most} objects`)
}
