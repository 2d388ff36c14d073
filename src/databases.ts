/**
 * The databases. `DB` is the directory (accounts, templates, endpoints, assets) and the first database of tasks, batches,
 * deliveries and the ledger's projection; `TASKS_1`, `TASKS_2`, … are further ones, of which there may be none. An account
 * keeps the one that it was created in, and so do its tasks: their ids say which (`databaseOf`), so nothing is looked up.
 */
import { databaseOf } from './ids'
import { newAccountDatabases } from './settings'

/** Bytes that D1 gives a database. */
const MAX_BYTES = 10e9

/** All databases of tasks, by their numbers. */
export function taskDatabases(env: Env): D1Database[] {
  const found: D1Database[] = []
  for (let db: D1Database | undefined = env.DB; db; db = bound(env, found.length)) found.push(db)
  return found
}

/**
 * The database of an account, or of what an id of it names. Throws an Error if it is not bound: `id` must be ours, not one
 * that a caller made up.
 */
export function taskDatabase(env: Env, id: string): D1Database {
  const number = databaseOf(id)
  const db = number === 0 ? env.DB : bound(env, number)
  if (db) return db
  throw new Error(`${id} belongs to the database TASKS_${number}, which is not bound (docs/operate/scale.md)`)
}

/**
 * The number of the database that a new account goes to: of those that take new ones, each as likely as it has room. A new
 * one thus gets most of the next accounts, but not every one. `random` is from 0 to 1.
 */
export async function chooseDatabase(env: Env, random: () => number = Math.random): Promise<number> {
  const numbers = newAccountDatabases(env)
  const all = taskDatabases(env)
  const missing = numbers.find((number) => number >= all.length)
  if (missing !== undefined)
    throw new Error(`NEW_ACCOUNT_DATABASES: ${missing} is named, but TASKS_${missing} is not bound`)
  const [only = 0] = numbers
  if (numbers.length === 1) return only
  const room = await Promise.all(numbers.map((number) => roomOf(all[number])))
  let left = random() * room.reduce((sum, bytes) => sum + bytes, 0)
  for (const [index, bytes] of room.entries()) {
    left -= bytes
    if (left < 0) return numbers[index] ?? only
  }
  return only
}

/** Bytes that a database has left. */
async function roomOf(db: D1Database | undefined): Promise<number> {
  const { meta } = (await db?.prepare('SELECT 1').run()) ?? {}
  return Math.max(1, MAX_BYTES - (meta?.size_after ?? 0))
}

function bound(env: Env, number: number): D1Database | undefined {
  return env[`TASKS_${number}`]
}
