import { expect, it } from 'vitest'
import { nextStep } from '../../src/webhooks/attempts'
import { loggedTries, MAX_LOGGED_TRIES } from '../../src/webhooks/delivery-store'
import { newWebhookSecret, webhookHeaders } from '../../src/webhooks/sign'

const now = Date.UTC(2026, 10, 21)
const seconds = (next: ReturnType<typeof nextStep>) =>
  next.status === 'pending' ? (next.dueAt - now) / 1000 : next.status

it('signs the vector of Standard Webhooks', async () => {
  const headers = await webhookHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', now: 1_614_265_330_000 },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  )
  expect(headers).toEqual({
    'content-type': 'application/json',
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('makes secrets of 24 random bytes', () => {
  expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(newWebhookSecret()).not.toBe(newWebhookSecret())
})

it('takes any 2xx for delivered and 410 for the end', () => {
  const at = { tries: 1, now, random: 0 }
  for (const status of [200, 201, 202, 204, 299])
    expect(nextStep({ status }, at)).toEqual({ status: 'delivered' })
  expect(nextStep({ status: 410 }, at)).toEqual({ status: 'failed' })
})

it('tries again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and then no more', () => {
  const waits = Array.from({ length: 8 }, (_, index) =>
    seconds(nextStep({ status: 500 }, { tries: index + 1, now, random: 0 })),
  )
  expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 36_000, 'failed'])
})

it.each([100, 199, 301, 302, 303, 307, 308, 400, 404, 408, 429, 500, 502, 503])(
  'tries again after %i',
  (status) => expect(nextStep({ status }, { tries: 1, now, random: 0 }).status).toBe('pending'),
)

it('lengthens a wait by at most a fifth, so that what failed together is not tried together', () => {
  expect(seconds(nextStep({ error: 'reset' }, { tries: 2, now, random: 0.5 }))).toBe(330)
  expect(seconds(nextStep({ error: 'reset' }, { tries: 2, now, random: 0.999 }))).toBeLessThan(360)
})

it.each([
  ['120', 120],
  ['2', 5],
  [new Date(now + 600_000).toUTCString(), 600],
  [new Date(now - 600_000).toUTCString(), 5],
  ['999999999', 43_200],
  ['soon', 5],
])('waits for Retry-After: %s at least, and never longer than the schedule does', (retryAfter, wait) => {
  expect(seconds(nextStep({ status: 429, retryAfter }, { tries: 1, now, random: 0 }))).toBe(wait)
})

it('shows the latest tries of a log that a former release let grow', () => {
  const tries = Array.from({ length: 30 }, (_, at) => ({ at, ms: 1, status: 500 }))
  expect(loggedTries({ log: JSON.stringify(tries) })).toEqual(tries.slice(-MAX_LOGGED_TRIES))
  expect(loggedTries({ log: JSON.stringify(tries.slice(0, 2)) })).toEqual(tries.slice(0, 2))
})
