/** Live and test keys share no idempotency keys: through HTTP, with records of the former release too. */
import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { mintKey } from '../../src/accounts/keys'
import { canonicalHash } from '../../src/crypto'
import { qrcodeRequest } from '../../src/http/read-qrcode'
import { newId } from '../../src/ids'
import { resultKey } from '../../src/jobs/result-cache'
import { cacheKey } from '../../src/qr/cache'
import { newAccount } from '../support/accounts'
import { post } from '../support/http'
import { applySchema } from '../support/schema'

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
