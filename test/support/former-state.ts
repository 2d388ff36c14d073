/** What a former release stored, unpacked for this one: times are moved, so that what was kept a minute ago still is. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TEST_SECRETS } from '../../scripts/former-release.mjs'
import { saveSecrets } from '../../scripts/secrets.mjs'

/** What `scripts/state-fixture.mjs` did with the release. Tasks that it had accepted, and not ended, are `queued`. */
export type FormerFacts = {
  madeAt: number
  accountId: string
  /** `rotated` works beside `present` for a time of grace. */
  keys: { rotated: string; present: string; presentId: string; test: string }
  creditsLeft: number
  grant: { key: string; body: { amount: number; reason: string } }
  /** A render under an `Idempotency-Key`. */
  repeated: { key: string; body: unknown; taskId: string }
  completed: string[]
  queued: string[]
}

const DAY_MS = 86_400_000

/** Unpacks the state of `commit` into a folder for `PLATEN_STATE`, with the secrets that its keys were made with. */
export function restoreState(commit: string): { folder: string; facts: FormerFacts } {
  fs.mkdirSync('.wrangler', { recursive: true })
  const folder = fs.mkdtempSync(path.resolve('.wrangler/state-'))
  const state = path.join(folder, 'state')
  fs.mkdirSync(state)
  execFileSync('tar', ['-xzf', path.resolve(`test/fixtures/state/${commit}.tar.gz`), '-C', state])
  const facts: FormerFacts = JSON.parse(fs.readFileSync(path.join(state, 'facts.json'), 'utf8'))
  saveSecrets(path.join(folder, '.dev.vars'), TEST_SECRETS)
  const move = timesMoved(facts.madeAt)
  for (const file of fs.globSync('v3/**/*.sqlite', { cwd: state })) moveRows(path.join(state, file), move)
  for (const file of fs.globSync('v3/r2/*/blobs/*', { cwd: state })) {
    const text = fs.readFileSync(path.join(state, file), 'latin1')
    if (text.startsWith('{')) fs.writeFileSync(path.join(state, file), move(text), 'latin1')
  }
  return { folder, facts }
}

/** Moves each time from about when the state was made to about now: times are 13 digits, milliseconds since 1970. */
function timesMoved(madeAt: number): (text: string) => string {
  const by = Date.now() - madeAt
  return (text) =>
    text.replace(/\b\d{13}\b/g, (digits) => {
      const time = Number(digits)
      return time > madeAt - DAY_MS && time < madeAt + 60 * DAY_MS ? String(time + by) : digits
    })
}

function moveRows(file: string, move: (text: string) => string): void {
  const db = new DatabaseSync(file)
  db.function('moved', (value) => (typeof value === 'string' ? move(value) : Number(move(String(value)))))
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
  for (const table of tables.map(({ name }) => String(name)).filter((name) => !/^(sqlite|_cf)_/.test(name))) {
    for (const { name } of db.prepare(`PRAGMA table_info("${table}")`).all())
      db.exec(
        `UPDATE "${table}" SET "${name}" = moved("${name}") WHERE typeof("${name}") IN ('integer', 'text')`,
      )
  }
  db.close()
}
