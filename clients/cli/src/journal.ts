/** What a batch has begun, done and failed, a line each in a file: a second run goes on where the first one ended. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** A line of the journal: begun, done or failed. */
type Entry = { key: string; task_id?: string; file?: string; error?: string }

export class Journal {
  readonly #entries = new Map<string, Entry[]>()

  constructor(readonly file: string) {
    if (!existsSync(file)) return
    const text = readFileSync(file, 'utf8')
    // The last line may have broken off.
    if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n')
    for (const line of text.split('\n')) {
      try {
        this.#keep(JSON.parse(line) as Entry)
      } catch {}
    }
  }

  add(entry: Entry): void {
    appendFileSync(this.file, `${JSON.stringify(entry)}\n`)
    this.#keep(entry)
  }

  isDone(key: string): boolean {
    return this.#of(key).at(-1)?.file !== undefined
  }

  /** The task that was begun and has not failed. */
  taskOf(key: string): string | undefined {
    return this.#of(key).at(-1)?.task_id
  }

  failures(key: string): number {
    return this.#of(key).filter(({ error }) => error !== undefined).length
  }

  #of(key: string): Entry[] {
    return this.#entries.get(key) ?? []
  }

  #keep(entry: Entry): void {
    this.#entries.set(entry.key, [...this.#of(entry.key), entry])
  }
}
