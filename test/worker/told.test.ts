/** A mistake that the contract does not refuse is told: at once, in the task, and with `strict` as a refusal. */
import { beforeAll, describe, expect, it } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts'
import { everyThirdOf } from '../support/runs'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

let account: TestAccount
beforeAll(async () => {
  await applySchema()
  account = await newAccount({ plan: 'Max', credits: 1000 })
})

const wrongInvoice = {
  template_id: 'invoice/classic',
  data: { invoice_number: 7, items: [{ description: 'Design', qty: 2, price: 100 }], currency: 'Euro' },
}
const told = 'data.items is not read by invoice/classic; did you mean "lines"?'

/** The warnings that a request is accepted with, without its document: it is only tried. */
async function warningsOf(path: string, body: object): Promise<string> {
  const response = await send('POST', path, { key: account.key, body: { ...body, dry_run: true } })
  expect(response.status).toBe(200)
  return response.headers.get('x-warnings') ?? ''
}

async function refusalOf(path: string, body: object) {
  const response = await send('POST', path, { key: account.key, body })
  const { code, detail, errors } = await response.json<{
    code: string
    detail: string
    errors: { pointer: string; message: string }[]
  }>()
  return { status: response.status, code, detail, messages: errors.map(({ message }) => message), errors }
}

describe('data that a template does not read', () => {
  it('is told when an asynchronous request is accepted', async () => {
    const body = { ...wrongInvoice, async_mode: true }
    const accepted = await send('POST', '/v1/generate', { key: account.key, body })
    expect(accepted.status).toBe(202)
    const warnings = accepted.headers.get('x-warnings')
    expect(warnings).toContain(told)
    expect(warnings).toContain('data.invoice_number is not read by invoice/classic; did you mean "number"?')
    expect(warnings).toContain('data.currency "Euro" is no currency code (ISO 4217); send "EUR": EUR is used')
    expect(warnings).toContain('data.lines are empty, and invoice/classic is not complete without them')
  })

  it('is a 422 with strict, in asynchronous requests too, and charges nothing', async () => {
    const before = await (await send('GET', '/v1/credits', { key: account.key })).json()
    for (const async_mode of [false, true]) {
      const body = { ...wrongInvoice, async_mode, options: { strict: true } }
      expect(await refusalOf('/v1/generate', body)).toMatchObject({
        status: 422,
        code: 'strict_warning',
        messages: expect.arrayContaining([told]),
      })
    }
    expect(await (await send('GET', '/v1/credits', { key: account.key })).json()).toEqual(before)
  })

  it('is told for each entry of a batch, and with strict the batch is refused, naming the entry', async () => {
    const good = { template_id: 'certificate/classic', data: { recipient: 'Ada', issuer: 'B' } }
    const entries = [good, wrongInvoice]
    const { key } = account
    const accepted = await send('POST', '/v1/batch', { key, body: { endpoint: 'generate', entries } })
    expect(accepted.headers.get('x-warnings')).toMatch(/^entry 1: .*data\.items is not read/)
    const strict = entries.map((entry) => ({ ...entry, options: { strict: true } }))
    expect(await refusalOf('/v1/batch', { endpoint: 'generate', entries: strict })).toMatchObject({
      status: 422,
      code: 'strict_warning',
      detail: expect.stringMatching(/^Entry 1 of the batch: /),
      errors: expect.arrayContaining([{ pointer: '/entries/1', message: told }]),
    })
  })

  it('is told by templates of one’s own, from what their Liquid reads, and by endpoints', async () => {
    const { key } = account
    const page = '<h1>{{ title }}</h1>{% for l in lines %}{{ l.name }}{% endfor %}'
    await send('PUT', '/v1/templates/my/note', { key, body: { label: 'Note', page } })
    const data = { titel: 'x', lines: [{ nmae: 'y' }] }
    const warnings =
      'data.titel is not read by my/note; did you mean "title"?; data.lines[0].nmae is not read by my/note; did you mean "name"?'
    expect(await warningsOf('/v1/generate', { template_id: 'my/note', data })).toBe(warnings)
    await send('PUT', '/v1/endpoints/note', { key, body: { name: 'Note', html: page } })
    expect(await warningsOf('/v1/studio/note', { data })).toBe(
      warnings.replaceAll('my/note', 'the endpoint note'),
    )
    await send('PUT', '/v1/endpoints/bill', { key, body: { name: 'Bill', template_id: 'invoice/classic' } })
    expect(await warningsOf('/v1/studio/bill', { data: wrongInvoice.data })).toContain(told)
    const strict = await refusalOf('/v1/studio/bill', { data: wrongInvoice.data, options: { strict: true } })
    expect(strict).toMatchObject({ status: 422, code: 'strict_warning' })
  })
})

describe('a code', () => {
  const codeOf = (body: object) => send('POST', '/v1/qrcode', { key: account.key, body })

  it('with data that is none of its type is made, and told, also from the cache and in its task', async () => {
    const body = { type: 'email', data: 'not an address' }
    for (const cache of ['MISS', 'HIT']) {
      const made = await codeOf(body)
      expect(made.headers.get('x-cache')).toBe(cache)
      expect(made.headers.get('x-warnings')).toMatch(/^data "not an address" is no e-mail address/)
      const task = await send('GET', `/v1/status/${made.headers.get('x-task-id')}`, { key: account.key })
      expect(await task.json()).toMatchObject({ warnings: [expect.stringContaining('no e-mail address')] })
    }
  })

  it.each(
    everyThirdOf([
      [{ type: 'tel', data: '+49 30 123 456' }, /has spaces .* send "\+4930123456"/],
      [{ type: 'tel', data: 'call me' }, /"call me" is no telephone number/],
      [{ type: 'sms', data: 'Ada', message: 'x' }, /"Ada" is no telephone number/],
      [{ type: 'url', data: 'my page' }, /"my page" is no web address/],
      [
        { type: 'vcard', name: 'Ada', email: 'ada', phone: '?' },
        /phone "\?" is no telephone.*email "ada" is no e-mail/,
      ],
      [{ data: 'x', ssid: 'Cafe' }, /ssid is not read with type "text"; did you mean type "wifi"\?/],
      [
        { data: 'x', webhook_url: 'https://example.com/' },
        /webhook_url is not called: that needs async_mode: true/,
      ],
    ]),
  )('%j', async (body, warning) => {
    expect((await codeOf(body)).headers.get('x-warnings')).toMatch(warning)
  })

  it.each(
    everyThirdOf([
      { type: 'tel', data: '+4930123456' },
      { type: 'tel', data: '(030)123-456' },
      { type: 'tel', data: '*100#' },
      { type: 'email', data: 'ada@example.com' },
      { type: 'email', data: 'mailto:ada@example.com?subject=Hi' },
      { type: 'url', data: 'example.com/a' },
      { type: 'vcard', name: 'Ada', email: 'ada@example.org', phone: '+49 30 1234 ext. 5' },
      { type: 'wifi', ssid: 'Cafe', password: 'secret word' },
      { data: 'anything goes' },
    ]),
  )('%j has no warning', async (body) => {
    expect((await codeOf(body)).headers.get('x-warnings')).toBe(null)
  })
})

describe('HTML that is none', () => {
  it.each(
    everyThirdOf([
      ['https://example.com/invoice.html', /^html has no tags: it is an address; send it as "url"/],
      ['C:\\Users\\ada\\invoice.html', /^html has no tags: it is the path of a file/],
      ['PGgxPkhlbGxvPC9oMT48cD5Xb3JsZDwvcD4=', /^html has no tags: it looks like base64/],
      ['data:text/html;base64,PGgxPkhlbGxv', /^html has no tags: it is a data: address/],
      ['&lt;h1&gt;Hello&lt;/h1&gt;', /^html has no tags: its tags are escaped/],
      ['# Hello\n\n- one\n- two', /^html has no tags: it looks like Markdown/],
      ['Hello, world', /^html has no tags: it prints as one paragraph of plain text/],
      ['<p class=\\"a\\">x</p>', /^html has backslashes before its quotes/],
      [
        '<img src="file:///home/ada/logo.png">',
        /^file:\/\/\/home\/ada\/logo\.png is never fetched: it is on your machine/,
      ],
      ['<img src=C:\\logo.png>', /^C:\\logo\.png is never fetched: it is on your machine/],
      ['<img alt="a" src = "cid:logo@mail">', /^cid:logo@mail is never fetched: it names a part of a mail/],
      ['<p style="background:url(file:///a.png)">x', /^file:\/\/\/a\.png is never fetched/],
      [
        '<link rel="stylesheet" href="ftp://example.com/a.css"><p>',
        /^ftp:\/\/example\.com\/a\.css is never fetched/,
      ],
    ]),
  )('is told: %s', async (html, warning) => {
    expect(await warningsOf('/v1/transform', { html, goCreditMode: false })).toMatch(warning)
    const refused = await refusalOf('/v1/transform', { html, options: { strict: true } })
    expect(refused).toMatchObject({
      status: 422,
      code: 'strict_warning',
      messages: [expect.stringMatching(warning)],
    })
  })

  it.each(
    everyThirdOf([
      '<a href="file:///home/ada">the folder</a>',
      '<p>Write src="file:///a.png" and url("x").</p>',
      '<img src="https://example.com/file:a.png">',
      '<p>base64: aGVsbG8</p>',
      '<p>x</p><samp>{{ name }}</samp>',
      '<p>It says <code>[object Object]</code>.</p>',
      '<p>less <% 5 percent</p>',
    ]),
  )('%s has no warning', async (html) => {
    expect(await warningsOf('/v1/transform', { html, goCreditMode: false })).toBe('')
  })

  it.each(
    everyThirdOf<object>([
      { watermark: 'www.acme.com' },
      { footer_html: 'www.acme.com' },
      {
        footer_html: '<p class="page"><span class="pageNumber"></span>/<span class="totalPages"></span></p>',
      },
      { footer_html: '<table><tr class="total"><td>9</td></tr></table>' },
    ]),
  )('options that are meant have no warning: %j', async (options) => {
    expect(await warningsOf('/v1/transform', { html: '<p>x</p>', options, goCreditMode: false })).toBe('')
  })

  it.each(
    everyThirdOf(['/* brand */ @import url("data:text/css,p{}");', '/* nothing yet */', 'p { color: red }']),
  )('css that is meant has no warning: %s', async (css) => {
    expect(await warningsOf('/v1/transform', { html: '<p>x</p>', css, goCreditMode: false })).toBe('')
  })

  it('names that look like no value, and a hidden IBAN, have no warning', async () => {
    const data = { buyer: { name: 'Null' }, seller: { name: 'Nan' }, payment: { iban: 'DE89 **** 3000' } }
    const warnings = await warningsOf('/v1/generate', { template_id: 'invoice/classic', data })
    expect(warnings).not.toMatch(/writes for no value|IBAN/)
  })

  it('a webhook of a synchronous request is told with strict', async () => {
    const body = { html: '<p>x', webhook_url: 'https://example.com/', options: { strict: true } }
    expect(await refusalOf('/v1/transform', body)).toMatchObject({
      status: 422,
      messages: ['webhook_url is not called: that needs async_mode: true'],
    })
  })
})
