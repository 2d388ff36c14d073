/** What the profile EXTENDED takes beyond EN 16931, written and read back. */
import { describe, expect, test } from 'vitest'
import { readInvoice } from '../../../src/e-invoice/cii/read/read-invoice'
import type { WrittenProfile } from '../../../src/e-invoice/profiles'
import { readCii } from '../../../src/e-invoice/read-cii'
import { type Invoice, invoiceFields } from '../../../src/e-invoice/schema'
import { writeInvoice } from '../../../src/e-invoice/write-profile'
import { parseXml } from '../../../src/e-invoice/xml/parse-xml'
import { extendedInvoice, services, vehicleInvoice } from '../../fixtures/invoices'

function xmlOf(invoice: Invoice, profile: WrittenProfile): string {
  const { xml, findings } = writeInvoice(invoiceFields.parse(invoice), profile)
  if (xml === undefined) throw new Error(JSON.stringify(findings))
  return xml
}

/** Every text of a value with its place, as a program reads it. */
function* leaves(value: unknown, path = ''): Generator<string> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) yield* leaves(each, `${path}/${key}`)
  } else if (value !== undefined) {
    yield `${path}=${value}`
  }
}

describe('an invoice of EXTENDED', () => {
  test('keeps each of its terms', () => {
    const xml = xmlOf(extendedInvoice, 'EXTENDED')
    const read = new Set(leaves(readInvoice(parseXml(xml))))
    // An identifier alone is read as `{id}`, an e-mail address with its scheme.
    const stated = [...leaves(extendedInvoice)]
    expect(stated.length).toBeGreaterThan(100)
    expect(stated.filter((each) => !read.has(each) && !read.has(each.replace('=', '/id=')))).toEqual([])
    expect(readCii(xml).findings).toEqual([])
  })

  test('has a local tax number of the seller alone (BR-FXEXT-03)', () => {
    const tax_registration = '12/345/67890'
    const [first] = services.lines ?? []
    const invoice: Invoice = {
      ...services,
      seller: { ...services.seller, tax_registration },
      buyer: { ...services.buyer, tax_registration },
      other_parties: { payer: { name: 'Payer', tax_registration } },
      lines: [{ ...first, seller: { name: 'Shop', tax_registration } }],
    }
    expect(writeInvoice(invoice, 'EXTENDED').findings).toMatchObject([
      { rule: 'BR-FXEXT-03', pointer: '/buyer/tax_registration' },
      { rule: 'BR-FXEXT-03', pointer: '/other_parties/payer/tax_registration' },
      { rule: 'BR-FXEXT-03', pointer: '/lines/0/seller/tax_registration' },
    ])
    const german: Invoice = { ...services, buyer_reference: '4711', buyer: invoice.buyer }
    expect(
      writeInvoice({ ...german, buyer: { ...german.buyer, address: services.buyer?.address } }, 'XRECHNUNG')
        .findings,
    ).toEqual([])
  })

  test('has codes and totals that are stated where the published rules want them', () => {
    const xml = xmlOf(extendedInvoice, 'EXTENDED')
    const rulesOf = (changed: string) => readCii(changed).findings.map(({ rule }) => rule)
    expect(rulesOf(xml.replace('>DETAIL<', '>DETAILED<'))).toContain('BT-X-8')
    expect(rulesOf(xml.replace(/<ram:ChargeTotalAmount>.*?<\/ram:ChargeTotalAmount>/, ''))).toContain(
      'BR-FXEXT-CO-12',
    )
    expect(rulesOf(xml.replace('<ram:IssuerAssignedID>D-1</ram:IssuerAssignedID>', ''))).toEqual(['XSD'])
    expect(rulesOf(xml.replace('>AVV<', '>AVVX<'))).toContain('BR-CL-07')
  })

  test('is refused by a profile that has no room for it, and nothing is left out', () => {
    for (const profile of ['BASIC', 'EN 16931'] as const) {
      const { xml, findings } = writeInvoice({ ...services, name: 'Pro forma' }, profile)
      expect(xml).toBeUndefined()
      expect(findings[0]?.message).toContain(
        `The profile ${profile} has no room for all of this invoice: ExchangedDocument/Name`,
      )
    }
  })

  test('counts a logistics service as a charge, and a line that only groups others not at all', () => {
    const { complete } = writeInvoice(invoiceFields.parse(extendedInvoice), 'EXTENDED')
    expect(complete.totals.line.expected).toEqual({ units: 1200n, scale: 0 })
    expect(complete.totals.charge.expected).toEqual({ units: 15n, scale: 0 })
  })

  test('has a VAT group for each exemption reason, which its lines repeat', () => {
    const exempt = (reason: string) => ({ category: 'E', exemption_reason: reason })
    const line = { name: 'Course', quantity: 1, net_price: 100 }
    const lines = [
      { ...line, vat: exempt('Teaching') },
      { ...line, vat: exempt('Healing') },
    ]
    const xml = xmlOf({ ...services, lines }, 'EXTENDED')
    expect(xml.match(/<ram:ExemptionReason>Teaching</g)).toHaveLength(2)
    expect(xml.match(/<ram:ExemptionReason>Healing</g)).toHaveLength(2)
    expect(xmlOf({ ...services, lines }, 'EN 16931').match(/<ram:ExemptionReason>/g)).toHaveLength(1)
  })

  describe('with several stated VAT groups of one category', () => {
    const line = (net_price: number, vat: object) => ({
      name: 'Course',
      quantity: 1,
      net_price,
      vat: { category: 'E', ...vat },
    })
    const teaching = { category: 'E', exemption_reason: 'Teaching', exemption_reason_code: 'VATEX-EU-132-1I' }
    const healing = { category: 'E', exemption_reason: 'Healing' }
    const lines = [
      line(100, { exemption_reason: 'Teaching' }),
      line(30, { exemption_reason: 'Healing' }),
      line(7, { exemption_reason_code: 'VATEX-EU-132-1I' }),
    ]
    const stated: Invoice = { ...services, lines, vat_breakdown: [teaching, healing] }

    test('gives each line to the group that states its reason, and repeats the reason there', () => {
      const { complete } = writeInvoice(invoiceFields.parse(stated), 'EXTENDED')
      expect(complete.breakdown.map(({ taxable }) => taxable.value.units)).toEqual([107n, 30n])
      const xml = xmlOf(stated, 'EXTENDED')
      expect(xml.match(/<ram:ExemptionReason>Teaching</g)).toHaveLength(3)
      expect(readCii(xml).findings).toEqual([])
    })

    test('wants to know of each line which group it is in', () => {
      const unclear = { ...stated, lines: [...lines, line(1, {})] }
      expect(writeInvoice(invoiceFields.parse(unclear), 'EXTENDED').findings).toContainEqual({
        rule: 'BR-FXEXT-E-08',
        pointer: '/lines/3/vat',
        message: expect.stringContaining('say which one this is in'),
      })
    })

    test('refuses an amount that is neither of its reason nor of its category', () => {
      const amounts = (first: number, second: number): Invoice => ({
        ...stated,
        vat_breakdown: [
          { ...teaching, taxable_amount: first },
          { ...healing, taxable_amount: second },
        ],
      })
      const rulesOf = (invoice: Invoice) =>
        writeInvoice(invoiceFields.parse(invoice), 'EXTENDED').findings.map(({ rule }) => rule)
      expect(rulesOf(amounts(107, 30))).toEqual([])
      expect(rulesOf(amounts(30, 107))).toEqual(['BR-FXEXT-E-08', 'BR-FXEXT-E-08'])
    })

    test('is refused by EN 16931, which has one group of a category', () => {
      expect(writeInvoice(invoiceFields.parse(stated)).findings).toMatchObject([{ rule: 'BR-E-01' }])
    })
  })

  test('is billed at the gross price with its adjustments if it states no net price', () => {
    const [group, chair] = extendedInvoice.lines ?? []
    const lines = [group ?? {}, { ...chair, net_price: undefined, gross_base_quantity: undefined }]
    const { complete } = writeInvoice(invoiceFields.parse({ ...extendedInvoice, lines }), 'EXTENDED')
    expect(complete.lines[1]?.netPrice).toEqual({ units: 120n, scale: 0 })
    const wrong = [group ?? {}, { ...chair, net_price: 121, net_amount: 1210 }]
    expect(
      writeInvoice(invoiceFields.parse({ ...extendedInvoice, lines: wrong }), 'EXTENDED').advice,
    ).toMatchObject([{ rule: 'BT-146', message: expect.stringContaining('is 120.00') }])
  })

  test('has a gross price if it says what was taken off it', () => {
    const [line] = services.lines ?? []
    for (const about of [
      { price_discount: 1 },
      { price_adjustments: [{ amount: 1 }] },
      { gross_base_quantity: 3 },
    ]) {
      const { findings } = writeInvoice(
        invoiceFields.parse({ ...services, lines: [{ ...line, ...about }] }),
        'EXTENDED',
      )
      expect(findings).toMatchObject([{ rule: 'BT-148', pointer: '/lines/0/gross_price' }])
    }
  })

  test('says when or how it is to be paid (BR-CO-25)', () => {
    const { findings } = writeInvoice({ ...services, due_date: undefined }, 'EXTENDED')
    expect(findings).toMatchObject([{ rule: 'BR-CO-25', pointer: '/due_date' }])
    expect(writeInvoice({ ...services, due_date: undefined }, 'EN 16931').findings).toEqual([])
  })
})

describe('XRechnung', () => {
  const german: Invoice = {
    ...services,
    buyer_reference: '04011000-12345-34',
  }

  test('takes the scheme of clean vehicles in its profile for them alone', () => {
    expect(xmlOf(vehicleInvoice, 'XRECHNUNG CVD')).toContain('xrechnung:cvd_0.9<')
    expect(writeInvoice(vehicleInvoice, 'XRECHNUNG').findings).toMatchObject([{ rule: 'BR-CL-13' }])
    expect(readCii(xmlOf(vehicleInvoice, 'XRECHNUNG CVD')).findings).toEqual([])
  })

  test('wants the tender, the contract and a vehicle in its profile for clean vehicles', () => {
    const rulesOf = (invoice: Invoice) =>
      writeInvoice(invoice, 'XRECHNUNG CVD').findings.map(({ rule, pointer }) => `${rule} ${pointer}`)
    expect(rulesOf(german)).toEqual([
      'BR-DE-CVD-01 /references/contract',
      'BR-DE-CVD-02 /references/tender_or_lot',
      'BR-DE-CVD-03 /lines',
    ])
    const vehicle = (classifications: { code: string; list: string }[], values: string[]) => ({
      ...vehicleInvoice,
      lines: [
        ...(vehicleInvoice.lines ?? []),
        {
          ...services.lines?.[0],
          classifications,
          attributes: values.map((value) => ({ name: 'cva', value })),
        },
      ],
    })
    const van = { code: 'N1', list: 'CVD' }
    expect(rulesOf(vehicle([van], ['clean']))).toEqual([])
    expect(rulesOf(vehicle([{ code: 'N9', list: 'CVD' }], ['green']))).toEqual([
      'BR-DE-CVD-04 /lines/2/classifications',
      'BR-DE-CVD-05 /lines/2/attributes',
    ])
    expect(rulesOf(vehicle([van], []))).toEqual(['BR-DE-CVD-06-a /lines/2/attributes'])
    expect(rulesOf(vehicle([van, van], ['clean']))).toEqual(['BR-DE-CVD-06-b /lines/2/classifications'])
  })

  test('wants the tender, the contract and a vehicle in XML that is brought, too', () => {
    const xml = xmlOf(vehicleInvoice, 'XRECHNUNG CVD').replace('>cva<', '>Drive<').replace('>C-9<', '> <')
    expect(readCii(xml).findings.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['BR-DE-CVD-01', 'BR-DE-CVD-03', 'BR-DE-CVD-06-a']),
    )
  })

  test('wants the percentage of an allowance, its base and its amount to agree', () => {
    const allowance = { percent: 10, base_amount: 300, amount: 30, reason: 'Campaign', vat: { rate: 19 } }
    const xml = xmlOf({ ...german, allowances: [allowance] }, 'XRECHNUNG')
    const rulesOf = (changed: string) => readCii(changed).findings.map(({ rule }) => rule)
    expect(rulesOf(xml)).toEqual([])
    const base = /<ram:BasisAmount>300\.00<\/ram:BasisAmount>/
    const percentage = /<ram:CalculationPercent>10<\/ram:CalculationPercent>/
    expect(rulesOf(xml.replace(base, ''))).toEqual(['PEPPOL-EN16931-R041'])
    expect(rulesOf(xml.replace(percentage, ''))).toEqual(['PEPPOL-EN16931-R042'])
    expect(rulesOf(xml.replace(percentage, '<ram:CalculationPercent>11</ram:CalculationPercent>'))).toEqual([
      'PEPPOL-EN16931-R040',
    ])
  })

  test('takes lines that belong to lines in its extension', () => {
    const lines = [
      { ...services.lines?.[0], id: '1' },
      { ...services.lines?.[1], id: '1.1', parent_id: '1' },
    ]
    const xml = xmlOf({ ...german, lines }, 'XRECHNUNG EXTENSION')
    expect(xml).toContain('<ram:ParentLineID>1<')
    expect(readCii(xml)).toMatchObject({ findings: [], profile: { extension: true } })
  })
})
