import { SELF } from 'cloudflare:test'
import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PlanName } from '../../src/accounts/plans'
import { services } from '../fixtures/invoices'
import { newAccount, type TestAccount } from '../support/accounts'
import { samePixels } from '../support/pixels'
import { applySchema } from '../support/schema'

let account: TestAccount
beforeAll(async () => {
  await applySchema()
  account = await newAccount({ credits: 100 })
})

const html =
  '<!doctype html><html lang="en"><title>Report</title><h1>Report</h1><p>Read <a href="https://example.com/">this</a>.</p>'
const shaded = `${html}<div style="box-shadow:0 0 9px #0008">shadow</div>`

function transform(options: object, { key = account.key, body = html } = {}) {
  return SELF.fetch('https://platen.example/v1/transform', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ html: body, goCreditMode: false, options }),
  })
}

async function fileOf(response: Response): Promise<Uint8Array> {
  expect(
    response.status,
    response.headers.get('content-type')?.includes('json') ? await response.clone().text() : '',
  ).toBe(200)
  return response.bytes()
}

const dataUrl = (bytes: Uint8Array, type = 'application/pdf') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

describe('finishing options of POST /v1/transform', () => {
  it('encrypt, and the file opens with the password alone', async () => {
    const bytes = await fileOf(
      await transform({ password: 'geheim', author: 'Ada', permissions: { copy: false } }),
    )
    await expect(PDFDocument.load(bytes)).rejects.toThrow(/encrypted/)
    const opened = await PDFDocument.load(bytes, { password: 'geheim' })
    expect(opened.getPageCount()).toBe(1)
  })

  it('are refused on the Free plan where they include a password, before a file is fetched', async () => {
    const free = await newAccount({ credits: 5, plan: 'Free' satisfies PlanName })
    const response = await transform(
      { password: 'x', attachments: ['https://files.example.com/a.pdf'] },
      { key: free.key },
    )
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'plan_feature' })
  })

  it('are refused where a password mixes directions, which not every reader would open', async () => {
    const response = await transform({ password: 'secret سر' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      errors: [{ pointer: '/options/password', message: expect.stringContaining('Hebrew or Arabic') }],
    })
    expect((await transform({ password: 'كلمة سر' })).status).toBe(200)
  })

  it('append an encrypted file with its password, and with no other', async () => {
    const locked = dataUrl(await fileOf(await transform({ password: 'open-sesame' })))
    const opened = await transform({ attachments: [locked], attachment_passwords: ['open-sesame'] })
    expect(opened.headers.get('x-page-count')).toBe('2')
    const refused = await transform({ attachments: [locked], attachment_passwords: ['other'] })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({
      code: 'asset_failed',
      errors: [{ pointer: '/options/attachments/0', message: expect.stringContaining('does not open it') }],
    })
    const extra = await transform({ attachments: [locked], attachment_passwords: ['a', 'b'] })
    expect(extra.status).toBe(400)
  })

  it('merge, stamp, embed and compress in one file, and charge for each', async () => {
    const other = await fileOf(await transform({}))
    const options = {
      attachments: [dataUrl(other), dataUrl(other)],
      embed_files: ['data:text/csv;name=list.csv,a%3Bb'],
      watermark: 'Entwurf Черновик',
      compress: true,
    }
    const response = await transform(options)
    const document = await PDFDocument.load(await fileOf(response))
    expect(document.getPageCount()).toBe(3)
    expect(document.getAttachments().map(({ name }) => name)).toEqual(['list.csv'])
    expect(response.headers.get('x-page-count')).toBe('3')
    expect(response.headers.get('x-credits-charged')).toBe('5')
  })

  it('take a file of ours by its signed address, and no address that was changed', async () => {
    const made = await SELF.fetch('https://platen.example/v1/transform', {
      method: 'POST',
      headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
      body: JSON.stringify({ html, goCreditMode: false, return_type: 'url' }),
    })
    const { url } = (await made.json()) as { url: string }
    const whole = await PDFDocument.load(
      await fileOf(await transform({ attachments: [url], embed_files: [url] })),
    )
    expect(whole.getPageCount()).toBe(2)
    expect(whole.getAttachments().map(({ name }) => name)).toEqual(['Report.pdf'])

    const changed = await transform({ attachments: [url.replace(/signature=./, 'signature=_')] })
    expect(changed.status).toBe(422)
    expect(await changed.json()).toMatchObject({
      code: 'asset_failed',
      errors: [{ pointer: '/options/attachments/0', message: expect.stringContaining('was altered') }],
    })
  })

  it('make archival files and say which level, and which pages are flattened', async () => {
    const plain = await transform({ pdf_format: 'PDF/A-1b' })
    await fileOf(plain)
    expect(plain.headers.get('x-conformance')).toMatch(/^PDF\/A-1b; checks=\d+$/)
    const response = await transform({ pdf_format: 'PDF/A-1b' }, { body: shaded })
    await fileOf(response)
    expect(response.headers.get('x-conformance')).toMatch(/^PDF\/A-1b; checks=\d+; flattened-pages=1$/)

    const task = await SELF.fetch(`https://platen.example/v1/status/${response.headers.get('x-task-id')}`, {
      headers: { 'x-api-key': account.key },
    })
    expect(await task.json()).toMatchObject({ conformance: { level: 'PDF/A-1b', flattened_pages: [1] } })
  })

  it('make accessible files that are archival too', async () => {
    const response = await transform({ pdf_format: 'PDF/A-3b', pdf_ua: true })
    await fileOf(response)
    expect(response.headers.get('x-conformance')).toMatch(/^PDF\/A-3b and PDF\/UA-1; /)
  })

  it('know the language of a document that has nothing on its page', async () => {
    const empty = '<!doctype html><html lang="en"><title>Nothing</title>'
    const response = await transform({ pdf_ua: true }, { body: empty })
    await fileOf(response)
    expect(response.headers.get('x-conformance')).toMatch(/^PDF\/UA-1; /)
    const without = await transform({ pdf_ua: true }, { body: empty.replace(' lang="en"', '') })
    expect(without.status).toBe(422)
    expect(await without.json()).toMatchObject({ errors: [{ rule: 'ISO 14289-1 7.2' }] })
  })

  it.each([
    ['a link whose address is only a scheme', '<p>Write to <a href="mailto:">us</a></p>'],
    [
      'cells with nothing in them',
      `<table><thead><tr><th>A<th>B<th>C</tr></thead><tbody><tr><td>1<td><td>3</tr><tr><td> <td>x<td></tr>
       <tr><td colspan="2"><td>Total</tr></tbody></table>`,
    ],
  ])('are accessible with %s', async (_, html) => {
    const body = `<!doctype html><html lang="en"><title>T</title>${html}`
    const response = await transform({ pdf_ua: true }, { body })
    await fileOf(response)
    expect(response.headers.get('x-conformance')).toMatch(/^PDF\/UA-1; /)
  })

  it('are not called accessible if a row of a table lacks a cell', async () => {
    const body = `<!doctype html><html lang="en"><title>T</title><table><thead><tr><th>A<th>B</tr></thead>
      <tbody><tr><td>1<td>2</tr><tr><td>3</tr></tbody></table>`
    const response = await transform({ pdf_ua: true }, { body })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      errors: [{ rule: 'ISO 14289-1 7.2', message: expect.stringContaining('colspan') }],
    })
  })

  it('carry an invoice, from JSON or from an embedded file, or are prepared for one', async () => {
    const made = await transform({ factur_x: true, invoice: services })
    const document = await PDFDocument.load(await fileOf(made))
    expect(made.headers.get('x-factur-x')).toBe('EN 16931')
    const xml =
      document.getAttachments().find(({ name }) => name === 'factur-x.xml')?.data ?? new Uint8Array()
    const again = await transform({ factur_x: true, embed_files: [dataUrl(xml, 'text/xml')] })
    const names = (await PDFDocument.load(await fileOf(again))).getAttachments().map(({ name }) => name)
    expect(again.headers.get('x-factur-x')).toBe('EN 16931')
    expect(names).toEqual(['factur-x.xml'])
    const prepared = await transform({ factur_x: true })
    await fileOf(prepared)
    expect(prepared.headers.get('x-factur-x')).toBe('prepared')
    expect(prepared.headers.get('x-conformance')).toMatch(/^PDF\/A-3b; /)
  })

  it('fail with the rule and the place, and nothing is charged', async () => {
    const { credits_left: before } = await balance()
    const invoice = { ...services, totals: { gross: 1 } }
    const wrong = await transform({ factur_x: true, invoice })
    expect(wrong.status).toBe(422)
    expect(await wrong.json()).toMatchObject({
      errors: [{ rule: 'BR-CO-15', pointer: '/options/invoice/totals/gross' }],
    })
    const missing = await transform({ attachments: ['data:text/html,<html>not found'] })
    expect(missing.status).toBe(422)
    expect(await missing.json()).toMatchObject({
      code: 'asset_failed',
      errors: [{ pointer: '/options/attachments/0' }],
    })
    expect((await balance()).credits_left).toBe(before)
  })

  it('that no file can satisfy together are 400, named at both fields', async () => {
    const response = await transform({ pdf_format: 'PDF/A-1b', password: 'x' })
    expect(response.status).toBe(400)
    const { errors } = (await response.json()) as { errors: { pointer: string }[] }
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/options/password', '/options/pdf_format'])
  })

  it('are stamped for a test key, which pays nothing', async () => {
    const test = await newAccount({ credits: 0, mode: 'test' })
    const response = await transform({}, { key: test.key })
    const [stamped, plain] = [await fileOf(response), await fileOf(await transform({}))]
    expect(await samePixels(stamped, plain)).toBe(false)
    expect(response.headers.get('x-credits-charged')).toBe('0')
  })
})

async function balance(): Promise<{ credits_left: number }> {
  const response = await SELF.fetch('https://platen.example/v1/credits', {
    headers: { 'x-api-key': account.key },
  })
  return response.json()
}
