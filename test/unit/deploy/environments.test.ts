/** The sections of `wrangler.toml` for environments, as wrangler reads them. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { unstable_readConfig as readConfig } from 'wrangler'
import { environmentNamed, environments } from '../../../scripts/deploy/environments.mjs'
import {
  deploymentConfig,
  environmentQueues,
  withEnvironments,
} from '../../../scripts/deploy/wrangler-config.mjs'
import { queueRole } from '../../../src/queue/queue-role'

const text = readFileSync('wrangler.toml', 'utf8')
const names = Object.keys(environments)
type Queue = { binding: string; queue: string; dead_letter_queue?: string }
/** The part of wrangler's configuration that is looked at. */
type Config = {
  [key: string]: unknown
  name: string
  vars: object
  d1_databases: { binding: string; database_name: string }[]
  r2_buckets: { binding: string; bucket_name: string }[]
  analytics_engine_datasets: { binding: string; dataset: string }[]
  queues: { producers?: Queue[]; consumers?: Queue[] }
  ratelimits?: { name: string; namespace_id: string }[]
  durable_objects: { bindings: { name: string }[] }
  browser?: { binding: string }
  version_metadata?: { binding: string }
}
const configOf = (env?: string): Config =>
  readConfig({ config: 'wrangler.toml', env }, { hideWarnings: true })

/** What another environment must not share: names in the account by what they name. */
function resourceNames(config: Config): string[] {
  return [
    `worker ${config.name}`,
    ...config.d1_databases.map(({ database_name }) => `database ${database_name}`),
    ...config.r2_buckets.map(({ bucket_name }) => `bucket ${bucket_name}`),
    ...(config.queues.producers ?? []).map(({ queue }) => `queue ${queue}`),
    ...(config.queues.consumers ?? []).flatMap(({ queue, dead_letter_queue }) =>
      [queue, dead_letter_queue ?? queue].map((name) => `queue ${name}`),
    ),
    ...(config.ratelimits ?? []).map(({ namespace_id }) => `rate limit ${namespace_id}`),
    ...config.analytics_engine_datasets.map(({ dataset }) => `dataset ${dataset}`),
  ]
}

/** Bindings and settings by their names in the code, without what they lead to. */
function bindingNames(config: Config): string[] {
  const lists = [config.d1_databases, config.r2_buckets, config.analytics_engine_datasets]
  return [
    ...Object.keys(config.vars),
    ...lists.flat().map(({ binding }) => binding),
    ...(config.queues.producers ?? []).map(({ binding }) => binding),
    ...config.durable_objects.bindings.map(({ name }) => name),
    ...(config.ratelimits ?? []).map(({ name }) => name),
    String(config.browser?.binding),
    String(config.version_metadata?.binding),
  ].sort()
}

it('stand in wrangler.toml as their list makes them: run `npm run environments`', () => {
  expect(withEnvironments(text)).toBe(text)
})

it.each(names)(
  '%s has every binding and setting of the code, and the same consumers, cron and flags',
  (env) => {
    const [shared, own] = [configOf(), configOf(env)]
    expect(bindingNames(own)).toEqual(bindingNames(shared))
    for (const key of [
      'compatibility_flags',
      'compatibility_date',
      'migrations',
      'triggers',
      'limits',
    ] as const)
      expect(own[key]).toEqual(shared[key])
    const consumers = (config: typeof own) =>
      (config.queues.consumers ?? []).map(({ queue, dead_letter_queue, ...settings }) => ({
        ...settings,
        role: queueRole(queue),
        deadLetters: dead_letter_queue && queueRole(dead_letter_queue),
      }))
    expect(consumers(own)).toEqual(consumers(shared))
    expect(consumers(own).map(({ role }) => role)).not.toContain(undefined)
  },
)

it('share no resource', () => {
  const all = names.flatMap((env) => [...new Set(resourceNames(configOf(env)))])
  expect(new Set(all).size).toBe(all.length)
})

it('name every queue that they use', () => {
  for (const env of names) {
    const used = resourceNames(configOf(env)).filter((name) => name.startsWith('queue '))
    const made = environmentQueues(environmentNamed(env)).map((name) => `queue ${name}`)
    expect(made.toSorted()).toEqual([...new Set(used)].sort())
  }
})

it('that nobody listed are refused with the list', () => {
  expect(() => environmentNamed('prod')).toThrow('no environment "prod": --env staging or --env production')
  expect(() => environmentNamed(undefined)).toThrow('Say which environment: --env staging')
  expect(() => environmentNamed('toString')).toThrow('no environment')
})

it('take a domain, a place and settings of their own from the list', () => {
  const list = {
    eu: {
      ...environmentNamed('staging'),
      name: 'platen-eu',
      domain: 'api.example.com',
      workersDev: false,
      placement: 'smart' as const,
      jurisdiction: 'eu' as const,
      vars: { POOL_SHARDS: '7' },
    },
  }
  const made = withEnvironments(text, list)
  for (const line of [
    'routes = [{ pattern = "api.example.com", custom_domain = true }]',
    'workers_dev = false',
    'mode = "smart"',
    'PUBLIC_URL = "https://api.example.com"',
    'POOL_SHARDS = "7"',
    'jurisdiction = "eu"',
    'dataset = "platen_eu"',
  ])
    expect(made.split('\n')).toContain(line)
  expect(made).not.toContain('[env.staging]')
})

it('have a database more where the first part has one, each deployed with its own id', () => {
  const [head = '', ...rest] = text.split('[[durable_objects.bindings]]')
  const block = '[[d1_databases]]\nbinding = "TASKS_1"\ndatabase_name = "platen-tasks-1"\n\n'
  const made = withEnvironments([head + block, ...rest].join('[[durable_objects.bindings]]'))
  const ids = { 'platen-staging': 'first-id', 'platen-staging-tasks-1': 'second-id' }
  const config = deploymentConfig(made, { env: 'staging', databaseIds: ids })
  expect(config).toContain('binding = "DB"\ndatabase_name = "platen-staging"\ndatabase_id = "first-id"')
  expect(config).toContain(
    '[[env.staging.d1_databases]]\nbinding = "TASKS_1"\ndatabase_name = "platen-staging-tasks-1"\ndatabase_id = "second-id"',
  )
  expect(config).toContain('binding = "TASKS_1"\ndatabase_name = "platen-tasks-1"\n')
})

it('number their databases without a gap, and let new accounts into those alone', () => {
  for (const env of names) {
    const { d1_databases, vars } = configOf(env)
    const numbered = d1_databases.map((_, number) => (number === 0 ? 'DB' : `TASKS_${number}`))
    expect(d1_databases.map(({ binding }) => binding)).toEqual(numbered)
    const settings = vars as { NEW_ACCOUNT_DATABASES: string }
    for (const number of settings.NEW_ACCOUNT_DATABASES.split(',').map(Number))
      expect(number).toBeLessThan(d1_databases.length)
  }
})

it('are deployed with the id of their own database, and of no other', () => {
  const id = '11111111-2222-3333-4444-555555555555'
  const config = deploymentConfig(text, { env: 'staging', databaseIds: { 'platen-staging': id } })
  expect(config.split(id)).toHaveLength(2)
  expect(config.indexOf(id)).toBeGreaterThan(config.indexOf('[env.staging]'))
  expect(config.indexOf(id)).toBeLessThan(config.indexOf('[env.production]'))
  expect(config).toContain(`database_name = "platen-staging"\ndatabase_id = "${id}"`)
})

it.each([
  ['durable_object_io_tasks_prevent_eviction', '2026-10-01'],
  ['queues_json_messages', '2024-03-18'],
])('have a compatibility date that brings %s', (flag, since) => {
  for (const env of names) {
    const { compatibility_date: date, compatibility_flags: flags } = configOf(env)
    expect(flags).not.toContain(flag)
    expect(String(date) >= since).toBe(true)
  }
  expect(text).toContain(flag)
})
