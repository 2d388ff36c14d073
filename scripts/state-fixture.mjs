/**
 * `npm run state-fixture -- COMMIT`: what a former release of the service stores, for `test/upgrade/releases.test.ts`.
 * Starts the commit, has an account do what accounts do, ends it in the middle of queued work, and packs its state with
 * a list of what was done into `test/fixtures/state/COMMIT.tar.gz`. What a release did not have yet is left out.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { root } from './browser.mjs'
import { checkOutRelease, startRelease, TEST_SECRETS } from './former-release.mjs'

const PORT = Number(process.env.PORT || 8788)
/** How long the pages of queued work wait, in milliseconds: they are under way when the release ends. */
const QUEUED_WAIT_MS = 4000

const [, , commit] = process.argv
if (!commit) throw new Error('name a commit: npm run state-fixture -- COMMIT')
const folder = checkOutRelease(commit)
const state = path.join(folder, '.wrangler', 'state')
fs.rmSync(path.join(folder, '.wrangler', 'demo.json'), { force: true })
fs.rmSync(state, { recursive: true, force: true })
const service = await startRelease(folder, { port: PORT, settings: { ALLOW_HOSTS: '127.0.0.1:9' } })
const facts = await use(service.origin).finally(() => service.kill())
fs.writeFileSync(path.join(state, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`)
pack()

/** Does a little of everything; returns what a later release must know of it. */
async function use(origin) {
  /** @type {(method: string, address: string, request?: { key?: string, body?: unknown, headers?: Record<string, string> }) => Promise<any>} */
  const ask = async (method, address, { key, body, headers = {} } = {}) => {
    const answer = await fetch(origin + address, {
      method,
      headers: {
        ...(key ? { 'X-API-Key': key } : { Authorization: `Bearer ${TEST_SECRETS.ADMIN_TOKEN}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const isJson = answer.headers.get('content-type')?.includes('json')
    const read = isJson ? await answer.json() : (await answer.arrayBuffer()).byteLength
    console.log(method, address, answer.status)
    return { status: answer.status, taskId: answer.headers.get('x-task-id') ?? undefined, body: read }
  }
  const madeAt = Date.now()
  const account = (
    await ask('POST', '/admin/v1/accounts', { body: { name: 'Former', plan: 'Pro', credits: 100 } })
  ).body
  const { account_id: accountId, api_key: key } = account
  const admin = `/admin/v1/accounts/${accountId}`
  const grant = { key: 'grant-1', body: { amount: 50, reason: 'promised' } }
  await ask('POST', `${admin}/credits`, { body: grant.body, headers: { 'Idempotency-Key': grant.key } })
  const testKey = (await ask('POST', `${admin}/keys`, { body: { mode: 'test', scopes: ['render', 'read'] } }))
    .body
  const rotated = (
    await ask('POST', `${admin}/keys/${account.key_id}/rotate`, { body: { grace_seconds: 2_000_000 } })
  ).body
  await ask('POST', '/v1/webhooks/secret/rotate', { key, body: { grace_seconds: 3600 } })

  const render = (html, rest = {}) => ({ html: `<!doctype html><p>${html}`, goCreditMode: false, ...rest })
  const transform = (body, headers) => ask('POST', '/v1/transform', { key, body, headers })
  const repeated = { key: 'render-1', body: render('once') }
  repeated.taskId = (await transform(repeated.body, { 'Idempotency-Key': repeated.key })).taskId
  await transform(render('stored', { return_type: 'url' }))
  await transform({ html: 7 })
  await ask('POST', '/v1/transform', { key: testKey.api_key, body: render('test') })
  await ask('POST', '/v1/qrcode', { key, body: { type: 'text', data: 'former' } })
  const words = { data: { word: 'stored' } }
  const template = { label: 'Note', page: '<p>{{ word }}</p>' }
  const endpoint = { name: 'Note', html: '<p>{{ word }}</p>', options: { filename: 'note.pdf' } }
  await ask('PUT', '/v1/templates/own/note', { key, body: template })
  await ask('PUT', '/v1/endpoints/note', { key, body: endpoint })
  await ask('POST', '/v1/generate', { key, body: { template_id: 'own/note', ...words } })
  await ask('POST', '/v1/studio/note', { key, body: words })

  const done = await transform(render('queued', { async_mode: true, webhook_url: 'http://127.0.0.1:9/hook' }))
  if (done.status === 202) await waitForEnd(done.body.task_id)
  const slow = (html, options = {}) =>
    render(html, { async_mode: true, options: { wait_for: { ms: QUEUED_WAIT_MS }, ...options } })
  const queued = []
  for (const body of [slow('one'), slow('two', { password: 'secret' }), slow('three', { title: 'Three' })]) {
    const accepted = await transform(body)
    if (accepted.status === 202) queued.push(accepted.body.task_id)
  }
  const { credits_left: creditsLeft } = (await ask('GET', '/v1/credits', { key })).body
  const completed = [repeated.taskId, done.body?.task_id].filter(Boolean)
  // What waits for the database is sent within a second.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  return {
    madeAt,
    accountId,
    keys: { rotated: key, present: rotated.api_key, presentId: rotated.key_id, test: testKey.api_key },
    creditsLeft,
    grant,
    repeated,
    completed,
    queued,
  }

  async function waitForEnd(taskId) {
    for (let look = 0; look < 60; look++) {
      const { body } = await ask('GET', `/v1/status/${taskId}`, { key })
      if (body.status === 'completed' || body.status === 'failed') return
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    throw new Error(`${taskId} did not end`)
  }
}

/** Packs databases and files, without what SQLite and the platform keep beside them. */
function pack() {
  for (const file of fs.globSync('v3/**/*.sqlite', { cwd: state })) {
    const db = new DatabaseSync(path.join(state, file))
    db.exec('PRAGMA journal_mode = DELETE; VACUUM')
    db.close()
  }
  const folders = ['d1', 'do', 'r2']
    .map((name) => `v3/${name}`)
    .filter((name) => fs.existsSync(path.join(state, name)))
  const target = path.join(root, 'test/fixtures/state', `${commit}.tar.gz`)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  execFileSync('tar', ['-czf', target, 'facts.json', ...folders], { cwd: state })
  console.log(`${path.relative(root, target)}: ${Math.ceil(fs.statSync(target).size / 1024)} KB`)
}
