/** The account of the smoke test, of which there is one however many others there are. */
import { expect, it, vi } from 'vitest'
import { openService } from '../../../scripts/smoke/service.mjs'

const listed = (name: string) => ({ account_id: `acc_${name}`, name })

/** A service that lists these pages of accounts; returns what was asked of it. */
function serviceWith(pages: ReturnType<typeof listed>[][]): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: URL, { method = 'GET' } = {}) => {
    const path = `${address.pathname.replace('/admin/v1', '')}${address.search}`
    asked.push(`${method} ${path}`)
    const page = Number(address.searchParams.get('cursor') ?? 0)
    const next_cursor = page + 1 < pages.length ? String(page + 1) : null
    if (path.startsWith('/accounts?')) return Response.json({ accounts: pages[page] ?? [], next_cursor })
    return Response.json({ credits_left: 500, account_id: 'acc_new', api_key: 'plt_live_x', key_id: 'key_1' })
  })
  return asked
}

const open = () => openService({ url: 'https://platen.test', adminToken: 'token' })

it('is found on whichever page it stands', async () => {
  const asked = serviceWith([[listed('a')], [listed('b')], [listed('smoke test')], [listed('c')]])
  await open()
  expect(asked.filter((one) => one.includes('/accounts'))).toEqual([
    'GET /accounts?limit=500',
    'GET /accounts?limit=500&cursor=1',
    'GET /accounts?limit=500&cursor=2',
    'GET /accounts/acc_smoke%20test',
    'POST /accounts/acc_smoke%20test/keys',
  ])
})

it('is made if no page has it', async () => {
  const asked = serviceWith([[listed('a')], [listed('b')]])
  await open()
  expect(asked.at(-1)).toBe('POST /accounts')
})
