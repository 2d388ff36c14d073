/** The commands of `npm run platen`: each is an address, what it sends and how its response is shown. */
import { EXIT, end, fields, keyTable, table } from './platen-output.mjs'

const RANGE = {
  day: 'one day, such as 2026-11-21 (UTC)',
  from: 'from this day or time on',
  to: 'before this day or time',
  kind: 'generate, transform, studio or qrcode',
  task: 'one task_id',
}

export const commands = {
  'account create': {
    about: 'make an account; its key is shown this once',
    options: { name: 'default "unnamed"', plan: 'such as Pro; default Free', credits: 'default 0' },
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
    options: { plan: 'such as Pro', name: 'the new name' },
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

function whole(text) {
  if (text === undefined) return undefined
  const number = Number(text.replace('\u2212', '-'))
  return Number.isInteger(number) ? number : end(EXIT.usage, `"${text}" is not a whole number.`)
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
