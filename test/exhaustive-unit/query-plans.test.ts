/**
 * Every statement of the code on D1, over tasks that came through the real projection: each is led to its rows by an
 * index. `npm run simulate -- plans` has ten million tasks, and tells how long each takes.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteLines, listAccounts, monthlyUsage, oldLines, project } from '../../src/accounts/projection'
import { assetsDigest, deleteAsset, findAssetHash, listAssets, putAsset } from '../../src/assets/asset-store'
import { createVault } from '../../src/crypto/vault'
import {
  deleteEndpoint,
  endpointGroups,
  endpointIndex,
  findEndpoint,
  listSlugs,
  putEndpoint,
} from '../../src/endpoints/endpoint-store'
import { readStorageGauges } from '../../src/metrics/storage-gauges'
import { deleteViews, insertView, isRevoked, listViews, revokeView } from '../../src/storage/view-links'
import { findBatch, findEndedTasks, findTask, listTasks } from '../../src/tasks/list-tasks'
import { EMPTY_RECORD, type TaskRecord } from '../../src/tasks/record'
import {
  claimTask,
  clearWebhookUrl,
  deferChecks,
  insertBatch,
  insertTask,
  overdueTasks,
  pendingNotifications,
  postponeTask,
  readTask,
  withdrawTasks,
} from '../../src/tasks/task-store'
import {
  deleteStatements,
  eraseStatements,
  expiredTasks,
  purgeStatement,
  tombstonesOf,
  unchargedTombstones,
} from '../../src/tasks/tombstones'
import {
  beginUpload,
  claimUpload,
  deleteUploads,
  insertUpload,
  overdueUploads,
  recordUpload,
} from '../../src/tasks/uploads'
import {
  customIds,
  deleteCustom,
  deleteDraft,
  findCustom,
  listCustom,
  listVersions,
  putCustom,
  putDraft,
} from '../../src/templates/custom'
import { checkStorage } from '../../src/templates/storage-quota'
import {
  claimDelivery,
  clearDeliveries,
  createDelivery,
  deferDelivery,
  deleteDeliveries,
  overdueDeliveries,
  recordAttempt,
  replayDelivery,
} from '../../src/webhooks/delivery-store'
import { createEventDeliveries, deleteOldEvents } from '../../src/webhooks/event-deliveries'
import { findDelivery, listDeliveries } from '../../src/webhooks/list-deliveries'
import { PlannedD1 } from '../support/planned-d1'

const TASKS = Number(process.env.TASKS ?? 2_000)
const ACCOUNTS = TASKS / 100 > 1_000 ? 1_000 : 20
/** Ends that go to D1 together. */
const GATHERED = 100
const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-26T12:00:00Z')
const LIMIT = 50
/** What is not led by an index on purpose: the operator's list, whose search is in names; small tables of one account. */
const MAY_SCAN = ['src/accounts/projection.ts: FROM accounts']

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-plans-'))
const d1 = new PlannedD1(fs.readFileSync('schema.sql', 'utf8'), path.join(folder, 'tasks.sqlite'))
const db = d1.binding

afterAll(() => {
  d1.database.close()
  fs.rmSync(folder, { recursive: true })
})

const accountId = (n: number) => `acc_${String(n).padStart(16, '0')}`
const taskIdOf = (n: number) => `tsk_${String((n * 7_919) % TASKS).padStart(20, '0')}`
/** The age of a task, over the 400 days that rows are kept. */
const createdAt = (n: number) => NOW - Math.floor(400 * DAY_MS * (1 - n / TASKS))

function endOf(n: number): TaskRecord {
  const failed = n % 100 === 0
  return {
    ...EMPTY_RECORD,
    task_id: taskIdOf(n),
    account_id: accountId(Math.floor(n / GATHERED) % ACCOUNTS),
    kind: ['transform', 'generate', 'qrcode'][n % 3] ?? '',
    mode: n % 20 === 0 ? 'test' : 'live',
    status: failed ? 'failed' : 'completed',
    created_at: createdAt(n),
    started_at: createdAt(n),
    completed_at: createdAt(n) + 500,
    pages: 1,
    bytes: 20_000,
    credits_charged: failed ? 0 : 2,
    file_key: `files/${taskIdOf(n)}`,
    file_name: 'document.pdf',
    content_type: 'application/pdf',
    error: failed ? '{"code":"render_timeout","message":"It took too long."}' : null,
    metadata: n % 10 === 0 ? JSON.stringify({ order: n, customer: `Customer ${n % 1_000}` }) : null,
    origin: 'https://platen.example',
    expires_at: createdAt(n) + 30 * DAY_MS,
  }
}

beforeAll(async () => {
  d1.isFilling = true
  for (let n = 0; n < ACCOUNTS; n++) {
    const account = { account_id: accountId(n), name: `Account ${n}`, plan: 'Max', created_at: n }
    await project({ db }, [{ topic: 'account', payload: JSON.stringify(account) }])
  }
  for (let first = 0; first < TASKS; first += GATHERED) {
    const ends = Array.from({ length: GATHERED }, (_, at) => endOf(first + at))
    const line = (end: TaskRecord, at: number) => ({
      ...{ account_id: end.account_id, seq: first + at, at: end.completed_at, type: 'settle' },
      ...{ task_id: end.task_id, kind: end.kind, mode: end.mode, credits: 2, credits_left: 1, reason: null },
    })
    await project({ db }, [
      ...ends.map((end) => ({ topic: 'task' as const, payload: JSON.stringify(end) })),
      ...ends.map((end, at) => ({ topic: 'entry' as const, payload: JSON.stringify(line(end, at)) })),
    ])
  }
  // What is past its retention was purged, but for the latest of it.
  d1.database
    .prepare('UPDATE tasks SET purged_at = expires_at, metadata = NULL, file_key = NULL WHERE expires_at < ?')
    .run(NOW - DAY_MS)
  for (let n = 0; n < Math.min(TASKS / 10, 20_000); n++) {
    const id = String(n).padStart(20, '0')
    const task = { ...endOf(n), status: 'pending', created_at: NOW, batch_id: `bat_${id}` } as const
    await db.batch([
      insertTask(db, {
        record: { ...task, task_id: `tsk_q${id}` },
        leaseMs: 90_000,
        inputBytes: 1_000,
        batchIndex: 0,
        webhookUrl: 'https://example.org/hook',
      }),
      insertBatch(db, {
        batchId: `bat_${id}`,
        accountId: task.account_id,
        count: 1,
        createdAt: NOW,
      }),
      insertUpload(db, { taskId: `tsk_q${id}`, accountId: task.account_id, host: 'h', target: '{}' }, NOW),
    ])
    await createEventDeliveries(db, task.account_id, [
      {
        ...{ eventId: `msg_e${id}`, taskId: '', mode: 'live', type: 'task.failed', body: '{"data":{}}' },
        ...{ url: 'https://example.org/hook', createdAt: NOW - n * 1_000 },
      },
    ])
  }
  d1.isFilling = false
}, 3_600_000)

/** Each statement once or more, as the code asks it. */
async function askEverything(): Promise<void> {
  const own = accountId(3)
  const some = Array.from({ length: 500 }, (_, n) => taskIdOf(n * 3))
  const queued = 'tsk_q00000000000000000003'
  const task = (await readTask(db, queued)) ?? expect.fail('it was inserted')
  const done = endOf(310)
  const account = { task: async () => undefined }

  for (const status of [undefined, 'completed', 'failed'] as const)
    await listTasks(db, own, { status, limit: LIMIT, after: { createdAt: NOW, id: 'tsk_z' } })
  await listTasks(db, own, { metadata: { order: '310', customer: 'Customer 310' }, limit: LIMIT })
  await findBatch(db, String(task.batch_id))
  await findTask(db, account, { taskId: queued, accountId: own })
  await findEndedTasks(db, { taskIds: some, accountId: own, mode: 'live' })
  await deferChecks(db, [queued], NOW + 1)
  const claimed = (await claimTask(db, queued, NOW)) ?? expect.fail('it waits')
  await postponeTask(db, claimed, { now: NOW, delayMs: 0, counted: true })
  await overdueTasks(db, { now: NOW + DAY_MS, limit: 2_000 })
  await pendingNotifications(db, { now: NOW + DAY_MS, limit: 500 })
  await withdrawTasks(db, ['tsk_q00000000000000000004'])
  await db.batch([
    insertTask(db, {
      record: { ...done, task_id: 'tsk_1' },
      leaseMs: 1,
      inputBytes: 1,
      batchIndex: null,
      webhookUrl: 'https://example.org',
    }),
    insertBatch(db, { batchId: 'bat_1', accountId: own, count: 1, createdAt: NOW }),
  ])

  const webhook = { delivery_id: 'msg_1', receiver: `${own} x`, body: '{}', status: 'delivered', log: '[]' }
  const tried = { ...done, task_id: 'tsk_1', webhook: { ...webhook, created_at: 1, due_at: 1, ended_at: 1 } }
  await project({ db, directory: { ...db } as D1Database }, [
    { topic: 'account', payload: JSON.stringify({ account_id: own, name: 'x', plan: 'Max', created_at: 1 }) },
    { topic: 'task', payload: JSON.stringify(tried) },
    {
      topic: 'entry',
      payload: JSON.stringify({
        account_id: own,
        seq: -1,
        at: 1,
        type: 'settle',
        credits: 1,
        credits_left: 1,
      }),
    },
  ])
  await listAccounts(db, { limit: LIMIT, cursor: own, search: undefined })
  await deleteLines(db, await oldLines(db, { before: NOW - 399 * DAY_MS, limit: 2_000 })).run()
  await monthlyUsage(db, { from: NOW - DAY_MS / 4, to: NOW })

  await db.batch(
    createDelivery(
      db,
      { taskId: queued, accountId: own, status: 'pending', url: 'https://example.org', body: '{}' },
      NOW,
    ),
  )
  await clearWebhookUrl(db, { taskId: queued, status: 'completed' }).run()
  const event = 'msg_e00000000000000000003'
  const delivery = await claimDelivery(db, event, NOW)
  if (!delivery || 'busy' in delivery) return expect.fail('it is due')
  await claimDelivery(db, event, NOW)
  await deferDelivery(db, 'msg_e00000000000000000004', NOW)
  await recordAttempt(db, { delivery, result: { status: 204 }, next: { status: 'delivered' }, ms: 1 }, NOW)
  await replayDelivery(db, { deliveryId: event, accountId: own }, NOW)
  await overdueDeliveries(db, { now: NOW + DAY_MS, limit: 500 })
  await findDelivery(db, { accountId: own, mode: 'live' }, event)
  await listDeliveries(db, own, { status: 'pending', limit: LIMIT, after: { createdAt: NOW, id: 'msg_z' } })
  await listDeliveries(db, own, { taskId: queued, limit: LIMIT })
  await createEventDeliveries(db, own, [
    {
      eventId: 'msg_2',
      taskId: queued,
      mode: 'live',
      type: 'task.failed',
      url: 'https://example.org',
      body: '{}',
      createdAt: NOW,
    },
  ])
  await deleteOldEvents(db, { now: NOW + 30 * DAY_MS - 10_000_000, limit: 2_000 })

  const upload = { taskId: queued, completed: true }
  await insertUpload(db, { taskId: 'tsk_2', accountId: own, host: 'h', target: '{}' }, NOW).run()
  await beginUpload(db, upload, NOW).run()
  await beginUpload(db, { ...upload, completed: false }, NOW).run()
  const taken = (await claimUpload(db, queued, NOW)) ?? expect.fail('it is due')
  await recordUpload(db, taken, { status: 'delivered' }, NOW)
  await overdueUploads(db, { now: NOW + DAY_MS, limit: 500 })

  const { viewId } = (await insertView(db, { taskId: queued, expiresAt: NOW + DAY_MS }, NOW)) ?? {
    viewId: '',
  }
  await listViews(db, queued, NOW)
  await revokeView(db, { taskId: queued, viewId }, NOW)
  await isRevoked(db, { taskId: queued, expires: NOW })

  const due = await expiredTasks(db, { now: NOW - DAY_MS / 2, maxRetentionMs: 30 * DAY_MS, limit: 2_000 })
  await db.batch([
    purgeStatement(db, due, NOW),
    clearDeliveries(db, due, NOW),
    deleteUploads(db, due),
    deleteViews(db, due),
    ...eraseStatements(db, { taskId: taskIdOf(310), accountId: own, remains: undefined }, NOW),
  ])
  await unchargedTombstones(db, { before: NOW - 399 * DAY_MS, limit: 2_000 })
  const rows = await tombstonesOf(db, some)
  await db.batch([deleteDeliveries(db, some), ...deleteStatements(db, rows)])
  await readStorageGauges([db], NOW)
  await askStored(own)
}

/** What an account stores beside its tasks. */
async function askStored(own: string): Promise<void> {
  const limits = { templates: 9, templateVersions: 2, endpoints: 9, assets: 9, storedBytes: 1e6 }
  const owner = { accountId: own, plan: 'Max', limits }
  const name = { category: 'my', name: 'x' }
  const source = { label: 'x', page: 'x', style: '', sample: {} } as unknown as Parameters<
    typeof putDraft
  >[1]['source']
  for (const thing of [{ template: name }, { endpoint: 'x' }, { asset: { mode: 'live', name: 'x.svg' } }])
    await checkStorage(db, owner, { bytes: 1, ...thing })
  await putDraft(db, { name, source, owner, now: NOW })
  await findCustom(db, own, { ...name, version: 'draft' })
  await putCustom(db, { name, source, owner, now: NOW, endsDraft: true })
  await putCustom(db, { name, source, owner, now: NOW })
  await findCustom(db, own, name)
  await customIds(db, own)
  await listCustom(db, own, { limit: LIMIT })
  await listVersions(db, own, name)
  await deleteDraft(db, own, name)
  await deleteCustom(db, own, name)
  const stores = { db, vault: createVault(['the secret of these tests']) }
  const config = { name: 'x', html: '<p>x' } as unknown as Parameters<typeof putEndpoint>[2]['config']
  await putEndpoint(stores, owner, { slug: 'x', config, revision: '1', now: NOW })
  await findEndpoint(stores, own, 'x').catch(() => undefined)
  const { stored } = await endpointIndex(db, own)
  for await (const _ of endpointGroups(db, own, stored));
  await listSlugs(db, own)
  await deleteEndpoint(db, own, { slug: 'x', revision: '2', now: NOW })
  for (const { slug } of (await endpointIndex(db, own)).starters.slice(0, 1))
    await deleteEndpoint(db, own, { slug, revision: '2', now: NOW })
  const env = { DB: db, FILES: { put: async () => null, delete: async () => undefined } } as unknown as Env
  const asset = { ...{ accountId: own, mode: 'live' }, quota: owner }
  await putAsset(env, asset, {
    name: 'x.svg',
    file: { bytes: new Uint8Array(9), contentType: 'image/svg+xml' },
    now: NOW,
  })
  await findAssetHash(db, asset, 'x.svg')
  await assetsDigest(db, asset)
  await listAssets(db, asset)
  await deleteAsset(env, asset, 'x.svg')
}

it('leads to its rows by an index', { timeout: 600_000 }, async () => {
  await askEverything()
  const statements = [...d1.statements.values()]
  const slow = statements.flatMap(({ sql, file, plan }) => {
    const reads = plan.filter((line) => isScan(line) && !MAY_SCAN.some((one) => mayScan(one, file, sql)))
    return reads.length > 0
      ? [`${file}: ${sql.trim().replace(/\s+/g, ' ').slice(0, 160)}: ${reads.join('; ')}`]
      : []
  })
  if (process.env.TASKS) {
    const longest = statements.toSorted((one, other) => other.ms - one.ms).slice(0, 25)
    const { size } = fs.statSync(path.join(folder, 'tasks.sqlite'))
    console.log(
      [
        `${TASKS} tasks, ${Math.round(size / TASKS)} bytes each, ${statements.length} statements; the longest:`,
        ...longest.map(
          ({ ms, file, sql }) =>
            `${ms.toFixed(1).padStart(8)} ms  ${file}  ${sql.trim().replace(/\s+/g, ' ').slice(0, 90)}`,
        ),
      ].join('\n'),
    )
  }
  expect(slow).toEqual([])
})

it('was asked, wherever it stands in the code', () => {
  const asked = Map.groupBy(d1.statements.values(), ({ file }) => file)
  const missing = fs
    .globSync('src/**/*.ts')
    .filter((file) => !['src/databases.ts', 'src/routes/admin/operator-health.ts'].includes(file))
    .flatMap((file) => {
      // A statement has SQL in its parentheses; other things that are prepared have none.
      const written = fs.readFileSync(file, 'utf8').match(/\.prepare\((?!\))/g)?.length ?? 0
      const sites = new Set(asked.get(file)?.map(({ site }) => site)).size
      return sites < written ? [`${file}: ${sites} of ${written}`] : []
    })
  expect(missing).toEqual([])
})

/** Reads all rows of a table; not those of a parameter or of an index of what is open alone. */
function isScan(line: string): boolean {
  return (
    /^SCAN (?!json_each|e VIRTUAL|e$|CONSTANT|\(subquery|free|m VIRTUAL)/.test(line) &&
    !/USING (COVERING )?INDEX (tasks|deliveries)_to_/.test(line)
  )
}

function mayScan(rule: string, file: string, sql: string): boolean {
  const [place = '', words = ''] = rule.split(': ')
  return file === place && sql.includes(words)
}
