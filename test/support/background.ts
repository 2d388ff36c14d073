/** The background of the service on real bindings, with connections that a test can break and a clock it can turn. */
import { env } from 'cloudflare:test'
import { PDFDocument } from 'pdf-lib'
import type { Account } from '../../src/accounts/account-object'
import { createVault } from '../../src/crypto/vault'
import { accountLedger } from '../../src/jobs/account-ledger'
import type { AnyJob } from '../../src/jobs/job'
import { run } from '../../src/jobs/run'
import { WorkMemory } from '../../src/memory/isolate-memory'
import { processTask } from '../../src/queue/process-task'
import type { QueueDeps } from '../../src/queue/queue-handler'
import type { SubmitDeps } from '../../src/queue/submit'
import { type SweepDeps, sweep } from '../../src/queue/sweep'
import { fileKey, storeFile } from '../../src/storage/stored-files'
import { taskOfUpload } from '../../src/tasks/uploads'
import { Timings } from '../../src/time/timings'
import { attemptDelivery } from '../../src/webhooks/deliver'
import type { DeliveryDeps } from '../../src/webhooks/post-signed'
import { attemptUpload, type UploadDeps, type UploadResult } from '../../src/webhooks/upload-file'

/** Lets a call through, or breaks it; `step` says what is called. */
export type Wire = <T>(step: string, call: () => Promise<T>) => Promise<T>

export type Sent = { queue: 'jobs' | 'webhooks'; id: string }
/** What a bucket was sent. */
export type Put = { url: string; contentType: string; size: number }
export type Post = { url: string; headers: Record<string, string>; body: string }

/** What a test's world holds beside the real bindings. */
export type World = {
  now: number
  /** Messages that wait. */
  messages: Sent[]
  posts: Post[]
  puts: Put[]
  /** What buckets answer. */
  store: (put: Put) => Promise<UploadResult>
  /** What receivers answer. */
  receive: (post: Post) => Promise<{ status: number; headers: Record<string, string> }>
  /** Prints a job, or throws. */
  print: (job: AnyJob) => Promise<Uint8Array>
  renders: number
  logs: string[]
  /** What the operator was told of messages: `dead platen-jobs-dead`. */
  queueFaults: string[]
}

export type Tools = QueueDeps &
  DeliveryDeps &
  UploadDeps &
  SweepDeps & { submit: (account: DurableObjectStub<Account>) => SubmitDeps }

const pdf = await onePage()
const vault = createVault(['the secret of these tests'])

export function newWorld(init: Partial<World> = {}): World {
  return {
    now: Date.now(),
    messages: [],
    posts: [],
    puts: [],
    store: async () => ({ status: 200 }),
    receive: async () => ({ status: 204, headers: {} }),
    print: async () => pdf,
    renders: 0,
    logs: [],
    queueFaults: [],
    ...init,
  }
}

const straight: Wire = (_, call) => call()

/** The real tools over `wire`, except for the browser, the queues and the receivers, which are the world's. */
export function toolsOf(world: World, wire: Wire = straight): Tools {
  const db = wiredDatabase(env.DB, wire)
  const files = wiredBucket(env.FILES, wire)
  const account = (accountId: string) =>
    wiredAccount(env.ACCOUNT.get(env.ACCOUNT.idFromName(accountId)), wire)
  const send = (queue: Sent['queue'], ids: string[]) =>
    wire(`${queue}.send`, async () => {
      world.messages.push(...ids.map((id) => ({ queue, id })))
    })
  const jobs = {
    sendBatch: (messages: Iterable<{ body: { task_id: string } }>) =>
      send(
        'jobs',
        [...messages].map(({ body }) => body.task_id),
      ),
  } as unknown as SubmitDeps['queue']
  const webhooks = {
    send: (body: { delivery_id: string }) => send('webhooks', [body.delivery_id]),
    sendBatch: (messages: Iterable<{ body: { delivery_id: string } }>) =>
      send(
        'webhooks',
        [...messages].map(({ body }) => body.delivery_id),
      ),
  } as unknown as SweepDeps['webhooks']
  const log = (event: string, facts: object = {}) => {
    world.logs.push(
      JSON.stringify({ event, ...facts }, (_, value) => (value instanceof Error ? `${value.stack}` : value)),
    )
  }
  const again = (error: unknown) => {
    throw error
  }
  const now = () => world.now
  const tools: Tools = {
    db,
    files,
    vault,
    jobs,
    webhooks,
    account,
    ledger: (accountId) => accountLedger(account(accountId), again),
    run: (job, { tries, signal }) => {
      if (job.kind === 'qrcode') throw new Error('these tests print')
      return run(
        job,
        { tries },
        {
          fetchFile: () => Promise.reject(new Error('this job names no files')),
          render: () =>
            wire('render', async () => {
              world.renders++
              return { bytes: await world.print(job), warnings: [], title: 'printed', ownLang: '' }
            }),
          readTaskFile: () => Promise.reject(new Error('this job names no tasks')),
          findInvoice: () => Promise.reject(new Error('this job brings no document')),
          drawPictures: async () => [],
          finish: async (input) => {
            if (!(input instanceof Uint8Array)) throw new Error('these jobs print')
            return { bytes: input, pages: 1, warnings: [] }
          },
          store: (taskId, file) => storeFile(files, taskId, file),
          fileUrl: () => Promise.reject(new Error('nobody waits for these jobs')),
          countUnpaid: async () => {},
          ledger: accountLedger(account(job.accountId), again),
          timings: new Timings(() => 0),
          signal,
          now,
        },
      )
    },
    post: (url, request) =>
      wire('post', async () => {
        const post = { url, ...request }
        world.posts.push(post)
        return await world.receive(post)
      }),
    openFile: async (taskId) => {
      const object = await files.get(fileKey(taskId))
      return object
        ? { body: object.body, size: object.size, contentType: object.httpMetadata?.contentType ?? '' }
        : undefined
    },
    put: (url, { body, size, contentType }) =>
      wire('put', async () => {
        await body.cancel()
        world.puts.push({ url, contentType, size })
        return await world.store({ url, contentType, size })
      }),
    downloadUrl: async ({ task_id, file_name }) => `https://platen.test/files/${task_id}/${file_name}`,
    now,
    random: () => 0,
    measureTask: () => undefined,
    measureQueue: (fault, queue) => void world.queueFaults.push(`${fault} ${queue}`),
    log,
    submit: (stub) => ({
      db,
      files,
      vault,
      queue: jobs,
      account: wiredAccount(stub, wire),
      log,
      memory: new WorkMemory(),
    }),
    database: () => db,
    dispatch: async (queueClass, work) => {
      const done = work.map(async ({ id, returns }) => {
        if (queueClass === 'webhooks') return await attempt(id, tools)
        if (await processTask(id, { returns }, tools)) world.messages.push({ queue: 'jobs', id })
      })
      await Promise.all(done)
      return []
    },
  }
  return tools
}

/** One message of the webhooks' queue, as a task runner takes it. */
async function attempt(id: string, tools: Tools): Promise<void> {
  const taskId = taskOfUpload(id)
  await (taskId === undefined ? attemptDelivery(id, tools) : attemptUpload(taskId, tools))
}

/** Delivers every message that waits, in order; what comes back waits again. */
export async function deliver(world: World, tools: Tools): Promise<void> {
  const messages = world.messages.splice(0)
  await Promise.all(
    messages.map(async ({ queue, id }) => {
      if (queue === 'webhooks') return await attempt(id, tools)
      if (await processTask(id, { returns: 0 }, tools)) world.messages.push({ queue, id })
    }),
  )
}

/** Time passes, the sweep runs, messages are delivered: until nothing is left to do, at most `rounds` times. */
export async function settleDown(world: World, { rounds = 8, stepMs = 10 * 60_000 } = {}): Promise<void> {
  const tools = toolsOf(world)
  for (let round = 0; round < rounds; round++) {
    await deliver(world, tools)
    world.now += stepMs
    const swept = await sweep(tools, (error) => tools.log('sweep.failed', { error }))
    if (world.messages.length === 0 && swept.resent + swept.notified + swept.retried === 0) return
  }
}

function wiredDatabase(db: D1Database, wire: Wire): D1Database {
  const wrapped = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const step = `db ${sql.trim().split(/\s+/).slice(0, 3).join(' ')}`
    return {
      statement,
      bind: (...values: unknown[]) => wrapped(statement.bind(...values), sql),
      first: (column?: string) => wire(step, () => (column ? statement.first(column) : statement.first())),
      run: () => wire(step, () => statement.run()),
      all: () => wire(step, () => statement.all()),
    } as unknown as D1PreparedStatement
  }
  return {
    prepare: (sql: string) => wrapped(db.prepare(sql), sql),
    batch: (statements: { statement: D1PreparedStatement }[]) =>
      wire('db batch', () => db.batch(statements.map(({ statement }) => statement))),
  } as unknown as D1Database
}

function wiredBucket(bucket: R2Bucket, wire: Wire): R2Bucket {
  return {
    get: (key: string) => wire(`r2 get ${key.split('/')[0]}`, () => bucket.get(key)),
    put: (key: string, value: Uint8Array, options?: R2PutOptions) =>
      wire(`r2 put ${key.split('/')[0]}`, () => bucket.put(key, value, options)),
    delete: (keys: string[]) => wire('r2 delete', () => bucket.delete(keys)),
  } as unknown as R2Bucket
}

function wiredAccount(stub: DurableObjectStub<Account>, wire: Wire): DurableObjectStub<Account> {
  const call = (name: string) => (init: unknown) =>
    wire(`account ${name}`, async () =>
      (stub as unknown as Record<string, (init: unknown) => Promise<unknown>>)[name]?.(init),
    )
  return {
    ...Object.fromEntries(
      ['extend', 'release', 'settle', 'task', 'webhookSecrets', 'beginDelivery', 'endDelivery', 'erase'].map(
        (name) => [name, call(name)],
      ),
    ),
  } as unknown as DurableObjectStub<Account>
}

/** A document as Chromium writes it: one page. */
async function onePage(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage()
  return await document.save({ useObjectStreams: false })
}
