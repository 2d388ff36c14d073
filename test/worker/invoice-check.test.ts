/** `POST /v1/invoice/check`, as a caller sees it. */
import { runInDurableObject } from 'cloudflare:test'
import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { embedInvoice } from '../../src/e-invoice/embed-invoice'
import { prepareFacturX } from '../../src/e-invoice/facturx'
import type { InvoiceReport } from '../../src/e-invoice/report'
import { frenchInvoice, invoices } from '../fixtures/invoices'
import { vary } from '../fixtures/vary'
import { newAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { triesAll } from '../support/runs'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

const services = invoices.services ?? {}
const check = async (key: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await post('/v1/invoice/check', key, body, headers)
  return { answer, report: await answer.json<InvoiceReport>() }
}

function xmlOf(invoice: object): string {
  const prepared = prepareFacturX({ invoice })
  if (prepared.level === 'prepared') throw new Error('there is no invoice')
  return new TextDecoder().decode(prepared.xml)
}

async function pdfOf(invoice: object): Promise<string> {
  const prepared = prepareFacturX({ invoice })
  if (prepared.level === 'prepared') throw new Error('there is no invoice')
  const document = await PDFDocument.create()
  document.addPage()
  await embedInvoice(document, { xml: prepared.xml, profile: prepared.profile, created: new Date(0) })
  return `data:application/pdf;base64,${await document.saveAsBase64()}`
}

describe('POST /v1/invoice/check', () => {
  it('finds nothing wrong with an invoice that conforms, computes its totals, and costs 1 credit', async () => {
    const { key } = await newAccount({ credits: 3 })
    const { answer, report } = await check(key, { invoice: services })
    expect(answer.status).toBe(200)
    expect(report).toMatchObject({ valid: true, profile: 'EN 16931', findings: [] })
    expect(report.totals).toMatchObject({ net: '1589.90', vat: '302.08', gross: '1891.98', due: '1891.98' })
    expect(report.vat_breakdown).toEqual([
      { category: 'S', rate: '19', taxable_amount: '1589.90', tax_amount: '302.08' },
    ])
    expect(answer.headers.get('x-credits-charged')).toBe('1')
    expect(answer.headers.get('x-credits-left')).toBe('2')
    const task = await get(`/v1/status/${answer.headers.get('x-task-id')}`, key)
    expect(await task.json()).toMatchObject({
      status: 'completed',
      kind: 'invoice_check',
      credits_charged: 1,
    })
  })

  it('applies the rules of a country if it is asked to, to JSON and to XML alike', async () => {
    const { key } = await newAccount({ credits: 9 })
    for (const source of [{ invoice: services }, { invoice_xml: xmlOf(services) }]) {
      const { report } = await check(key, { ...source, national_rules: 'FR' })
      expect(report.valid).toBe(false)
      expect(report.findings.map(({ rule }) => rule)).toContain('BR-FR-08')
    }
    const { report } = await check(key, { invoice: frenchInvoice, profile: 'EXTENDED', national_rules: 'FR' })
    expect(report).toMatchObject({ valid: true, profile: 'EXTENDED', findings: [] })
  })

  it('names rule, term, place and remedy of what is wrong, as a 200', async () => {
    const { key } = await newAccount({ credits: 3 })
    const wrong = vary(services, { '/totals': { gross: 1 }, '/buyer/address/country': 'FRANCE' })
    const { answer, report } = await check(key, { invoice: wrong })
    expect(answer.status).toBe(200)
    expect(report.valid).toBe(false)
    expect(report.findings).toEqual([
      {
        rule: 'BR-CO-15',
        severity: 'error',
        term: 'BT-112',
        pointer: '/totals/gross',
        message: expect.stringContaining('1891.98, not 1.00'),
      },
      {
        rule: 'BR-CL-14',
        severity: 'error',
        term: 'BT-55',
        pointer: '/buyer/address/country',
        message: expect.stringContaining('ISO 3166'),
      },
    ])
  })

  it('judges by the rules of XRechnung where that is asked for', async () => {
    const { key } = await newAccount({ credits: 3 })
    const { report } = await check(key, { invoice: services, profile: 'XRECHNUNG' })
    expect(report).toMatchObject({ valid: false, profile: 'XRECHNUNG' })
    expect(report.findings.map(({ rule }) => rule)).toEqual(['BR-DE-15'])
  })

  it('tells what is odd and allowed as a warning', async () => {
    const { key } = await newAccount({ credits: 3 })
    const { report } = await check(key, { invoice: vary(services, { '/lines/0/net_amount': 1500.01 }) })
    expect(report).toMatchObject({ valid: true, findings: [{ rule: 'BT-131', severity: 'warning' }] })
  })

  it('reads XML, and the XML in a PDF, into data that are taken again', async () => {
    const { key } = await newAccount({ credits: 9 })
    for (const [name, invoice] of Object.entries(invoices).slice(0, 3)) {
      const xml = xmlOf(invoice)
      for (const body of [{ invoice_xml: xml }, { pdf: await pdfOf(invoice) }]) {
        const { report } = await check(key, body)
        expect([name, report.valid, report.findings]).toEqual([name, true, []])
        expect(xmlOf(report.invoice ?? {})).toBe(xml)
      }
    }
  })

  it('says of XML and of a PDF that are no invoice what they lack', async () => {
    const { key } = await newAccount({ credits: 9 })
    const none = await check(key, { invoice_xml: '<Invoice xmlns="urn:oasis"/>' })
    expect(none.report).toMatchObject({ valid: false, profile: null, invoice: null })
    expect(none.report.findings[0]).toMatchObject({ rule: 'XML' })
    const document = await PDFDocument.create()
    document.addPage()
    const pdf = `data:application/pdf;base64,${await document.saveAsBase64()}`
    const { report } = await check(key, { pdf })
    expect(report.findings[0]?.message).toContain('no Factur-X')
  })

  it('charges nothing for what cannot be read, and refuses two sources at once', async () => {
    const { key } = await newAccount({ credits: 2 })
    const broken = await post('/v1/invoice/check', key, { pdf: 'data:application/pdf;base64,AAAA' })
    expect(broken.status).toBe(422)
    const both = await post('/v1/invoice/check', key, { invoice: services, invoice_xml: 'x' })
    expect(both.status).toBe(400)
    expect((await post('/v1/invoice/check', key, {})).status).toBe(400)
    expect(await (await get('/v1/credits', key)).json()).toMatchObject({ credits_left: 2 })
  })

  it('returns the first report to a repeat with the same Idempotency-Key', async () => {
    const { key } = await newAccount({ credits: 5 })
    const repeat = { 'Idempotency-Key': 'check-1' }
    const first = await check(key, { invoice: services }, repeat)
    const second = await check(key, { invoice: services }, repeat)
    expect(second.report).toEqual(first.report)
    expect(second.answer.headers.get('idempotent-replayed')).toBe('true')
    expect(await (await get('/v1/credits', key)).json()).toMatchObject({ credits_left: 4 })
  })

  it.runIf(triesAll)(
    'returns a report with a large attachment, to a repeat too, and charges it',
    async () => {
      const { key, account } = await newAccount({ credits: 5 })
      const content = Buffer.alloc(2_500_000, 'A').toString('base64')
      const file = { name: 'plan.png', mime_type: 'image/png', content }
      const references = { supporting_documents: [{ id: 'P-1', file }] }
      const request = { invoice_xml: xmlOf({ ...services, references }) }
      const alone = await check(key, request)
      expect(alone.answer.status).toBe(200)
      expect(JSON.stringify(alone.report.invoice)).toContain(content)
      const repeat = { 'Idempotency-Key': 'large' }
      const first = await post('/v1/invoice/check', key, request, repeat)
      const second = await post('/v1/invoice/check', key, request, repeat)
      // A row of a Durable Object holds 2 MB at the most, though not on every machine.
      const kept = await runInDurableObject(account, (_, { storage }) =>
        storage.sql.exec('SELECT length(answer) AS size FROM calls').one(),
      )
      expect(kept.size).toBeLessThan(2_000)
      expect(second.headers.get('idempotent-replayed')).toBe('true')
      expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
      expect(await second.text()).toBe(await first.text())
      expect(await (await get('/v1/credits', key)).json()).toMatchObject({ credits_left: 3 })
    },
  )
})
