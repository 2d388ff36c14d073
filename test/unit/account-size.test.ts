/** How large an account's object gets in a year of documents at the rate of the largest plan. */
import { expect, it } from 'vitest'
import { createAccount } from '../../src/accounts/admin'
import { beginWork } from '../../src/accounts/admission'
import { newAccountId } from '../../src/accounts/api-keys'
import { plans } from '../../src/accounts/plans'
import { settleWork } from '../../src/accounts/settlement'
import { AccountStore } from '../../src/accounts/storage/account-store'
import { KEEP_MS, MAX_OPEN_LINES, MAX_PART_LINES } from '../../src/accounts/storage/closed-ledger'
import { newId } from '../../src/ids'
import { EMPTY_RECORD } from '../../src/tasks/record'
import { ObjectStorage } from '../support/sqlite'

const DOCUMENTS = 2_000
const LINES_OF_DOCUMENT = 2
const DAY_MS = 86_400_000
const EVERY_MS = 60_000 / plans.Max.postsPerMinute

it('stays under 1 GB, since lines are closed and leave with their holds', () => {
  const storage = new ObjectStorage()
  const store = new AccountStore(storage.sql)
  const key = { keyId: 'key_1', keyHash: 'hash', mode: 'live', scopes: ['render'] } as const
  const account = { accountId: newAccountId(), name: 'One', plan: 'Max', webhookSecret: 'whsec_1' } as const
  createAccount(store, { ...account, ...key, scopes: [...key.scopes], credits: 1_000_000 }, 0)
  const pragma = (name: string) => Number(storage.database.prepare(`PRAGMA ${name}`).get()?.[name])
  const bytes = () => (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')

  const empty = bytes()
  const call = { keyHash: 'hash', scope: 'render' } as const
  for (let document = 0; document < DOCUMENTS; document++) {
    const now = document * EVERY_MS
    const taskId = newId('tsk')
    const facts = { task_id: taskId, account_id: account.accountId, kind: 'transform', mode: 'live' } as const
    const work = [{ taskId, kind: 'transform', credits: 2, leaseMs: 90_000, synchronous: true }]
    storage.transaction(() => beginWork(store, { begin: { call, needs: {}, work }, waiting: 0, now }))
    const task = { ...EMPTY_RECORD, ...facts, created_at: now, started_at: now }
    storage.transaction(() => settleWork(store, { taskId, task }, now))
  }
  // What D1 has leaves the outbox; this sends nothing.
  const gathered = store.outbox.toSend({ now: 0, attempts: 1, limit: DOCUMENTS })
  store.outbox.delivered(gathered.map(({ id }) => id))
  const lines = 1 + DOCUMENTS * LINES_OF_DOCUMENT
  store.projection.delivered(lines)
  const ofOpen = (bytes() - empty) / DOCUMENTS

  // What stays of a part is as much, however few lines it had.
  while (store.totals.addUp(1));
  let parts = 0
  const next = () => store.closed.nextPart(DAY_MS, { partLines: 16, openLines: 0, keepMs: 0 })
  for (let part = next(); part; part = next(), parts++) store.closed.close(part)
  const ofPart = (bytes() - empty) / parts

  const open = KEEP_MS / EVERY_MS + (MAX_OPEN_LINES + MAX_PART_LINES) / LINES_OF_DOCUMENT
  const partsOfYear = ((365 * DAY_MS) / EVERY_MS) * (LINES_OF_DOCUMENT / MAX_PART_LINES)
  // docs/operate/scale.md counts with more: of many documents, pages are less full.
  expect(ofOpen).toBeLessThan(307)
  expect(ofPart).toBeLessThan(219)
  expect(open * ofOpen + partsOfYear * ofPart).toBeLessThan(1e9)
})
