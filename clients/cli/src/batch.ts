/**
 * `platen batch`: a document for each row of a table. What is done is kept in a journal beside the files, so a second
 * run goes on where the first one ended: no row is made or charged twice.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Platen, PlatenError, TaskFailedError } from '../../typescript/src/index.js'
import { save } from '../../typescript/src/node.js'
import { service } from './config.js'
import { readData, settings } from './documents.js'
import { Failures } from './failures.js'
import { Journal } from './journal.js'
import { Progress } from './progress.js'
import { type Row, readRows } from './rows.js'
import { EXIT, type Given, UsageError } from './usage.js'

/** Rows under way at once: an account may wait in 20 calls. */
const AT_ONCE = 10
/** Longest wait in seconds for a service that says when to come again. */
const MAX_WAIT = 300
/** So many first rows that fail alike are taken for all. */
const MAX_ALIKE = 10
const JOURNAL = '.platen-batch.jsonl'

type Job = { row: number; file: string; request: Request; key: string }
type Request = { template_id: string; data: Row; options: object; goCreditMode: boolean }

export async function runBatch(table: string | undefined, given: Given): Promise<void> {
  const { template, data, output = '.', name, optimize = false, json } = given
  if (table === undefined || template === undefined)
    throw new UsageError('platen batch takes a table and --template.')
  const common = data === undefined ? {} : await readData(data)
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
  const platen = await service(given, { maxWait: MAX_WAIT })
  const stopping = stopOnInterrupt()
  const { signal } = stopping
  const before = jobs.length - open.length
  const progress = new Progress({ done: before, failed: 0, total: jobs.length })
  const failures = new Failures()
  const thrown = await firstThrown(open, stopping, async (job) => {
    const error = await runJob(platen, job, { output, journal, signal })
    if (signal.aborted) return
    if (json)
      console.log(JSON.stringify({ row: job.row, file: error === undefined ? job.file : null, error }))
    if (error === undefined) return progress.add('done')
    const said = failures.add(job, error)
    progress.add('failed', json ? undefined : said)
    const isFirstOfMany = progress.count.done === before && open.length > MAX_ALIKE
    if (isFirstOfMany && failures.alike === MAX_ALIKE) stopping.abort(ALIKE)
  })
  if (signal.aborted) {
    progress.breakOff(thrown === undefined ? whyStopped(signal) : 'at what every other row would meet too')
    if (thrown !== undefined) throw thrown
    process.exitCode = signal.reason === ALIKE ? EXIT.refused : EXIT.interrupted
    return
  }
  progress.end()
  if (progress.count.failed > 0) process.exitCode = EXIT.refused
}

/** The reason of a stop that nobody asked for. */
const ALIKE = `as its first ${MAX_ALIKE} failed alike`

function whyStopped({ reason }: AbortSignal): string | undefined {
  return reason === ALIKE ? ALIKE : undefined
}

/**
 * Aborts at the first Ctrl-C: what is being submitted is, so that the next run finds its task, and nothing more is begun.
 * The second one ends the command.
 */
function stopOnInterrupt(): AbortController {
  const stopping = new AbortController()
  // Instead of ending at once, as a local service has it.
  process.removeAllListeners('SIGINT')
  process.once('SIGINT', () => {
    stopping.abort()
    process.once('SIGINT', () => process.exit(EXIT.interrupted))
  })
  return stopping
}

/** What went wrong with this row, if something did. What concerns all rows is thrown. */
async function runJob(
  platen: Platen,
  job: Job,
  init: { output: string; journal: Journal; signal: AbortSignal },
): Promise<string | undefined> {
  const { key, file, request } = job
  const { output, journal, signal } = init
  const begun = journal.taskOf(key)
  try {
    // A failed row is a new piece of work: the old key would return the old failure.
    const idempotencyKey = `${key}-${journal.failures(key)}`
    const task = begun ?? (await platen.submit('generate', request, { idempotencyKey })).task_id
    if (begun === undefined) journal.add({ key, task_id: task })
    const done = await platen.waitFor(task, { signal })
    await save(await platen.download(done, { signal }), path.join(output, file))
    journal.add({ key, file })
    return undefined
  } catch (error) {
    if (signal.aborted) return 'stopped'
    if (!(error instanceof PlatenError)) throw error
    if (error.code === 'idempotency_in_flight')
      return `${error.message} Its submission broke off a moment ago.`
    const [lost] = /tsk_\w+/.exec(error.message) ?? []
    if (begun === undefined && error.status === 500 && lost !== undefined) {
      // A submission that broke off: its task was begun all the same.
      journal.add({ key, task_id: lost })
      return await runJob(platen, job, init)
    }
    if (concernsAll(error, begun)) throw error
    journal.add({ key, error: error.message })
    // The service has forgotten the task, or was a local one that is gone: it is made again.
    if (begun !== undefined && [404, 410].includes(error.status)) return await runJob(platen, job, init)
    return error.message
  }
}

/** Statuses that can be of one row: its data, its size, its task. Keys, plans, credits and a service that fails are of all. */
const OF_A_ROW = [400, 404, 410, 413, 422]

/** Whether every other row would be refused likewise: `begun` is the task of a row that has one. */
function concernsAll(error: PlatenError, begun: string | undefined): boolean {
  if (error instanceof TaskFailedError) return false
  if (!OF_A_ROW.includes(error.status)) return true
  // No row names anything that can be missing, but for its own task.
  if (error.status === 404) return begun === undefined
  const { errors } = error
  return error.status === 400 && errors.length > 0 && errors.every(({ pointer }) => !isOfData(pointer))
}

function isOfData(pointer: string): boolean {
  return pointer === '' || pointer === '/data' || pointer.startsWith('/data/')
}

/** Runs at most `AT_ONCE` at a time, none once `stopping`. What `work` throws first stops it, and is returned. */
async function firstThrown<Item>(
  items: Item[],
  stopping: AbortController,
  work: (item: Item) => Promise<void>,
): Promise<unknown> {
  const queue = items.values()
  let thrown: unknown
  const worker = async () => {
    for (const item of queue) {
      if (stopping.signal.aborted) return
      try {
        await work(item)
      } catch (error) {
        thrown ??= error
        stopping.abort()
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
  return thrown
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
