/** `/mcp`, spoken to by the official client in both of its dialects. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Running } from './running'

const toolCall = (name: string, given: unknown = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })

const nested = (depth: number): object => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)

type Content = { type: string; text?: string; data?: string; mimeType?: string }

export function modelContextProtocol({ origin, account }: Running) {
  describe('/mcp', () => {
    let key: string
    beforeAll(async () => {
      key = await account({ plan: 'Free', credits: 5 })
    })

    async function connected(headers: Record<string, string> = { Authorization: `Bearer ${key}` }) {
      const client = new Client({ name: 'test', version: '1' })
      const url = new URL('/mcp', origin())
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
      return async (name: string, given: Record<string, unknown> = {}) => {
        const result = await client.callTool({ name, arguments: given })
        return { content: result.content as Content[], isError: result.isError === true, client }
      }
    }

    it('renders, shows the pages, fills templates and makes codes, at the prices of the API', async () => {
      const call = await connected()
      const html = '<title>T</title><h1>One</h1><p style="break-before: page">Two'
      const made = await call('render_html', { html, options: { paper: 'A5' }, show_pages: true })
      const facts = JSON.parse(made.content[0]?.text ?? '')
      expect(facts).toMatchObject({ pages: 2, credits_charged: 1 })
      const file = await fetch(facts.url)
      expect((await file.text()).slice(0, 5)).toBe('%PDF-')
      const pictures = made.content.slice(1)
      expect(pictures.map(({ type, mimeType }) => [type, mimeType])).toEqual([
        ['image', 'image/png'],
        ['image', 'image/png'],
      ])
      expect(pictures[0]?.data).not.toBe(pictures[1]?.data)
      const page = await call('see_page', { task_id: facts.task_id, page: 2 })
      expect(page.content[0]?.data).toBe(pictures[1]?.data)
      const status = await call('get_status', { task_id: facts.task_id })
      expect(JSON.parse(status.content[0]?.text ?? '')).toMatchObject({ status: 'completed', pages: 2 })

      const listed = JSON.parse((await call('list_templates')).content[0]?.text ?? '[]')
      expect(listed.map(({ id }: { id: string }) => id)).toContain('letter/formal')
      const template = JSON.parse(
        (await call('get_template', { template_id: 'letter/formal' })).content[0]?.text ?? '',
      )
      expect(template.preview).toBeUndefined()
      const filled = await call('fill_template', { template_id: 'letter/formal', data: template.sample })
      expect(filled.isError).toBe(false)
      const code = await call('make_qr_code', { data: 'https://example.com' })
      expect(code.content[0]).toMatchObject({ type: 'image', mimeType: 'image/png' })
      const inspected = await call('inspect_pdf', { file: facts.task_id })
      expect(JSON.parse(inspected.content[0]?.text ?? '')).toMatchObject({ pages: 2 })
      const left = JSON.parse((await call('get_credits')).content[0]?.text ?? '')
      expect(left).toEqual({ credits_left: 1, plan: 'Free' })
    })

    it('says what is wrong in the words of the API, and keeps to plan and balance', async () => {
      const call = await connected({ 'X-API-Key': key })
      const absent = await call('fill_template', { template_id: 'leter/formal', data: {} })
      expect(absent.isError).toBe(true)
      expect(absent.content[0]?.text).toMatch(/did you mean \\?"letter\/formal/)
      const bare = await call('get_template', { template_id: 'invoice' })
      expect(bare.content[0]?.text).toContain('such as invoice/classic')
      const wrong = await call('render_html', { html: '<p>', options: { papr: 'A5' } })
      expect(wrong.isError).toBe(true)
      expect(wrong.content[0]?.text).toContain('/options/papr')
      // It would be charged, and who asks thinks that it is not.
      const dry = await call('render_html', { html: '<p>', dry_run: true })
      expect(dry.isError).toBe(true)
      expect(dry.content[0]?.text).toContain('dry_run')
      const locked = await call('render_html', { html: '<p>', options: { password: 'x' } })
      expect(locked.content[0]?.text).toContain('plan_feature')
      const many = await call('submit_batch', {
        endpoint: 'transform',
        entries: Array(4).fill({ html: '<p>' }),
      })
      expect(many.content[0]?.text).toContain('plan_limit')
      const dear = await call('render_html', { html: '<p>', optimize: true })
      expect(dear.content[0]?.text).toContain('insufficient_credits')
      const other = await call('see_page', { task_id: 'tsk_00000000000000000000' })
      expect(other.content[0]?.text).toContain('not_found')
    })

    it('lets a key that only reads look, and make nothing', async () => {
      const made = await fetch(new URL('/v1/keys', origin()), {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: '{"mode": "live", "scopes": ["read"]}',
      })
      const { api_key } = (await made.json()) as { api_key: string }
      const call = await connected({ 'X-API-Key': api_key })
      expect((await call('list_templates')).isError).toBe(false)
      const refused = await call('render_html', { html: '<p>' })
      expect([refused.isError, refused.content[0]?.text]).toEqual([
        true,
        expect.stringContaining('forbidden'),
      ])
    })

    it.each([
      ['a text', '"x"'],
      ['nothing', 'null'],
      ['no method', '{"jsonrpc":"2.0","id":1}'],
      ['a method of no protocol', '{"jsonrpc":"2.0","id":1,"method":"__proto__"}'],
      ['another version', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}'],
      ['an object as id', '{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}'],
      ['a tool of an object’s prototype', toolCall('constructor')],
      ['arguments that are a list', toolCall('get_template', [])],
      ['a template outside its folder', toolCall('get_template', { template_id: '../../admin/v1/accounts' })],
      ['a task outside its folder', toolCall('see_page', { task_id: 'tsk_1/../../credits', page: 1 })],
      ['a page beyond counting', toolCall('see_page', { task_id: 'tsk_1', page: 1e308 })],
      ['deep options', toolCall('render_html', { html: '<p>', options: nested(2000) })],
      ['JSON that breaks off', '{"jsonrpc":"2.0","id":1,"met'],
    ])('refuses a message that is %s', async (_, body) => {
      const response = await fetch(new URL('/mcp', origin()), {
        method: 'POST',
        headers: {
          'X-API-Key': key,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body,
      })
      const text = await response.text()
      expect(response.status).toBeLessThan(500)
      expect(text).toMatch(/"error":|"isError":true|"code":"invalid_/)
      expect(text).not.toMatch(/ at .+:\d+:\d+|acc_/)
    })

    it('needs a key, takes one message at a time, and speaks the former dialect', async () => {
      await expect(connected({})).rejects.toThrow()
      const send = (body: unknown) =>
        fetch(new URL('/mcp', origin()), {
          method: 'POST',
          headers: {
            'X-API-Key': key,
            'Content-Type': 'application/json',
            Accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify(body),
        })
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      const listed = await send(list)
      expect([listed.status, await listed.text()]).toEqual([200, expect.stringContaining('render_html')])
      expect((await send([list, list])).status).toBe(400)
      const empty = await fetch(new URL('/mcp', origin()), { headers: { 'X-API-Key': key } })
      expect(empty.status).toBe(405)
    })
  })
}
