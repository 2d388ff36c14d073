/**
 * One caller's connection and those to workerd that serve it. Callers are told how long theirs stays open (`Keep-Alive`), and
 * when it ends with an answer (`Connection: close`). workerd closes its own after five seconds without a request, and
 * after some answers that came before all of a body, and says neither: so a request after a pause goes there by a new one.
 */
import http from 'node:http'
import net from 'node:net'
import { readAnswers } from './answer-framing.mjs'
import { BodyPace, callerOf } from './body-pace.mjs'
import { cleanHead, isForWorker } from './caller-head.mjs'
import { RefusedRequest } from './request-framing.mjs'
import { followCaller } from './slow-callers.mjs'

/** Seconds without a request that callers may rely on: half of what they have (`slow-callers.mjs`). */
const KEPT_SECONDS = 60
/** Milliseconds after an answer for which workerd's own connection is used again: less than half of what it has. */
const FRESH_MS = 2_000
/** Milliseconds for which a caller is still listened to after the answer that ends the connection. */
const LINGER_MS = 5_000
/** Milliseconds between two looks at whether a caller is slow. */
const LOOK_MS = 1_000

/** Of all connections. */
const pace = new BodyPace()

/**
 * Carries what `caller` sends to workerd at the port `target`, and its answers back; what `isForWorker` goes to the port `worker`,
 * where there is one. Returns what follows the caller.
 * @param {net.Socket} caller
 * @param {{ target: number, worker?: number, limits?: import('./slow-callers.mjs').CallerLimits }} options
 */
export function carry(caller, { target, worker = target, limits }) {
  /** Requests whose answers have not ended, in turn. @type {{ method: string, isLast: boolean }[]} */
  const asked = []
  let answered = 0
  let idleSince = 0
  /** An answer has ended after which there is none. */
  let isLast = false
  let isEnding = false
  /** @type {net.Socket | undefined} */
  let upstream
  /** Where that leads, and where the last request is to go that came when none was owed an answer: one behind it goes the same way. */
  let [port, wanted] = [target, target]
  /** @type {ReturnType<typeof readAnswers> | undefined} */
  let answers
  /** Who sent the last request, and what has come of it. */
  const sent = { caller: '', size: 0 }
  /** What the caller sends is not read: workerd has not taken what came, or the caller's bodies have had their time. */
  let [isFull, isResting] = [false, false]
  const follower = followCaller((head) => {
    Object.assign(sent, { caller: callerOf(head), size: 0 })
    pace.see(sent.caller, Date.now())
    if (asked.length === 0) wanted = isForWorker(head) ? worker : target
    asked.push({ method: head.method, isLast: isLastOf(head) })
    return cleanHead(head, caller.remoteAddress)
  }, limits)

  /** A connection to workerd for what comes now, which is the beginning of a request. */
  function connect() {
    upstream?.destroy()
    port = wanted
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
    upstream = socket
    answers = readAnswers({
      methodOf: () => asked[0]?.method,
      connection: describeConnection,
      ended() {
        answered++
        isLast ||= asked.shift()?.isLast ?? true
      },
    })
    socket.on('data', (piece) => {
      if (socket === upstream) answer(piece)
    })
    isFull = false
    socket.on('drain', () => {
      if (socket !== upstream) return
      isFull = false
      readOn()
    })
    for (const event of ['end', 'error', 'close'])
      socket.on(event, () => {
        socket.destroy()
        if (socket !== upstream) return
        upstream = undefined
        // Without a request it only had nothing to do.
        if (asked.length > 0) finish()
      })
  }

  /** What the head of the first answer that is owed says of the caller's connection. */
  function describeConnection(isUntilClosed) {
    const [request] = asked
    if (!request) return []
    // Before all of a body came: workerd may close it behind that answer.
    if (isUntilClosed || follower.complete === answered) request.isLast = true
    return request.isLast
      ? ['Connection: close']
      : ['Connection: keep-alive', `Keep-Alive: timeout=${KEPT_SECONDS}`]
  }

  /** @param {Buffer} piece */
  function answer(piece) {
    follower.answered()
    try {
      for (const passed of answers.take(piece)) if (!caller.write(passed)) upstream.pause()
    } catch {
      return finish()
    }
    idleSince = Date.now()
    if (isLast) finish()
  }

  /** @param {Buffer} piece */
  function send(piece) {
    const isIdle = asked.length === 0
    const passed = follower.sent(piece)
    if (passed.length === 0) return
    if (isIdle && (!upstream || port !== wanted || Date.now() - idleSince > FRESH_MS)) connect()
    for (const each of passed) if (!upstream.write(each)) isFull = true
    rest(piece.length)
    if (isFull || isResting) caller.pause()
  }

  /** Lets a caller whose bodies have had their time wait. */
  function rest(bytes) {
    sent.size += bytes
    const restMs = pace.restAfter({ bytes, ...sent }, Date.now())
    if (restMs === 0) return
    isResting = true
    setTimeout(() => {
      isResting = false
      readOn()
    }, restMs)
  }

  function readOn() {
    if (!isFull && !isResting) caller.resume()
  }

  // An answer may come before all of a body has been sent (401, 413). To close then would reset the connection, and
  // the caller might lose the answer: what is still sent is read and dropped for a while.
  function finish() {
    isEnding = true
    const former = upstream
    upstream = undefined
    former?.destroy()
    caller.resume()
    caller.end(() => setTimeout(() => caller.destroy(), LINGER_MS).unref())
  }

  caller.on('data', (piece) => {
    if (isEnding) return
    try {
      send(piece)
    } catch (error) {
      // Behind another answer it would be read as a part of that.
      const isFree = follower.complete === answered && !answers?.isWithin
      if (error instanceof RefusedRequest && isFree) caller.write(refusal(error))
      upstream?.resetAndDestroy()
      finish()
    }
  })
  caller.on('drain', () => upstream?.resume())
  const looks = setInterval(() => {
    // What workerd has not taken yet is not what the caller is slow with.
    if (!upstream?.writableNeedDrain && follower.isSlow(Date.now())) caller.destroy()
  }, LOOK_MS)
  caller.on('close', () => clearInterval(looks))
  // workerd takes a caller for gone only if the connection is reset.
  for (const event of ['end', 'close', 'error']) caller.on(event, () => upstream?.resetAndDestroy())
  return follower
}

/** Whether the caller wants no more answers than this one. @param {import('./request-framing.mjs').RequestHead} head */
function isLastOf({ version, headers }) {
  const words = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((word) => word.trim())
  return version === 'HTTP/1.0' ? !words.includes('keep-alive') : words.includes('close')
}

/** An answer in the form of the service's own. @param {RefusedRequest} problem */
function refusal({ status, message }) {
  const title = http.STATUS_CODES[status]
  const body = JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail: message,
    code: 'invalid_request',
  })
  const headers = `Content-Type: application/problem+json\r\nContent-Length: ${body.length}\r\nX-Content-Type-Options: nosniff`
  return `HTTP/1.1 ${status} ${title}\r\n${headers}\r\nConnection: close\r\n\r\n${body}`
}
