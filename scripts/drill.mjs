/**
 * `npm run drill`: a year of operating in some minutes, on this machine. Deploys the former release, puts load on it,
 * upgrades to this one, cuts the power, goes back to the former release and upgrades again, while callers send again what
 * was cut. Ends with 1 if a request was lost or charged twice. `docs/operate/upgrade.md` has a result.
 */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../bench/service.mjs'
import { root } from './browser.mjs'
import { startLoad } from './drill/load.mjs'
import { createOperator } from './drill/operator.mjs'
import { endWithChildren } from './end-children.mjs'
import { checkOutRelease, FORMER_RELEASE, TEST_SECRETS } from './former-release.mjs'
import { saveSecrets } from './secrets.mjs'

/** How long the load goes on after each event, in milliseconds. */
const PHASE_MS = 15_000
const CREDITS = 100_000

const startedAt = performance.now()
fs.mkdirSync(path.join(root, '.wrangler'), { recursive: true })
const folder = fs.mkdtempSync(path.join(root, '.wrangler', 'drill-'))
endWithChildren()
// Also after a signal: what wrote there has been ended.
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
saveSecrets(path.join(folder, '.dev.vars'), TEST_SECRETS)
const operator = createOperator({ folder, port: await freePort(), say: console.log })
try {
  process.exitCode = await drill()
} finally {
  await operator.stop()
}

async function drill() {
  const formerFolder = checkOutRelease(FORMER_RELEASE)
  console.log(`deploy ${FORMER_RELEASE}`)
  const former = await operator.deploy(formerFolder)
  const { account_id: accountId, api_key: key } = await operator.admin('/accounts', {
    name: 'Drill',
    plan: 'Max',
    credits: CREDITS,
  })
  const load = startLoad(operator.origin, key)
  const rows = []
  /** Does something while the load goes on, and counts what that cut. */
  const phase = async (name, event) => {
    console.log(name)
    const begunAt = performance.now()
    await event?.()
    const awayMs = performance.now() - begunAt
    await pause(PHASE_MS)
    rows.push({ event: name, 'away, s': event ? Number((awayMs / 1000).toFixed(1)) : 0, ...load.count() })
  }
  await phase('load')
  await phase('upgrade', () => operator.deploy(root))
  await phase('kill -9', () => operator.cutPower())
  await phase('roll back', () => operator.goBackTo(former))
  await phase('upgrade again', () => operator.deploy(root))
  console.log('waiting for the end of all calls')
  const calls = await load.stop()
  rows.push({ event: 'end', 'away, s': 0, ...load.count() })
  console.table(rows)
  return await judge(calls, accountId)
}

/** Compares what callers got with what their account paid. Returns the exit code. */
async function judge(calls, accountId) {
  // What an account decides is in its own ledger at once.
  const charges = (await readLedger(accountId)).filter(({ type }) => type === 'settle')
  const paid = new Map()
  for (const { task_id } of charges) paid.set(task_id, (paid.get(task_id) ?? 0) + 1)
  const asked = new Set(calls.flatMap(({ taskIds }) => taskIds))
  const { credits_left, credits_held, credits_settled } = await operator.admin(`/accounts/${accountId}`)
  const lost = calls.filter((call) => call.lost || call.taskIds.length !== call.tasks)
  const documents = calls.reduce((sum, { tasks }) => sum + tasks, 0)
  const result = {
    calls: calls.length,
    documents,
    'requests lost': lost.length,
    'documents charged': paid.size,
    'charged twice': [...paid.values()].filter((times) => times > 1).length,
    'charged, but nobody was told': [...paid.keys()].filter((taskId) => !asked.has(taskId)).length,
    'delivered, but not charged': [...asked].filter((taskId) => !paid.has(taskId)).length,
    'credits held at the end': credits_held,
    'credits missing': CREDITS - credits_left - credits_held - credits_settled,
  }
  console.table(result)
  for (const { kind, taskIds, lost: reason } of lost) console.error(`${kind} ${taskIds.join(' ')}: ${reason}`)
  console.log(`the drill took ${Math.round((performance.now() - startedAt) / 1000)} s`)
  const faults = Object.entries(result).filter(
    ([name, count]) => !['calls', 'documents', 'documents charged'].includes(name) && count !== 0,
  )
  return faults.length === 0 && documents === paid.size ? 0 : 1
}

async function readLedger(accountId) {
  const lines = []
  for (let cursor = ''; ; ) {
    const { entries, next_cursor } = await operator.admin(`/accounts/${accountId}/ledger?limit=500${cursor}`)
    lines.push(...entries)
    if (!next_cursor) return lines
    cursor = `&cursor=${next_cursor}`
  }
}
