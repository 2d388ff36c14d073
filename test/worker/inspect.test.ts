/** `POST /v1/inspect`, as a caller sees it. */
import { SELF } from 'cloudflare:test'
import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { embedInvoice } from '../../src/e-invoice/embed-invoice'
import { prepareFacturX } from '../../src/e-invoice/facturx'
import { invoices } from '../fixtures/invoices'
import { newAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { inflatingPdf } from '../support/pdfs'
import { triesAll } from '../support/runs'
import { pdfUrl, samplePdf } from '../support/sample-pdf'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

type Report = {
  pages: number
  conformance: { claims: string[]; verdicts: { standard: string; conforms: boolean }[] }
  invoice: { valid: boolean } | null
}

const sample = await samplePdf({ name: 'one', pages: 3, rich: true })

describe('POST /v1/inspect', () => {
  it.runIf(triesAll)(
    'lets the work of another account go before many inspections of long files',
    async () => {
      const [greedy, other] = [
        await newAccount({ credits: 9, plan: 'Max' }),
        await newAccount({ credits: 9 }),
      ]
      const file = pdfUrl(await samplePdf({ name: 'long', pages: 100, rich: true }))
      let ended = 0
      const inspections = Array.from({ length: 6 }, async () => {
        const { status } = await post('/v1/inspect', greedy.key, { file, conformance: ['PDF/A-2b'] })
        ended++
        return status
      })
      for (let n = 0; n < 3; n++) {
        const code = await post('/v1/qrcode', other.key, { data: `before others ${n}` })
        expect(code.status).toBe(200)
        await code.arrayBuffer()
      }
      expect(ended).toBeLessThan(6)
      expect(await Promise.all(inspections)).toEqual(Array.from({ length: 6 }, () => 200))
    },
  )

  it('says what is in a file, for 1 credit, and a repeat gets the same report for nothing', async () => {
    const { key } = await newAccount({ credits: 2 })
    const body = { file: pdfUrl(sample), conformance: ['PDF/A-2b', 'PDF/UA-1'] }
    const answer = await post('/v1/inspect', key, body, { 'idempotency-key': 'a' })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    const report = JSON.parse(text) as Report
    expect(report).toMatchObject({ pages: 3, invoice: null, conformance: { claims: [] } })
    expect(report.conformance.verdicts).toMatchObject([
      { standard: 'PDF/A-2b', conforms: false },
      { standard: 'PDF/UA-1', conforms: false },
    ])
    expect(answer.headers.get('x-credits-charged')).toBe('1')
    const again = await post('/v1/inspect', key, body, { 'idempotency-key': 'a' })
    expect(await again.text()).toBe(text)
    const task = await get(`/v1/status/${answer.headers.get('x-task-id')}`, key)
    expect(await task.json()).toMatchObject({ status: 'completed', kind: 'inspect', credits_charged: 1 })
  })

  it('takes a form, and the file of a task of the same account', async () => {
    const { key } = await newAccount({ credits: 9, plan: 'Pro' })
    const made = await post('/v1/finish', key, { files: [pdfUrl(sample)], options: { password: 'open' } })
    const task_id = made.headers.get('x-task-id')
    const bytes = await made.bytes()
    const form = new FormData()
    form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], 'a.pdf'))
    form.append('password', 'open')
    form.append('conformance', 'PDF/A-1b')
    const sent = await SELF.fetch('https://platen.test/v1/inspect', {
      ...{ method: 'POST', body: form, headers: { 'x-api-key': key } },
    })
    expect(await sent.json()).toMatchObject({ pages: 3, encryption: { method: 'AES-256' } })
    const named = await post('/v1/inspect', key, { file: { task_id, password: 'open' } })
    expect(await named.json<Report>()).toMatchObject({ pages: 3 })
    const stranger = await newAccount({ credits: 1 })
    expect((await post('/v1/inspect', stranger.key, { file: { task_id } })).status).toBe(404)
  })

  it('reads the e-invoice inside and judges it', async () => {
    const { key } = await newAccount({ credits: 2 })
    const prepared = prepareFacturX({ invoice: invoices.services })
    if (prepared.level === 'prepared') throw new Error('there is no invoice')
    const document = await PDFDocument.create()
    document.addPage()
    await embedInvoice(document, { xml: prepared.xml, profile: prepared.profile, created: new Date(0) })
    const answer = await post('/v1/inspect', key, { file: pdfUrl(await document.save()) })
    expect(await answer.json()).toMatchObject({
      invoice: { valid: true, profile: 'EN 16931' },
      embedded_files: [{ name: 'factur-x.xml' }],
    })
  })

  it('charges nothing for what cannot be read, and refuses what no address may be', async () => {
    const { key } = await newAccount({ credits: 1 })
    const status = async (file: unknown) => {
      const answer = await post('/v1/inspect', key, { file })
      return [answer.status, (await answer.json<{ errors: { pointer: string }[] }>()).errors?.[0]?.pointer]
    }
    expect(await status('http://169.254.169.254/a.pdf')).toEqual([400, '/file'])
    expect(await status({ upload: 'a' })).toEqual([400, '/file/upload'])
    expect(await status('data:text/plain,hello')).toEqual([422, '/file'])
    expect(await status(pdfUrl(inflatingPdf(40, 40_000_000)))).toEqual([422, expect.anything()])
    expect((await post('/v1/inspect', key, { file: pdfUrl(sample) })).status).toBe(200)
    expect((await post('/v1/inspect', key, { file: pdfUrl(sample) })).status).toBe(402)
  })
})
