/**
 * `npm run deploy`: brings the service to the Cloudflare account that wrangler is logged in to. Makes what is not
 * there yet (bucket and its rule, queues), applies schema.sql, deploys, and says which secrets are missing. The database must be
 * named in wrangler.toml first, since only its owner knows the id. `docs/operate/deploy.md` has the steps.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root, toolEnvironment } from './browser.mjs'
import { prepareSources } from './prepare.mjs'

const SECRETS = ['ADMIN_TOKEN', 'SIGNING_SECRET']
const settings = fs.readFileSync(path.join(root, 'wrangler.toml'), 'utf8')

if (settings.includes('00000000-0000-0000-0000-000000000000')) {
  console.error('wrangler.toml names no database yet: run `wrangler d1 create platen` and put its id there.')
  process.exit(1)
}
for (const bucket of named('bucket_name')) {
  makeUnlessThere(['r2', 'bucket', 'create', bucket])
  expireCacheEntries(bucket)
}
for (const queue of new Set([...named('queue'), ...named('dead_letter_queue')])) {
  makeUnlessThere(['queues', 'create', queue])
}
must(['d1', 'execute', 'platen', '--remote', '--yes', '--file', 'schema.sql'])
prepareSources()
must(['deploy'])
const present = wrangler(['secret', 'list'], 'pipe').stdout ?? ''
for (const name of SECRETS.filter((name) => !present.includes(`"${name}"`))) {
  console.error(`The secret ${name} is missing; every request is 503 until: wrangler secret put ${name}`)
}

function named(key) {
  return [...settings.matchAll(new RegExp(`^${key} = "([^"]+)"`, 'gm'))].map(([, name]) => name)
}

/** An entry of the cache is of no use once its task's file is gone: after 30 days, the longest that a plan keeps one. */
function expireCacheEntries(bucket) {
  const lifecycle = ['r2', 'bucket', 'lifecycle']
  const rule = 'expire-cache-entries'
  const { stdout } = wrangler([...lifecycle, 'list', bucket], 'pipe')
  if (stdout?.includes(rule)) return
  must([...lifecycle, 'add', bucket, rule, 'cache/', '--expire-days', '30', '--force'])
}

function makeUnlessThere(words) {
  const { status, stdout, stderr } = wrangler(words, 'pipe')
  if (status !== 0 && !/already (exists|taken)|11009|10004/i.test(stdout + stderr)) {
    console.error(stdout + stderr)
    process.exit(1)
  }
}

function must(words) {
  const { status } = wrangler(words, 'inherit')
  if (status !== 0) process.exit(status ?? 1)
}

function wrangler(words, stdio) {
  return spawnSync('wrangler', words, { cwd: root, env: toolEnvironment(), stdio, encoding: 'utf8' })
}
