/** Live and test keys share no idempotency keys: through HTTP, with records of the former release too. */
import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { mintKey } from '../../src/accounts/api-keys'
import { canonicalHash } from '../../src/crypto/hashes'
import { qrcodeRequest } from '../../src/http/read-qrcode'
import { newId } from '../../src/ids'
import { resultKey } from '../../src/jobs/result-cache'
import { cacheKey } from '../../src/qr/image-hash'
import { newAccount } from '../support/accounts'
import { post } from '../support/http'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

beforeAll(() => applySchema())

async function keysOf() {
  const { key: live, account, accountId } = await newAccount({ credits: 5 })
  const { key: test, hash } = await mintKey({ accountId, mode: 'test', secret: env.SIGNING_SECRET ?? '' })
  await account.addKey({ keyId: newId('key'), keyHash: hash, mode: 'test', scopes: ['render', 'read'] })
  return { live, test, account }
}

/** Status, charge and whether it is a repeat. */
async function order(key: string, data: string) {
  const answer = await post('/v1/qrcode', key, { data }, { 'idempotency-key': 'order-1' })
  await answer.arrayBuffer()
  const { status, headers } = answer
  return [status, headers.get('x-credits-charged'), headers.get('idempotent-replayed') === 'true']
}

describe('an idempotency key', () => {
  it('of a test call neither answers nor blocks a live one, nor the other way round', async () => {
    const { live, test } = await keysOf()
    expect(await order(test, 'rehearsal')).toEqual([200, '0', false])
    expect(await order(live, 'the real order')).toEqual([200, '1', false])
    expect(await order(live, 'the real order')).toEqual([200, '1', true])
    expect(await order(test, 'rehearsal')).toEqual([200, '0', true])
    expect(await order(test, 'the real order')).toEqual([422, null, false])
  })

  it('of a test call that the former release remembered answers test calls only', async () => {
    const { live, test, account } = await keysOf()
    expect(await order(test, 'rehearsal')).toEqual([200, '0', false])
    await runInDurableObject(account, async (_, { storage }) => {
      storage.sql.exec(`UPDATE calls SET route = 'POST /v1/qrcode'`)
    })
    expect(await order(test, 'rehearsal')).toEqual([200, '0', true])
    expect(await order(live, 'the real order')).toEqual([200, '1', false])
    expect(await order(live, 'the real order')).toEqual([200, '1', true])
  })

  it('is the same whether the address ends in a slash, or has a character as %…', async () => {
    const { live } = await keysOf()
    const headers = { 'idempotency-key': 'order-2' }
    const endpoint = { name: 'Shop', template_id: 'invoice/classic' }
    const pathOf = (id: string) => `/v1/endpoints/${id}`
    expect((await send('PUT', pathOf('shop'), { key: live, body: endpoint })).status).toBe(200)
    const replayed = async (path: string, body: object) => {
      const answer = await post(path, live, body, headers)
      await answer.arrayBuffer()
      return [answer.status, answer.headers.get('idempotent-replayed') === 'true']
    }
    const code = { data: 'one order' }
    expect(await replayed('/v1/qrcode', code)).toEqual([200, false])
    expect(await replayed('/v1/qrcode/', code)).toEqual([200, true])
    const queued = { async_mode: true }
    expect(await replayed('/v1/studio/shop', queued)).toEqual([202, false])
    for (const path of ['/v1/studio/shop/', '/v1/studio/%73hop', '/v1/studi%6f/shop'])
      expect([path, ...(await replayed(path, queued))]).toEqual([path, 202, true])
  })

  it('of a code stands for what was asked and not for the warnings about it, which releases word differently', async () => {
    const { key, account, accountId } = await newAccount({ credits: 1 })
    expect(await order(key, 'an order')).toEqual([200, '1', false])
    const { return_type, ...options } = qrcodeRequest.parse({ data: 'an order' })
    const hash = cacheKey(options, undefined, { isTest: false })
    const asked = {
      ...{ options, delivery: { return_type } },
      cacheKey: resultKey({ accountId, mode: 'live' }, `qrcode-${hash}`),
    }
    await runInDurableObject(account, async (_, { storage }) => {
      const [row] = storage.sql.exec('SELECT fingerprint FROM calls').toArray()
      expect(row?.fingerprint).toBe(`live ${canonicalHash(asked)}`)
    })
  })
})
