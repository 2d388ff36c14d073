/** The rules of the French reform, each broken once. */
import { expect, test } from 'vitest'
import { prepareFacturX } from '../../../src/e-invoice/facturx'
import { reportOnXml } from '../../../src/e-invoice/report'
import { type Invoice, invoiceFields } from '../../../src/e-invoice/schema'
import { writeInvoice } from '../../../src/e-invoice/write-profile'
import { frenchInvoice as valid } from '../../fixtures/invoices'

const rulesOf = (invoice: Invoice) => [
  ...new Set(writeInvoice(invoiceFields.parse(invoice), 'EXTENDED', 'FR').findings.map(({ rule }) => rule)),
]
const { seller, buyer, notes = [] } = valid
const line = valid.lines?.[0]

test('a French invoice breaks none of them, in any profile', () => {
  expect(rulesOf(valid)).toEqual([])
  expect(writeInvoice(valid, 'EN 16931', 'FR').findings).toEqual([])
})

const broken: [rule: string, change: Invoice][] = [
  ['BR-FR-01', { number: 'F'.repeat(36) }],
  ['BR-FR-02', { number: 'F 2026' }],
  ['BR-FR-03', { period: { start: '1999-01-01', end: '2026-01-01' } }],
  ['BR-FR-04', { type_code: 326 }],
  ['BR-FR-05', { notes: notes.slice(1) }],
  ['BR-FR-06', { notes: [...notes, { text: 'again', subject_code: 'PMT' }] }],
  ['BR-FR-08', { business_process: 'A1' }],
  ['BR-FR-09', { seller: { ...seller, ids: [{ id: '30326504500022', scheme: '0009' }] } }],
  ['BR-FR-10', { seller: { ...seller, legal_registration: undefined, ids: [] } }],
  ['BR-FR-11', { buyer: { ...buyer, legal_registration: 'RCS 1' } }],
  ['BR-FR-12', { buyer: { ...buyer, electronic_address: undefined } }],
  ['BR-FR-13', { seller: { ...seller, electronic_address: undefined } }],
  ['BR-FR-15', { lines: [{ ...line, vat: { category: 'L', rate: 20 } }] }],
  ['BR-FR-16', { lines: [{ ...line, vat: { rate: 19 } }] }],
  ['BR-FR-17', { references: { supporting_documents: [{ id: '1', description: 'Plan' }] } }],
  [
    'BR-FR-18',
    { references: { supporting_documents: ['1', '2'].map((id) => ({ id, description: 'LISIBLE' })) } },
  ],
  ['BR-FR-20', { notes: [...notes.slice(0, 3), { text: 'B2X', subject_code: 'BAR' }] }],
  ['BR-FR-21', { buyer: { ...buyer, electronic_address: { id: '1', scheme: '0225' } } }],
  ['BR-FR-22', { type_code: 389, seller: { ...seller, electronic_address: { id: '1', scheme: '0225' } } }],
  ['BR-FR-23', { buyer: { ...buyer, electronic_address: { id: '303265045/1', scheme: '0225' } } }],
  ['BR-FR-24', { buyer: { ...buyer, id: { id: 'a b', scheme: '0224' } } }],
  [
    'BR-FR-25',
    { buyer: { ...buyer, electronic_address: { id: `303265045${'1'.repeat(120)}`, scheme: '0225' } } },
  ],
  ['BR-FR-26', { buyer: { ...buyer, id: { id: 'a'.repeat(101), scheme: '0224' } } }],
  [
    'BR-FR-30',
    {
      lines: [{ ...line, object_id: { id: '1', scheme: 'AFL' }, more_objects: [{ id: '2', scheme: 'AFL' }] }],
    },
  ],
  ['BR-FR-31', { notes: [...notes, { text: 'B2C', subject_code: 'BAR' }] }],
  ['BR-FR-32', { payee: { name: 'Factor', legal_registration: { id: '1', scheme: '0002' } } }],
  ['BR-FR-CO-03', { type_code: 262 }],
  ['BR-FR-CO-04', { type_code: 384 }],
  ['BR-FR-CO-05', { type_code: 381 }],
  ['BR-FR-CO-05', { type_code: 381, lines: [] }],
  ['BR-FR-CO-07', { due_date: '2026-11-01' }],
  ['BR-FR-CO-08', { business_process: 'S4', type_code: 386 }],
  ['BR-FR-CO-09', { business_process: 'S2' }],
  [
    'BR-FR-CO-10',
    { buyer: { ...buyer, id: { id: '1', scheme: '0088' }, ids: [{ id: '2', scheme: '0088' }] } },
  ],
  ['BR-FR-CO-12', { currency: 'USD' }],
  ['BR-FR-CO-14', { seller: { ...seller, ids: [{ id: '404833048', scheme: '0231' }] } }],
  ['BR-FR-CO-15', { seller: { ...seller, ids: [{ id: '404833048', scheme: '0231' }] } }],
  ['BR-FR-DEC-02', { lines: [{ ...line, quantity: '1.00001' }] }],
  ['BR-FR-DEC-03', { lines: [{ ...line, net_price: '1.0000001' }] }],
]

test.each(broken)('%s is found', (rule, change) => {
  expect(rulesOf({ ...valid, ...change })).toContain(rule)
  expect(
    writeInvoice(invoiceFields.parse({ ...valid, ...change }), 'EXTENDED').findings.map((each) => each.rule),
  ).not.toContain(rule)
})

test('EXTENDED-CTC-FR is written from JSON with the rules applied, and is told that platforms read it as CII', () => {
  const written = prepareFacturX({ invoice: valid, factur_x: { profile: 'EXTENDED-CTC-FR' } })
  expect(written).toMatchObject({
    level: 'EXTENDED',
    warnings: [expect.stringContaining('as CII and not as Factur-X')],
  })
  const xml = written.level === 'prepared' ? '' : new TextDecoder().decode(written.xml)
  expect(xml).toContain('urn.cpro.gouv.fr:1p0:extended-ctc-fr</ram:ID>')
  expect(reportOnXml(xml)).toMatchObject({ valid: true, findings: [] })
  const { findings } = writeInvoice(invoiceFields.parse({ ...valid, notes: [] }), 'EXTENDED-CTC-FR')
  expect(findings.map(({ rule }) => rule)).toEqual(['BR-FR-05', 'BR-FR-05', 'BR-FR-05'])
})

test('XML of EXTENDED-CTC-FR brings the rules along, and is told that platforms read it as CII', () => {
  const { xml = '' } = writeInvoice(invoiceFields.parse({ ...valid, notes: [] }), 'EXTENDED')
  const french = xml.replace('urn:factur-x.eu:1p0:extended', 'urn.cpro.gouv.fr:1p0:extended-ctc-fr')
  expect(reportOnXml(xml)).toMatchObject({ valid: true })
  expect(reportOnXml(xml, 'FR')).toMatchObject({ valid: false })
  expect(reportOnXml(french)).toMatchObject({ valid: false, findings: [{ rule: 'BR-FR-05' }, {}, {}] })
  const whole = writeInvoice(valid, 'EXTENDED', 'FR').xml ?? ''
  const brought = whole.replace('urn:factur-x.eu:1p0:extended', 'urn.cpro.gouv.fr:1p0:extended-ctc-fr')
  expect(prepareFacturX({ invoice_xml: brought })).toMatchObject({
    level: 'EXTENDED',
    warnings: [expect.stringContaining('as CII')],
  })
})
