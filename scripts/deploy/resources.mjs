/** Databases, bucket and queues of an environment: found, or made where they are to be. */
import { environmentDatabases, environmentQueues } from './wrangler-config.mjs'

/** What wrangler and the API say if a thing is there already. */
const EXISTS = /already (exists|taken|own)|\b(7502|10004|11009)\b/i
/**
 * Lifecycle rules of the bucket. An entry of the cache is of no use once its task's file is gone: after 30 days, the
 * longest that a plan keeps one. Files and inputs are removed by the sweep, by the plan; the rules hold should it be late.
 */
const LIFECYCLE_RULES = [
  { name: 'expire-cache-entries', prefix: 'cache/', days: 30 },
  { name: 'expire-files', prefix: 'files/', days: 31 },
  { name: 'expire-inputs', prefix: 'inputs/', days: 3 },
]

/** Finds the databases by their names, or makes them, and writes their ids into the configuration of this deployment. */
export async function findDatabases({ tools, environment }) {
  const names = environmentDatabases(environment)
  const find = async () => {
    const listed = JSON.parse(await tools.wrangler(['d1', 'list', '--json']))
    return Object.fromEntries(listed.map(({ name, uuid }) => [name, uuid]))
  }
  const known = await find()
  const made = names.filter((name) => !known[name])
  for (const name of made) await create(tools, ['d1', 'create', name, ...place(environment)])
  const ids = made.length > 0 ? await find() : known
  const lost = names.find((name) => !ids[name])
  if (lost) throw new Error(`the database ${lost} was made, but is not listed`)
  tools.configure(Object.fromEntries(names.map((name) => [name, ids[name]])))
  return names.map((name) => (known[name] ? name : `${name} was made`)).join(', ')
}

/** Finds or makes the bucket, and gives it its lifecycle rules. */
export async function findBucket({ tools, environment }) {
  const bucket = `${environment.name}-files`
  const inPlace = environment.jurisdiction ? ['--jurisdiction', environment.jurisdiction] : []
  const made = await create(tools, ['r2', 'bucket', 'create', bucket, ...place(environment)])
  const rules = await tools.wrangler(['r2', 'bucket', 'lifecycle', 'list', bucket, ...inPlace])
  for (const { name, prefix, days } of LIFECYCLE_RULES) {
    if (rules.includes(name)) continue
    const rule = [bucket, name, prefix, '--expire-days', String(days), '--force', ...inPlace]
    await tools.wrangler(['r2', 'bucket', 'lifecycle', 'add', ...rule])
  }
  return `${bucket}${made ? ' was made' : ''}`
}

/** Finds or makes the queues. */
export async function findQueues({ tools, environment }) {
  const names = environmentQueues(environment)
  const made = []
  for (const name of names) if (await create(tools, ['queues', 'create', name])) made.push(name)
  return made.length > 0 ? `${made.join(', ')} made` : `${names.length} there`
}

/** Makes what is not there; `false` if it is. */
async function create(tools, words) {
  const { ok, output } = await tools.tryWrangler(words)
  if (ok) return true
  if (EXISTS.test(output)) return false
  throw new Error(`wrangler ${words.join(' ')} failed:\n${output}`)
}

function place({ location, jurisdiction }) {
  if (jurisdiction) return ['--jurisdiction', jurisdiction]
  return location ? ['--location', location] : []
}
