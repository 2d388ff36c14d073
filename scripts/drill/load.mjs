/**
 * The load of the drill: callers who never wait for each other, and who do what the docs tell a client to do. Each call
 * has an `Idempotency-Key`; one whose connection broke, or that was refused for the moment, is sent again under it.
 */
import { setTimeout as pause } from 'node:timers/promises'

/** Calls that have not ended at once. One that waits for its first try to end (409) leaves its place to another. */
const CALLERS = 20
/** Documents wait so long, in milliseconds, so that some are always being printed; and may take so many seconds. */
const DOCUMENT = { goCreditMode: false, options: { wait_for: { ms: 200 }, timeout: 15 } }
const BATCH_ENTRIES = 3
/** Milliseconds until a call is sent again whose answer does not say when, or whose connection broke. */
const RETRY_MS = 1000
/** A call that has no answer after so long is lost, in milliseconds: five times what a hold may outlive its render. */
const MAX_CALL_MS = 400_000

/** What a caller wants. Each needs the same answer however often it is sent. */
const KINDS = ['synchronous', 'asynchronous', 'batch', 'repeated']

/**
 * @typedef {object} Call
 * @property {string} kind
 * @property {number} tasks How many documents it asks for, each of one credit.
 * @property {string[]} taskIds What it was told that these are.
 * @property {string} [lost] What is wrong, if it did not get what it asked for.
 *
 * @typedef {{ begun: number, cut: number, refused: number, kept: number }} Counts Calls that were begun, and answers that
 * made callers send again: a broken connection, a refusal for the moment (503, 429), a call that is still running (409).
 */

/**
 * Begins the load on the service at `origin`. `counts` is what happened since the last `count`; `stop` begins no further
 * calls, waits for the end of all, and returns them.
 */
export function startLoad(origin, key) {
  /** @type {Call[]} */
  const calls = []
  const ends = []
  let counts = emptyCounts()
  let active = 0
  let isStopped = false

  /** Sends once; undefined if the connection broke. */
  async function send(method, path, { body = undefined, idempotencyKey = undefined } = {}) {
    try {
      const answer = await fetch(origin + path, {
        method,
        headers: {
          'X-API-Key': key,
          'Content-Type': 'application/json',
          ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      return { status: answer.status, headers: answer.headers, bytes }
    } catch {
      return undefined
    }
  }

  /**
   * Sends until there is an answer that stands. Throws an Error with one that is not a success.
   * @returns {Promise<{ headers: Headers, bytes: Buffer, idempotencyKey: string, taskId: string | undefined }>} `taskId`: its
   * file is there when that task has ended.
   */
  async function ask(method, path, body) {
    const until = Date.now() + MAX_CALL_MS
    let idempotencyKey = crypto.randomUUID()
    while (Date.now() < until) {
      const answer = await send(method, path, { body, ...(method === 'POST' && { idempotencyKey }) })
      if (answer && answer.status < 300) return { ...answer, idempotencyKey, taskId: acceptedTask(answer) }
      if (!answer) counts.cut++
      else if (answer.status === 409) counts.kept++
      else if (answer.status === 503 || answer.status === 429) counts.refused++
      else {
        const { detail = '' } = JSON.parse(answer.bytes.toString() || '{}')
        // What the docs say of an interrupted call: its task goes on, or nothing was charged.
        const taskId = /GET \/v1\/status\/(tsk_\w+)/.exec(detail)?.[1]
        if (taskId) return { ...answer, taskId, idempotencyKey }
        if (!detail.includes('nothing was charged')) throw new Error(`${answer.status} ${detail}`)
        idempotencyKey = crypto.randomUUID()
        counts.cut++
      }
      const isWaiting = answer?.status === 409
      if (isWaiting) active--
      await pause(retryMs(answer))
      if (isWaiting) active++
    }
    throw new Error(`no answer after ${MAX_CALL_MS / 1000} s`)
  }

  /** Waits for the end of a task and downloads its file. */
  async function fetchTask(taskId) {
    for (;;) {
      const task = JSON.parse((await ask('GET', `/v1/status/${taskId}`)).bytes.toString())
      if (task.status === 'failed') throw new Error(`${taskId} failed: ${task.error?.message}`)
      if (task.status === 'completed') {
        const { pathname, search } = new URL(task.download_url)
        return assertPdf((await ask('GET', pathname + search)).bytes)
      }
      await pause(500)
    }
  }

  /** Sends a call again that has its answer. Throws an Error if the service refuses it for too long. */
  async function repeat(body, idempotencyKey) {
    const until = Date.now() + MAX_CALL_MS
    while (Date.now() < until) {
      const answer = await send('POST', '/v1/transform', { body, idempotencyKey })
      if (answer && answer.status !== 503 && answer.status !== 429) return answer
      await pause(retryMs(answer))
    }
    throw new Error(`the repeat has no answer after ${MAX_CALL_MS / 1000} s`)
  }

  /** @param {Call} call */
  async function perform(call, number) {
    const html = `<p>document ${number}`
    if (call.kind === 'batch') {
      const entries = Array.from({ length: call.tasks }, () => ({ html, ...DOCUMENT }))
      const accepted = JSON.parse(
        (await ask('POST', '/v1/batch', { endpoint: 'transform', entries })).bytes.toString(),
      )
      call.taskIds = accepted.tasks.map(({ task_id }) => task_id)
      return await Promise.all(call.taskIds.map(fetchTask))
    }
    const body = { html, ...DOCUMENT, ...(call.kind === 'asynchronous' && { async_mode: true }) }
    const answer = await ask('POST', '/v1/transform', body)
    if (answer.taskId) {
      call.taskIds = [answer.taskId]
      return await fetchTask(answer.taskId)
    }
    call.taskIds = [answer.headers.get('X-Task-Id')]
    assertPdf(answer.bytes)
    if (call.kind !== 'repeated') return
    const again = await repeat(body, answer.idempotencyKey)
    if (!again.bytes.equals(answer.bytes)) throw new Error(`the repeat is another file (${again.status})`)
  }

  async function begin() {
    const kind = KINDS[calls.length % KINDS.length]
    /** @type {Call} */
    const call = { kind, tasks: kind === 'batch' ? BATCH_ENTRIES : 1, taskIds: [] }
    calls.push(call)
    counts.begun++
    active++
    await perform(call, calls.length).catch((error) => {
      call.lost = error.message
    })
    active--
  }

  async function keepCalling() {
    while (!isStopped) {
      if (active < CALLERS) ends.push(begin())
      else await pause(20)
    }
  }
  const calling = keepCalling()

  return {
    /** @returns {Counts} */
    count() {
      const seen = counts
      counts = emptyCounts()
      return seen
    },
    async stop() {
      isStopped = true
      await calling
      await Promise.all(ends)
      return calls
    },
  }
}

/** @returns {Counts} */
function emptyCounts() {
  return { begun: 0, cut: 0, refused: 0, kept: 0 }
}

/** Milliseconds until a call is sent again: what the answer says, if there is one. */
function retryMs(answer) {
  const seconds = answer?.headers.get('Retry-After')
  return seconds ? Number(seconds) * 1000 : RETRY_MS
}

/** The task that an answer accepted (202). */
function acceptedTask({ status, bytes }) {
  return status === 202 ? JSON.parse(bytes.toString()).task_id : undefined
}

function assertPdf(bytes) {
  if (bytes.subarray(0, 5).toString() !== '%PDF-') throw new Error('the file is no PDF')
}
