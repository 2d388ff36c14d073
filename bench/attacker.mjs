/**
 * One attack of `neighbours.mjs`, in a process of its own: what it costs to send it is not to delay who is measured. It is
 * told what to do by one message, says when it has begun, and ends with the next message, telling what it was answered.
 */
import http from 'node:http'
import { askOperator } from '../scripts/ask-operator.mjs'
import { attacks } from './attacks.mjs'
import { hostilePages } from './hostile-pages.mjs'
import { reach } from './reach.mjs'
import { pause } from './service.mjs'

/** Answers, by status. @type {Record<string, number>} */
const statuses = {}
let over = false
const [asked] = await nextMessage()
const { origin, token, name, seconds, sender, accounts } = asked
const page = hostilePages(seconds)[name]
const end = await (page ? beginPages(page, sender) : beginRequests(attacks[name]()))
process.send?.('begun')
await nextMessage()
over = true
await end()
process.send?.(statuses)
process.disconnect()

/** @returns {Promise<any[]>} */
function nextMessage() {
  return new Promise((resolve) => process.once('message', (...told) => resolve(told)))
}

function admin(address, body) {
  return askOperator(origin, token, address, body)
}

/**
 * Has so many callers send a page again and again. Returns what waits for their end.
 * @param {{ html: string, options?: object }} hostile
 * @param {any} sender
 */
async function beginPages({ html, options }, { callers, batch, mode, ...account }) {
  const made = await admin('/accounts', { ...account, name: 'hostile' })
  const key = mode
    ? (await admin(`/accounts/${made.account_id}/keys`, { mode, scopes: ['render', 'read'] })).api_key
    : made.api_key
  const document = { html, goCreditMode: false, options: { timeout: seconds + 5, ...options } }
  const body = Buffer.from(JSON.stringify(document))
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const entries = batch && Array.from({ length: batch }, () => document)
  const begun =
    entries &&
    (await reach(`${origin}/v1/batch`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ endpoint: 'transform', entries }),
    }))
  const sending = Array.from({ length: callers }, () =>
    again(() => reach(`${origin}/v1/transform`, { method: 'POST', headers, body })),
  )
  return async () => {
    for (const { task_id } of begun?.json?.tasks ?? [])
      await reach(`${origin}/v1/status/${task_id}`, { method: 'DELETE', headers: { 'X-API-Key': key } })
    await Promise.all(sending)
  }
}

/**
 * Has callers send requests again and again. Returns what waits for their end.
 * @param {any} attack as in `attacks.mjs`
 */
async function beginRequests({ before, method, path, body, noKey, hangUp, callers = 8 }) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  // Those who hang up are stopped by their rate soon.
  const made = await Promise.all(
    Array.from({ length: noKey ? 0 : hangUp ? accounts : 1 }, () =>
      admin('/accounts', { name: 'hostile', plan: hangUp ? 'Max' : 'Pro', credits: 100_000 }),
    ),
  )
  let [requests, sent] = [0, 0]
  const headersOf = () => {
    const account = made[requests++ % made.length]
    return { 'Content-Type': 'application/json', ...(account && { 'X-API-Key': account.api_key }) }
  }
  const ask = (request) => reach(origin + request.path, { ...request, headers: headersOf() })
  const task = before && (await ask(before)).headers?.get('x-task-id')
  const sending = Array.from({ length: callers }, () =>
    again(() => {
      const request = { method, path: typeof path === 'string' ? path : path(sent, task), body: bytes }
      const leaveAfter = hangUp?.[sent++ % hangUp.length]
      return leaveAfter === undefined ? ask(request) : leave({ ...request, headers: headersOf() }, leaveAfter)
    }),
  )
  return async () => {
    await Promise.all(sending)
    if (hangUp) statuses.held = await heldBy(made)
  }
}

/** Sends until it is over, with a pause after what was refused or left. */
async function again(send) {
  while (!over) {
    const { status } = await send()
    statuses[status] = (statuses[status] ?? 0) + 1
    if (!(status < 400)) await pause(200)
  }
}

/** Opens a request and hangs up after so many milliseconds; what it answered before, or `left`. */
function leave({ method, path, body, headers }, ms) {
  return new Promise((done) => {
    const request = http.request(origin + path, { method, headers, agent: false })
    request.on('response', ({ statusCode }) => leaveNow(statusCode))
    request.on('error', () => leaveNow('left'))
    request.end(body)
    const timer = setTimeout(() => leaveNow('left'), ms)
    function leaveNow(status) {
      clearTimeout(timer)
      request.destroy()
      done({ status })
    }
  })
}

/** The credits that accounts still hold when what was begun has had half a minute to end. */
async function heldBy(made) {
  for (let tried = 0; ; tried++) {
    const usages = await Promise.all(
      made.map(
        async ({ api_key }) =>
          (await reach(`${origin}/v1/usage`, { headers: { 'X-API-Key': api_key } })).json,
      ),
    )
    // What does not answer is asked again, and is no zero.
    const held = usages.reduce((sum, usage) => sum + (usage?.credits_held ?? Number.NaN), 0)
    if (held === 0 || tried === 30) return held
    await pause(1000)
  }
}
