/** How far a batch is: a bar on a terminal, one sentence at the end elsewhere. */
import type { WriteStream } from 'node:tty'

const MAX_BAR = 30
/** Columns that the figures beside the bar take at most. */
const FIGURES = 45
/** Rows of this run after which the time left can be guessed. */
const MIN_SAMPLE = 5

export type Count = { done: number; failed: number; total: number }

export class Progress {
  readonly #startedAt = Date.now()
  readonly #atStart: number

  constructor(
    readonly count: Count,
    readonly stream: WriteStream = process.stderr,
  ) {
    this.#atStart = count.done
    this.#draw()
  }

  /** Counts a row; `said` is printed above the bar. */
  add(end: 'done' | 'failed', said?: string): void {
    this.count[end]++
    if (said !== undefined) this.stream.write(`${this.#clear()}${said}\n`)
    this.#draw()
  }

  end(): void {
    const { done, failed, total } = this.count
    const rest = failed ? `, ${failed} failed: run it again to try those` : ''
    this.stream.write(`${this.#clear()}${done} of ${total} rows done${rest}\n`)
  }

  /** It is stopped before its end; `why` is for somebody who did not ask for it. */
  breakOff(why?: string): void {
    const { done, total } = this.count
    const reason = why === undefined ? '' : `, ${why}`
    this.stream.write(
      `${this.#clear()}stopped after ${done} of ${total} rows${reason}: run it again to go on\n`,
    )
  }

  #draw(): void {
    if (!this.stream.isTTY) return
    const { done, failed, total } = this.count
    const made = done + failed - this.#atStart
    const left =
      made < MIN_SAMPLE ? undefined : ((Date.now() - this.#startedAt) / made) * (total - done - failed)
    this.stream.write(`${this.#clear()}${barOf(this.count, { columns: this.stream.columns || 80, left })}`)
  }

  #clear(): string {
    return this.stream.isTTY ? '\r\x1b[K' : ''
  }
}

/** `left` is milliseconds. */
export function barOf(
  { done, failed, total }: Count,
  { columns, left }: { columns: number; left: number | undefined },
): string {
  const share = total === 0 ? 1 : (done + failed) / total
  const width = Math.max(0, Math.min(MAX_BAR, columns - FIGURES))
  const filled = Math.floor(share * width)
  const bar = width === 0 ? '' : `${'█'.repeat(filled)}${'░'.repeat(width - filled)} `
  const parts = [
    `${done + failed}/${total}`,
    `${Math.floor(share * 100)} %`,
    ...(failed ? [`${failed} failed`] : []),
    ...(left ? [`${timeOf(left)} left`] : []),
  ]
  return bar + parts.join(', ')
}

function timeOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
