#!/usr/bin/env node
/**
 * `npm run platen -- …`: the operator's command line over `/admin/v1`. One table of commands; each is an address, what
 * it sends and how its answer is shown. Help, parsing and exit codes follow from the table.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

const EXIT = { ok: 0, refused: 1, usage: 2, unreachable: 3 }
const RANGE = {
  day: 'one day, such as 2026-11-21 (UTC)',
  from: 'from this day or time on',
  to: 'before this day or time',
  kind: 'generate, transform, studio or qrcode',
  task: 'one task_id',
}

const commands = {
  'account create': {
    about: 'make an account; its key is shown this once',
    options: { name: 'default "unnamed"', plan: 'Free, Pro or Max; default Free', credits: 'default 0' },
    request: (_, { name = 'unnamed', plan, credits }) =>
      post('/accounts', { name, plan, credits: whole(credits) }),
  },
  'account list': {
    about: 'the accounts, newest first',
    options: { limit: 'lines, default 100', cursor: 'where the page before ended' },
    request: (_, options) => get('/accounts', options),
    show: ({ accounts }) => table(accounts, ['account_id', 'name', 'plan', 'created_at']),
  },
  'account show': {
    about: 'balance, plan and keys',
    takes: ['account'],
    request: ({ account }) => get(`/accounts/${account}`),
    show: ({ keys, ...account }) => `${fields(account)}\n\n${keyTable(keys)}`,
  },
  'account update': {
    about: 'change plan or name',
    takes: ['account'],
    options: { plan: 'Free, Pro or Max', name: 'the new name' },
    request: ({ account }, body) => send('PATCH', `/accounts/${account}`, body),
    show: ({ keys, ...account }) => fields(account),
  },
  'credits grant': {
    about: 'add credits; a negative amount takes back what is still available',
    takes: ['account', 'amount'],
    options: { reason: 'for the ledger', once: 'a text: granting again under the same one does nothing' },
    request: ({ account, amount }, { reason, once }) =>
      post(
        `/accounts/${account}/credits`,
        { amount: whole(amount), reason },
        once && { 'Idempotency-Key': once },
      ),
  },
  'key create': {
    about: 'make another key; it is shown this once',
    takes: ['account'],
    options: {
      mode: 'live or test; default live',
      scopes: 'such as render,read; default render,read,manage, and render,read for a test key',
    },
    request: ({ account }, { mode, scopes }) =>
      post(`/accounts/${account}/keys`, { mode, scopes: scopes?.split(',') }),
  },
  'key list': {
    about: 'the keys of an account',
    takes: ['account'],
    request: ({ account }) => get(`/accounts/${account}`),
    pick: ({ keys }) => ({ keys }),
    show: ({ keys }) => keyTable(keys),
  },
  'key rotate': {
    about: 'make a key in place of another, which still works for the grace period',
    takes: ['account', 'key'],
    options: { grace: 'seconds, default 86400; 0 ends the old key at once' },
    request: ({ account, key }, { grace }) =>
      post(`/accounts/${account}/keys/${key}/rotate`, { grace_seconds: whole(grace) }),
  },
  'key revoke': {
    about: 'end a key at once',
    takes: ['account', 'key'],
    request: ({ account, key }) => send('DELETE', `/accounts/${account}/keys/${key}`),
    show: () => 'revoked',
  },
  ledger: {
    about: 'every grant, hold and charge, newest first',
    takes: ['account'],
    options: { ...RANGE, limit: 'lines, default 100', cursor: 'where the page before ended' },
    request: ({ account }, options) => get(`/accounts/${account}/ledger`, options),
    show: ({ entries, next_cursor }) =>
      table(entries, ['seq', 'at', 'type', 'credits', 'credits_left', 'kind', 'mode', 'task_id', 'reason']) +
      (next_cursor ? `\n\nmore: --cursor ${next_cursor}` : ''),
  },
  usage: {
    about: 'what was charged, by day and kind',
    takes: ['account'],
    options: RANGE,
    request: ({ account }, options) => get(`/accounts/${account}/usage`, options),
    show: ({ totals, by_day, ...balance }) =>
      `${fields({ ...balance, ...totals })}\n\n${table(by_day, ['day', 'kind', 'tasks_completed', 'tasks_failed', 'credits_charged'])}`,
  },
}

await main(process.argv.slice(2))

async function main(words) {
  const name = [words.slice(0, 2).join(' '), words[0]].find((one) => one && Object.hasOwn(commands, one))
  if (!name) {
    const asked =
      words.length === 0 || words[0] === 'help' || words.includes('--help') || words.includes('-h')
    return end(
      asked ? EXIT.ok : EXIT.usage,
      asked ? help() : `There is no command "${words.join(' ')}".\n\n${help()}`,
    )
  }
  const command = commands[name]
  const { options, given } = parse(name, command, words.slice(name.split(' ').length))
  const { status, body } = await call(options.url, command.request(given, withoutGlobals(options)))
  if (status >= 400)
    return end(status >= 500 ? EXIT.unreachable : EXIT.refused, refusal(status, body, options.json))
  const picked = command.pick ? command.pick(body) : body
  end(EXIT.ok, options.json ? JSON.stringify(picked ?? {}, null, 2) : (command.show ?? fields)(picked))
}

/** @returns {{ options: Record<string, any>, given: Record<string, string> }} */
function parse(name, { takes = [], options = {} }, words) {
  /** @type {import('node:util').ParseArgsOptionsConfig} */
  const known = Object.fromEntries(Object.keys(options).map((option) => [option, { type: 'string' }]))
  /** @type {import('node:util').ParseArgsOptionsConfig} */
  const common = { url: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } }
  try {
    // A negative amount is no option: "-5" is taken as the word it is.
    const negative = words.map((word) => (/^-\d+$/.test(word) ? `\u2212${word.slice(1)}` : word))
    const { values, positionals } = parseArgs({
      args: negative,
      options: { ...known, ...common },
      allowPositionals: true,
    })
    if (values.help) end(EXIT.ok, usageOf(name))
    if (positionals.length !== takes.length)
      throw new Error(`takes ${takes.map((word) => `<${word}>`).join(' ') || 'no words'}`)
    return {
      options: values,
      given: Object.fromEntries(takes.map((word, index) => [word, positionals[index]])),
    }
  } catch (error) {
    return end(EXIT.usage, `${name}: ${error.message}\n\n${usageOf(name)}`)
  }
}

function whole(text) {
  if (text === undefined) return undefined
  const number = Number(text.replace('\u2212', '-'))
  return Number.isInteger(number) ? number : end(EXIT.usage, `"${text}" is not a whole number.`)
}

/** @param {Record<string, any>} options */
function withoutGlobals({ url, json, help, ...options }) {
  return options
}

function get(address, query = {}) {
  return { method: 'GET', address: `${address}?${new URLSearchParams(query)}` }
}

function post(address, body, headers) {
  return send('POST', address, body, headers)
}

function send(method, address, body, headers) {
  return { method, address, body, headers }
}

async function call(
  url = process.env.PLATEN_URL || `http://127.0.0.1:${process.env.PORT || 8787}`,
  { method, address, body, headers },
) {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    end(EXIT.usage, `"${url}" is no address of a service, such as https://platen.example.com.`)
  }
  const service = new URL(url)
  const token = process.env.ADMIN_TOKEN || localToken(service)
  if (!token) end(EXIT.usage, 'Set ADMIN_TOKEN to the operator token of the service.')
  try {
    const answer = await fetch(new URL(`/admin/v1${address}`, service), {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : undefined }
  } catch (error) {
    return end(
      EXIT.unreachable,
      `${service.origin} does not answer as Platen does: ${error.cause?.message ?? error.message}`,
    )
  }
}

/** The token that `npm start` wrote, for a service on this machine only: it is never sent anywhere else. */
function localToken({ hostname }) {
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return undefined
  const file = path.resolve(import.meta.dirname, '..', '.dev.vars')
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  return /^ADMIN_TOKEN\s*=\s*"?([^"\n]*)"?\s*$/m.exec(text)?.[1]
}

function refusal(status, body, json) {
  if (json) return JSON.stringify(body, null, 2)
  const errors = (body?.errors ?? []).map(
    ({ pointer, message }) => `\n  ${pointer || 'the request'} ${message}`,
  )
  return `${status} ${body?.detail ?? 'refused'}${errors.join('')}`
}

function fields(record) {
  const width = Math.max(...Object.keys(record).map((name) => name.length))
  return Object.entries(record)
    .map(([name, value]) => `${name.padEnd(width)}  ${Array.isArray(value) ? value.join(' ') : value}`)
    .join('\n')
}

function keyTable(keys) {
  return table(
    keys.map((key) => ({ ...key, scopes: key.scopes.join(' '), state: key.active ? 'works' : 'ended' })),
    ['key_id', 'mode', 'state', 'scopes', 'created_at', 'expires_at', 'revoked_at'],
  )
}

function table(rows, columns) {
  const shown = columns.filter((name) => rows.length === 0 || rows.some((row) => row[name] !== undefined))
  const lines = [shown, ...rows.map((row) => shown.map((name) => String(row[name] ?? '')))]
  const widths = shown.map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function help() {
  const lines = Object.entries(commands).map(([name, { takes = [], about }]) => [
    [name, ...takes.map((word) => `<${word}>`)].join(' '),
    about,
  ])
  const width = Math.max(...lines.map(([line]) => line.length))
  return `Accounts, keys and credits of a Platen service.

  npm run platen -- <command> [options]

${lines.map(([line, about]) => `  ${line.padEnd(width)}  ${about}`).join('\n')}

Every command takes --json, --url and --help.
  --url      the service; default PLATEN_URL, else port PORT (8787) of this machine
  ADMIN_TOKEN  in the environment; for a service on this machine, else the one in .dev.vars
Exit codes: 0 done, 1 refused, 2 used wrongly, 3 not reached or failed.`
}

function usageOf(name) {
  const { takes = [], options = {}, about } = commands[name]
  const width = Math.max(0, ...Object.keys(options).map((option) => option.length))
  const list = Object.entries(options).map(([option, text]) => `\n  --${option.padEnd(width)}  ${text}`)
  return `npm run platen -- ${[name, ...takes.map((word) => `<${word}>`)].join(' ')}\n\n${about}${list.length ? '\n' : ''}${list.join('')}`
}

/**
 * Prints `text` (on the error stream unless all is well) and ends.
 * @returns {never}
 */
function end(code, text) {
  ;(code === EXIT.ok ? console.log : console.error)(text)
  process.exit(code)
}
