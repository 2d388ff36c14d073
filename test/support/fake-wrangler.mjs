#!/usr/bin/env node
/**
 * A wrangler that does nothing but remember: the commands that a deployment gives, in an account that is a JSON file
 * (`FAKE_ACCOUNT`). It answers as wrangler 4 does: the same JSON, the same events for programs, the same words when
 * something is there already. `failAt` breaks one call off, before or after it took effect.
 */
import fs from 'node:fs'

/** An account in which nothing was ever deployed. */
export function emptyAccount() {
  return {
    calls: [],
    databases: [],
    buckets: {},
    queues: [],
    secrets: [],
    versions: [],
    deployments: [],
    triggers: 0,
  }
}

/** Does one command in `account`, which it changes. */
export function runCommand(words, account) {
  const { command, options } = parse(words)
  account.calls.push(command.join(' '))
  const { call, when } = account.failAt ?? {}
  const fails = call === account.calls.length
  if (fails && when === 'before') return failed('fetch failed')
  const ended = perform(command, options, account)
  return fails ? failed('fetch failed') : ended
}

function perform(command, options, account) {
  const [first, second, third, name = ''] = command
  switch (command.slice(0, 3).join(' ')) {
    case 'd1 list':
      return done(JSON.stringify(account.databases))
    case `d1 create ${third}`:
      if (account.databases.some((database) => database.name === third))
        return failed('A database with that name already exists')
      account.databases.push({
        name: third,
        uuid: `00000000-0000-4000-8000-00000000000${account.databases.length}`,
      })
      return done('Created your new D1 database.')
    case 'd1 migrations apply': {
      const database = account.databases.find((one) => one.name === name)
      if (!database) return failed(`Couldn't find a D1 DB named '${name}'`)
      database.migrated = true
      return done('No migrations to apply!')
    }
    case 'r2 bucket create':
      if (name in account.buckets)
        return failed('The bucket you tried to create already exists, and you own it. [code: 10004]')
      account.buckets[name] = []
      return done()
    case 'r2 bucket lifecycle':
      if (name === 'list') return done(account.buckets[command[4]].join('\n'))
      account.buckets[command[4]].push(command[5])
      return done()
    case `queues create ${third}`:
      if (account.queues.includes(third))
        return failed(`Queue name '${third}' is already taken. [code: 11009]`)
      account.queues.push(third)
      return done()
    case 'secret list':
      return done(JSON.stringify(account.secrets.map((secret) => ({ name: secret, type: 'secret_text' }))))
    case `secret put ${third}`:
      return putSecret(third, account)
    case 'triggers deploy':
      account.triggers++
      return done()
    case 'deployments status':
    case 'deployments list': {
      if (account.deployments.length === 0)
        return failed('This Worker does not exist on your account. [code: 10007]')
      const dated = account.deployments.map((deployment, index) => ({
        ...deployment,
        created_on: new Date(index * 1000).toISOString(),
      }))
      return done(JSON.stringify(second === 'status' ? dated.at(-1) : dated))
    }
    case 'versions list':
      return done(
        JSON.stringify(
          account.versions.map(({ id, tag, trigger }) => ({
            id,
            annotations: { 'workers/tag': tag, 'workers/triggered_by': trigger },
          })),
        ),
      )
    case 'versions upload':
      if (account.migrationsPending)
        return failed('This Worker has a pending Durable Object migration, which cannot be')
      return done('', [
        { type: 'version-upload', version_id: upload(options, account), preview_url: account.previewUrl },
      ])
    default:
      if (first === 'deploy') return deployWorker(options, account)
      if (first === 'versions' && second === 'deploy') return moveTraffic(command.slice(2), account)
      return failed(`Unknown command: ${command.join(' ')}`)
  }
}

/** A version of its own, which serves at once; those of before keep the former value. */
function putSecret(name, account) {
  account.secrets = [...new Set([...account.secrets, name])]
  const id = `version-${account.versions.length + 1}`
  account.versions.push({ id, trigger: 'secret' })
  account.deployments.push({ versions: [{ version_id: id, percentage: 100 }] })
  return done()
}

function deployWorker(options, account) {
  if (options['dry-run']) {
    fs.mkdirSync(options.outdir, { recursive: true })
    fs.writeFileSync(`${options.outdir}/index.js`, account.source ?? 'export default {}')
    return done()
  }
  const id = upload(options, account)
  account.migrationsPending = false
  account.deployments.push({ versions: [{ version_id: id, percentage: 100 }] })
  account.triggers++
  const targets = ['https://platen-staging.example.workers.dev', 'schedule: * * * * *']
  return done('', [{ type: 'deploy', version_id: id, targets }])
}

function upload(options, account) {
  const id = account.nextVersion ?? `version-${account.versions.length + 1}`
  if (options['secrets-file']) {
    const added = Object.keys(JSON.parse(fs.readFileSync(options['secrets-file'], 'utf8')))
    account.secrets = [...new Set([...account.secrets, ...added])]
  }
  account.versions.push({ id, tag: options.tag, trigger: 'version_upload' })
  return id
}

function moveTraffic(specs, account) {
  const versions = specs.map((spec) => {
    const [version_id, percentage] = spec.split('@')
    return { version_id, percentage: Number(percentage) }
  })
  const total = versions.reduce((sum, { percentage }) => sum + percentage, 0)
  if (total !== 100) return failed(`The specified traffic percentages add up to ${total}%`)
  if (versions.some(({ version_id }) => !account.versions.some(({ id }) => id === version_id)))
    return failed('No such version')
  const newestSecrets = account.versions.findLastIndex(({ trigger }) => trigger === 'secret')
  const placeOf = (version) => account.versions.findIndex(({ id }) => id === version)
  if (versions.some(({ version_id }) => placeOf(version_id) < newestSecrets))
    return failed('A secret was changed since this version was uploaded. [code: 10220]')
  account.deployments.push({ versions })
  return done()
}

function done(stdout = '', events = []) {
  return { code: 0, stdout, stderr: '', events }
}

function failed(message) {
  return {
    code: 1,
    stdout: '',
    stderr: `✘ [ERROR] ${message}\n`,
    events: [{ type: 'command-failed', message }],
  }
}

/** Words of the command, and its options by name; every option but these takes a value. */
function parse(words) {
  const flags = new Set(['json', 'remote', 'yes', 'force', 'dry-run'])
  const command = []
  const options = {}
  for (let at = 0; at < words.length; at++) {
    if (!words[at].startsWith('--')) command.push(words[at])
    else {
      const name = words[at].slice(2)
      options[name] = flags.has(name) ? true : words[++at]
    }
  }
  return { command, options }
}

if (process.argv[1] === import.meta.filename) {
  const file = process.env.FAKE_ACCOUNT
  const account = JSON.parse(fs.readFileSync(file, 'utf8'))
  const { code, stdout, stderr, events } = runCommand(process.argv.slice(2), account)
  fs.writeFileSync(file, JSON.stringify(account, null, 2))
  const report = process.env.WRANGLER_OUTPUT_FILE_PATH
  if (report && events.length > 0)
    fs.writeFileSync(report, `${events.map((event) => JSON.stringify(event)).join('\n')}\n`)
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = code
}
