/** How many bytes a document loads, which takes more of them than other tests. `test/net/fetch-suite.ts` has a small budget. */
import { env } from 'cloudflare:test'
import { beforeAll, expect, inject, it } from 'vitest'
import { applySchema } from '../support/schema'
import { send } from '../support/send'
import { render, richAccount } from '../support/service'

const { site } = inject('origins')

beforeAll(() => applySchema())

it('a document loads no more than its budget, wherever the files come from', async () => {
  const { key } = await richAccount()
  const warningsOf = async (...urls: string[]) => {
    // One after the other: so many bytes at once keep a busy browser from answering.
    const html = `<body>Text<script>(async () => {
      for (const url of ${JSON.stringify(urls)}) await fetch(url).then((answer) => answer.arrayBuffer()).catch(() => {})
      window.done = true })()</script>`
    const { headers } = await render(html, {
      options: { timeout: 60, wait_for: { expression: 'window.done' } },
    })
    return headers.get('x-warnings')
  }
  const large = (n: number) => `${site}/bytes?count=9000000&budget&n=${n}`
  const three = [0, 1, 2].map(large)
  expect(await warningsOf(...three)).toBeNull()
  // Now these three are kept.
  expect(await warningsOf(...three, large(3))).toContain('exceed 33554432')
  const made = await send('POST', '/v1/qrcode', { key, body: { data: 'budget', return_type: 'url' } })
  const { url } = await made.json<{ url: string }>()
  await env.FILES.put(`files/${new URL(url).pathname.split('/')[2]}`, new Uint8Array(9_000_000))
  expect(await warningsOf(...three, url)).toContain('exceed 33554432')
})
