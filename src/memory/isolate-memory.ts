/**
 * What the work of this isolate may hold in memory: one total, in which each kind of work has its share. The platform
 * ends an isolate at 128 MB, with every request in it. So a request is refused before its body is read when the total is
 * used up; work that is under way counts what it holds, and waits only before steps that take much more.
 */

import { sleep } from '../time/waiting'
import { MemoryBudget } from './memory-budget'
import { type HeldMemory, MemoryTotal } from './memory-total'

/** 128 MB, less the code with its tables (31 MB) and some for what is not counted. */
const MAX_BYTES = 56 << 20

const total = new MemoryTotal(MAX_BYTES)

export const isolateMemory = {
  /** Large bodies while they are read and parsed. They wait with their sender. */
  bodies: new MemoryBudget(48 << 20, { total, mayBegin: hasRoomFor }),
  /** Inputs of queued tasks: text and parsed. They wait in storage. */
  inputs: new MemoryBudget(48 << 20, { total, alwaysOne: true, isPatient: true }),
  /** What requests and tasks under way hold. Never waits. */
  work: new MemoryBudget(Number.POSITIVE_INFINITY, { total }),
  /** Files that requests and tasks under way fetched. They wait while their account has its share. */
  files: new MemoryBudget(Number.POSITIVE_INFINITY, { total }),
  /** Large documents while they are printed. */
  prints: new MemoryBudget(60_000_000, { total, alwaysOne: true }),
  /** Files on their way to a page of this isolate's browser. */
  assets: new MemoryBudget(40 << 20, { total, alwaysOne: true }),
  /** Finishing: whole documents, parsed and written. */
  finishing: new MemoryBudget(MAX_BYTES, { total, alwaysOne: true }),
} as const

/** What an account may hold without a share: the beginnings of bodies that wait, small documents. */
const SMALL_SHARE = 16 << 20

/**
 * Whether a request of the account may bring `bytes` more. One that holds more than a small share has no more than two
 * thirds of what other accounts leave, so some is left for every other. Files for pages, prints and finishing do not
 * count for that: what holds something waits for them.
 */
export function hasRoomFor(bytes: number, accountId: string | undefined): boolean {
  const left = total.leftFor(accountId)
  const { bodies, inputs, work, files } = isolateMemory
  const held =
    accountId === undefined ? 0 : sum([bodies, inputs, work, files].map((own) => own.held(accountId)))
  return held + bytes <= (held <= SMALL_SHARE ? left : (2 * left) / 3)
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Bytes that all work of this isolate holds. */
export function heldBytes(): number {
  return total.held()
}

/** What one request or task holds until its end; nothing is counted before there is something, or after the end. */
export class WorkMemory {
  #held: HeldMemory | undefined
  #files: HeldMemory | undefined
  #isOver = false

  /** `accountId` may be told with the first bytes. */
  constructor(private readonly accountId?: string) {}

  add(bytes: number, accountId = this.accountId): void {
    if (this.#isOver) return
    if (this.#held) this.#held.add(bytes)
    else if (bytes > 0) this.#held = isolateMemory.work.hold(bytes, accountId)
  }

  /** Counts `bytes` of a fetched file as soon as the account's share has room for them. */
  async addFile(bytes: number, accountId: string): Promise<void> {
    if (this.#isOver) return
    this.#files ??= isolateMemory.files.hold(0, accountId)
    while (!this.#isOver && !mayHold(this.#files, bytes, accountId)) await sleep(LOOK_MS)
    this.#files.add(bytes)
  }

  release(): void {
    this.#isOver = true
    this.#held?.release()
    this.#files?.release()
  }
}

/**
 * What the files of an account's jobs hold together, beside one job that may have as many as a job may. That one never
 * waits, so they do not wait for each other.
 */
const MAX_SHARED_FILES = 12 << 20
/** The job of each account that was the first to need more. */
const largest = new Map<string, HeldMemory>()
/** How often those who wait look for room, in milliseconds. */
const LOOK_MS = 20

function mayHold(files: HeldMemory, bytes: number, accountId: string): boolean {
  const first = largest.get(accountId)
  if (first === files) return true
  const isTaken = first !== undefined && first.bytes() > 0
  const shared = isolateMemory.files.held(accountId) - (isTaken ? first.bytes() : 0)
  if (shared + bytes <= MAX_SHARED_FILES) return true
  if (isTaken) return false
  for (const [id, ended] of largest) if (ended.bytes() === 0) largest.delete(id)
  largest.set(accountId, files)
  return true
}

/** Counts `bytes` while `work` lasts. */
export async function holdWhile<Result>(
  bytes: number,
  accountId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const held = isolateMemory.work.hold(bytes, accountId)
  try {
    return await work()
  } finally {
    held.release()
  }
}
