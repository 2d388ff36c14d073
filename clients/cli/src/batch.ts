/**
 * `platen batch`: a document for each row of a table. What is done is kept in a journal beside the files, so a second
 * run goes on where the first one ended: no row is made or charged twice.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Platen, PlatenError, TaskFailedError } from '../../typescript/src/index.js'
import { save } from '../../typescript/src/node.js'
import { service } from './config.js'
import { parseJson, read, settings } from './documents.js'
import { type Row, readRows } from './rows.js'
import { EXIT, type Given, UsageError } from './usage.js'

/** Rows under way at once: an account may wait in 20 calls. */
const AT_ONCE = 10
/** Longest wait in seconds for a service that says when to come again. */
const MAX_WAIT = 300
const JOURNAL = '.platen-batch.jsonl'

type Job = { row: number; file: string; request: Request; key: string }
type Request = { template_id: string; data: Row; options: object; goCreditMode: boolean }
/** A line of the journal: begun, done or failed. */
type Entry = { key: string; task_id?: string; file?: string; error?: string }

export async function runBatch(table: string | undefined, given: Given): Promise<void> {
  const { template, data, output = '.', name, optimize = false, json } = given
  if (table === undefined || template === undefined)
    throw new UsageError('platen batch takes a table and --template.')
  const common = data === undefined ? {} : parseJson(await read(data))
  const rows = readRows(await readFile(table, 'utf8'), table)
  const shared = { template_id: template, options: settings(given), goCreditMode: optimize }
  const jobs = rows.map((row, at): Job => {
    const request = { ...shared, data: { ...common, ...row } }
    const file = `${fileName(name, row, at, rows.length)}.pdf`
    const key = createHash('sha256')
      .update(JSON.stringify([file, request]))
      .digest('hex')
      .slice(0, 32)
    return { row: at + 1, file, request, key }
  })
  refuseEqualNames(jobs)
  mkdirSync(output, { recursive: true })
  const journal = new Journal(path.join(output, JOURNAL))
  const open = jobs.filter(({ key, file }) => !journal.isDone(key) || !existsSync(path.join(output, file)))
  const platen = service(MAX_WAIT)
  let done = jobs.length - open.length
  let failed = 0
  const tell = () => progress(`${done + failed}/${jobs.length} done${failed ? `, ${failed} failed` : ''}`)
  tell()
  await each(open, async (job) => {
    const error = await runJob(platen, job, { output, journal })
    if (error === undefined) done++
    else failed++
    if (json)
      console.log(JSON.stringify({ row: job.row, file: error === undefined ? job.file : null, error }))
    else if (error !== undefined) console.error(`\nrow ${job.row} (${job.file}): ${error}`)
    tell()
  })
  if (process.stderr.isTTY) process.stderr.write('\n')
  else
    console.error(
      `${done} of ${jobs.length} rows done${failed ? `, ${failed} failed: run it again to try those` : ''}`,
    )
  if (failed > 0) process.exitCode = EXIT.refused
}

/** What went wrong with this row, if something did. What concerns all rows is thrown. */
async function runJob(
  platen: Platen,
  { key, file, request }: Job,
  { output, journal }: { output: string; journal: Journal },
): Promise<string | undefined> {
  try {
    const begun = journal.taskOf(key)
    // A failed row is a new piece of work: the old key would return the old failure.
    const idempotencyKey = `${key}-${journal.failures(key)}`
    const task = begun ?? (await platen.submit('generate', request, { idempotencyKey })).task_id
    if (begun === undefined) journal.add({ key, task_id: task })
    await save(await platen.download(await platen.waitFor(task)), path.join(output, file))
    journal.add({ key, file })
    return undefined
  } catch (error) {
    const ofRow =
      error instanceof TaskFailedError ||
      (error instanceof PlatenError && [400, 404, 410, 422].includes(error.status))
    if (!ofRow) throw error
    journal.add({ key, error: error.message })
    return error.message
  }
}

class Journal {
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

/** Runs at most `AT_ONCE` at a time; the first that throws ends it. */
async function each<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
}

/** `{number}-{buyer.name}` of the row, as far as file systems take it; else the row's number. */
function fileName(pattern: string | undefined, row: Row, at: number, count: number): string {
  if (pattern === undefined) return String(at + 1).padStart(String(count).length, '0')
  const name = pattern.replace(/\{([^{}]{1,100})\}/g, (_, field: string) => textAt(row, field))
  return (
    name
      .replace(/[^\p{L}\p{N}._ -]/gu, '-')
      .replace(/^\.+/, '')
      .slice(0, 120) || `row-${at + 1}`
  )
}

function textAt(row: Row, field: string): string {
  let value: unknown = row
  for (const part of field.split('.'))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, part) ? (value as Row)[part] : ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function refuseEqualNames(jobs: Job[]): void {
  const rows = new Map<string, number>()
  for (const { file, row } of jobs) {
    const other = rows.get(file)
    if (other !== undefined)
      throw new UsageError(`Rows ${other} and ${row} would both be ${file}: choose another --name.`)
    rows.set(file, row)
  }
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}
