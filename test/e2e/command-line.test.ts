/** The operator's command line against a real `npm start`, as an operator types it. */
import { execFile } from 'node:child_process'
import { describe, expect, inject, it } from 'vitest'
import { awayFromMidnight } from '../support/away-from-midnight'

const service = inject('service')

type Ended = { code: number; out: string; err: string }

/** Runs one command and answers how it ended. */
function platen(words: string, environment: Record<string, string> = {}): Promise<Ended> {
  const env = { ...process.env, PLATEN_URL: service.origin, ...environment }
  return new Promise((resolve) => {
    execFile('node', ['scripts/platen.mjs', ...words.split(' ')], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

async function json(words: string) {
  const { code, out, err } = await platen(`${words} --json`)
  expect([words, code, err]).toEqual([words, 0, ''])
  return JSON.parse(out)
}

describe('npm run platen', () => {
  it('makes an account, keys for it and credits, and shows what became of them', async () => {
    await awayFromMidnight()
    const { account_id, api_key, key_id } = await json('account create --name Acme --plan pro --credits 500')
    const balance = await fetch(`${service.origin}/v1/credits`, { headers: { 'X-API-Key': api_key } })
    expect(await balance.json()).toEqual({ credits_left: 500, plan: 'Pro' })

    expect(await json(`credits grant ${account_id} -20 --reason refund`)).toEqual({ credits_left: 480 })
    expect(await json(`credits grant ${account_id} 5 --once invoice-7`)).toEqual({ credits_left: 485 })
    expect(await json(`credits grant ${account_id} 5 --once invoice-7`)).toEqual({ credits_left: 485 })
    const { entries } = await json(`ledger ${account_id}`)
    expect(
      entries.map(({ credits, reason }: { credits: number; reason: string }) => [credits, reason]),
    ).toEqual([
      [5, 'granted by the operator'],
      [-20, 'refund'],
      [500, 'account created'],
    ])

    expect(await json(`key create ${account_id} --mode test --scopes render,read`)).toMatchObject({
      mode: 'test',
      scopes: ['render', 'read'],
    })
    const rotated = await json(`key rotate ${account_id} ${key_id} --grace 0`)
    const status = async (key: string) =>
      (await fetch(`${service.origin}/v1/credits`, { headers: { 'X-API-Key': key } })).status
    expect([await status(api_key), await status(rotated.api_key)]).toEqual([401, 200])
    expect((await platen(`key revoke ${account_id} ${rotated.key_id}`)).code).toBe(0)
    expect(await status(rotated.api_key)).toBe(401)
    expect((await json(`account update ${account_id} --plan max`)).plan).toBe('Max')
    expect((await json(`usage ${account_id}`)).totals).toMatchObject({
      credits_granted: 485,
      credits_charged: 0,
    })
  })

  it('shows people tables', async () => {
    const { account_id } = await json('account create --credits 3')
    const shown = await platen(`account show ${account_id}`)
    expect(shown.out).toMatch(/^credits_left +3$/m)
    expect(shown.out).toMatch(/^key_\w{20} +live +works +render read manage +\d{4}-/m)
    const ledger = await platen(`ledger ${account_id}`)
    expect(ledger.out).toMatch(
      /^seq +at +type +credits +credits_left +reason\n1 +\S+ +grant +3 +3 +account created$/m,
    )
  })

  it('tells by its exit code what went wrong', async () => {
    const refused = await platen('account create --plan gold')
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('/plan must be one of Free, Pro, Max'),
    ])
    expect((await platen('account show acc_0000000000000000')).code).toBe(1)
    expect((await platen('account create --plan Pro', { ADMIN_TOKEN: 'wrong' })).code).toBe(1)

    for (const wrong of [
      'accuont create',
      'account create --paln Pro',
      'credits grant acc_1',
      'credits grant acc_1 many',
    ])
      expect([wrong, (await platen(wrong)).code]).toEqual([wrong, 2])
    expect((await platen('account list', { PLATEN_URL: 'http://example.com' })).code).toBe(2)
    const schemeless = await platen('account list', { PLATEN_URL: '127.0.0.1:8787' })
    expect([schemeless.code, schemeless.err]).toEqual([2, expect.stringContaining('no address of a service')])

    expect((await platen('account list', { PLATEN_URL: 'http://127.0.0.1:9' })).code).toBe(3)
  })

  it('helps', async () => {
    const all = await platen('--help')
    expect([all.code, all.out]).toEqual([0, expect.stringContaining('key rotate <account> <key>')])
    const one = await platen('key rotate --help')
    expect([one.code, one.out]).toEqual([0, expect.stringContaining('--grace')])
  })
})
