import fc from 'fast-check'
import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkInvoice } from '../../src/e-invoice/check-invoice'
import { writeCii } from '../../src/e-invoice/cii/write/write-cii'
import { completeInvoice } from '../../src/e-invoice/complete-invoice'
import { embedInvoice, facturXSchemas } from '../../src/e-invoice/embed-invoice'
import { type FacturXSources, prepareFacturX } from '../../src/e-invoice/facturx'
import type { WrittenProfile } from '../../src/e-invoice/profiles'
import { readCii } from '../../src/e-invoice/read-cii'
import { type Invoice, invoiceSchema } from '../../src/e-invoice/schema'
import { writeInvoice } from '../../src/e-invoice/write-profile'
import { anyInvoice } from '../fixtures/any-invoice'
import { faults } from '../fixtures/faults'
import { invoices } from '../fixtures/invoices'
import { vary } from '../fixtures/vary'
import { effort, share } from '../fuzz/effort'
import { type MustangVerdict, mustang } from './mustang'
import { openPrinter, type Printer } from './print'
import { outFolder, python, save, veraPdf } from './tools'

const en16931 = 'urn:cen.eu:en16931:2017'
const complete = (invoice: Invoice) => completeInvoice(invoiceSchema.parse(invoice))
/** XML as it is written for a request. */
function written(invoice: Invoice, profile: WrittenProfile): string {
  const { xml, findings } = writeInvoice(invoiceSchema.parse(invoice), profile)
  if (xml === undefined) throw new Error(JSON.stringify(findings))
  return xml
}
const fileName = (name: string) => `${name.replace(/\W+/g, '-')}.xml`

/** What only a usage specification of a country or of Peppol asks for. */
const national = /^(BR-DE|PEPPOL)/
const broken = (verdict: MustangVerdict | undefined) =>
  verdict?.rules.filter((rule) => rule && !national.test(rule))

/** Everything that Mustang is asked, in one go: each start of it costs more than judging a hundred files. */
const asked = new Map<string, string | Uint8Array>()
let verdicts: Map<string, MustangVerdict>

const xrechnung = `${en16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`
const names = Object.keys(invoices)
for (const [name, invoice] of Object.entries(invoices)) {
  const xml = writeCii(complete(invoice))
  asked.set(`facturx-${fileName(name)}`, xml)
  asked.set(`extended-${fileName(name)}`, written(invoice, 'EXTENDED'))
  asked.set(`xrechnung-${fileName(name)}`, xml.replace(`>${en16931}<`, `>${xrechnung}<`))
}

const varied = fc.sample(anyInvoice, { numRuns: effort(60, 30), seed: 20_261_121 })
const random = varied.map((each, i) => {
  const name = `random-${i}.xml`
  asked.set(name, writeCii(complete({ ...(invoices.services as Invoice), ...each })))
  return name
})

/**
 * Faults that the XML does not show, because the writer leaves out or fills in what is missing, and those that
 * Mustang has no test for: the terms' own arithmetic, and payees (BR-17) beyond a missing name.
 */
const oursAlone = [
  'BR-04',
  'BR-21',
  'BR-23',
  'BR-26',
  'BR-31',
  'BR-36',
  'BR-41',
  'BR-43',
  'BR-50',
  'BR-CO-17',
  'BR-CO-19',
  'BR-CO-20',
  'BR-DEC-10',
  'BR-DEC-11',
  'BT-131',
  'BT-146',
  'BT-149',
  'BT-158',
]
const isOursAlone = ({ rule, at }: (typeof faults)[number]) =>
  oursAlone.includes(rule) || (rule === 'BR-17' && at === '/payee')

const shown = faults
  .filter((fault) => !isOursAlone(fault))
  .map(({ rule, base, change }, i) => {
    const invoice = complete(vary(invoices[base] as Invoice, change))
    const file = `fault-${String(i).padStart(3, '0')}.xml`
    asked.set(file, writeCii(invoice))
    return { rule, invoice, file }
  })

/** The XML without each of its elements in turn, every one with what stands in it. */
function* shortened(xml: string): Generator<[path: string, xml: string]> {
  const open: { name: string; at: number }[] = []
  for (const tag of xml.matchAll(/<(\/?)([a-z]+:\w+)[^>]*?(\/?)>/g)) {
    const [whole, closing, name = '', empty] = tag
    if (!closing) open.push({ name, at: tag.index })
    if (!closing && !empty) continue
    const element = open.pop()
    const path = [...open.map((each) => each.name), name].slice(-2).join('/')
    if (element && open.length > 0) {
      yield [path, xml.slice(0, element.at) + xml.slice(tag.index + whole.length)]
    }
  }
}

const allVariants = [...shortened(writeCii(complete(invoices.everything as Invoice)))]
const variants = share(allVariants, 120).map(([element, xml], i) => {
  const file = `shortened-${i}.xml`
  asked.set(file, xml)
  return { element, xml, file }
})

const created = new Date('2026-11-21T09:00:00Z')
const own = prepareFacturX({ invoice: invoices.services })
const xml = own.level === 'prepared' ? '' : new TextDecoder().decode(own.xml)
const bodiless = xml
  .replace(/<ram:IncludedSupplyChainTradeLineItem>[\s\S]*<\/ram:IncludedSupplyChainTradeLineItem>\s*/, '')
  .replace(`>${en16931}<`, '>urn:factur-x.eu:1p0:basicwl<')
  .replace(/<ram:DefinedTradeContact>[\s\S]*?<\/ram:DefinedTradeContact>\s*/, '')
  .replace(/<ram:PayeeSpecified[\s\S]*?<\/ram:PayeeSpecified\w+>\s*/, '')
const sources: Record<string, FacturXSources> = {
  'EN 16931': { invoice: invoices.everything },
  'BASIC WL': { invoice_xml: bodiless },
  BASIC: {
    factur_x: { profile: 'BASIC' },
    invoice: {
      ...invoices.services,
      seller: { ...invoices.services?.seller, contact: undefined },
      payment: { iban: 'DE89370400440532013000' },
    },
  },
  EXTENDED: { factur_x: { profile: 'EXTENDED' }, invoice: invoices.everything },
  XRECHNUNG: { factur_x: { profile: 'XRECHNUNG' }, invoice: invoices.everything },
}

/** The page with the XML, archived by the library alone: what is judged here is the invoice's part. */
async function facturXPdf(printer: Printer, source: FacturXSources): Promise<Uint8Array> {
  const html = '<!doctype html><html lang="en"><title>Invoice</title><p>Invoice 2026-001</p></html>'
  const document = await PDFDocument.load(await printer.print(html))
  const prepared = prepareFacturX(source)
  if (prepared.level === 'prepared') throw new Error('there is no invoice')
  await embedInvoice(document, { xml: prepared.xml, profile: prepared.profile, created })
  document.convertToPDFA({ conformance: '3B', extensions: facturXSchemas(prepared.profile) })
  return document.save()
}

const folder = outFolder('invoice')
let carried: string

beforeAll(async () => {
  const printer = await openPrinter()
  try {
    for (const [level, source] of Object.entries(sources)) {
      asked.set(`pdf-${level.replace(' ', '-')}.pdf`, await facturXPdf(printer, source))
    }
    const services = await facturXPdf(printer, { invoice: invoices.services })
    carried = save(folder, 'services.pdf', services)
    asked.set('tampered.pdf', await tampered(services))
  } finally {
    await printer.close()
  }
  verdicts = await mustang(outFolder('invoice-mustang'), asked)
})

/** The file with another total than was checked. */
async function tampered(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf)
  if (own.level === 'prepared') throw new Error('there is no invoice')
  const changed = new TextEncoder().encode(xml.replaceAll('1891.98', '1891.89'))
  await embedInvoice(document, { xml: changed, profile: own.profile, created })
  return document.save()
}

describe('the XML of every way of selling', () => {
  test('conforms to schema and rules of Factur-X, as Mustang sees it', () => {
    for (const name of names) {
      for (const profile of ['facturx', 'extended']) {
        const verdict = verdicts.get(`${profile}-${fileName(name)}`)
        expect([profile, name, verdict?.valid, broken(verdict)]).toEqual([profile, name, true, []])
      }
    }
  })

  test("breaks no rule of the standard's own schematron, which Mustang applies to XRechnung", () => {
    for (const name of names) {
      expect([name, broken(verdicts.get(`xrechnung-${fileName(name)}`))]).toEqual([name, []])
    }
    expect(verdicts.get(`xrechnung-${fileName('everything')}`)?.valid).toBe(true)
  })
})

test('conforms for invoices at random', () => {
  expect(random.length).toBe(effort(60, 30))
  for (const file of random) {
    const verdict = verdicts.get(file)
    expect([file, verdict?.valid, broken(verdict)]).toEqual([file, true, []])
  }
})

test('what Mustang refuses we refuse, by the same rule', () => {
  expect(shown.length).toBeGreaterThan(100)
  for (const { rule, invoice, file } of shown) {
    const verdict = verdicts.get(file)
    expect([file, rule, verdict?.valid]).toEqual([file, rule, false])
    expect(checkInvoice(invoice)).not.toEqual([])
    // Mustang's rules on codes and a few others carry numbers of Factur-X in the place of the standard's.
    if (!/^BR-(CL-|51|61)/.test(rule)) expect(verdict?.rules).toContain(rule)
  }
})

test('brought XML that lacks something is refused wherever Mustang refuses it, and only there', () => {
  const disagreements = variants.filter(
    ({ xml, file }) => (readCii(xml).findings.length === 0) !== verdicts.get(file)?.valid,
  )
  expect(allVariants.length).toBeGreaterThan(200)
  expect(disagreements.map(({ element }) => element)).toEqual([])
})

describe('a PDF that carries the invoice', () => {
  test('is Factur-X to Mustang and PDF/A-3b to veraPDF, in every profile it may have', async () => {
    const made = [...asked].filter(([file]) => file.startsWith('pdf-'))
    expect(made.map(([file]) => [file, verdicts.get(file)?.valid])).toEqual(
      made.map(([file]) => [file, true]),
    )
    const files = made.map(([file, bytes]) => save(folder, file, bytes as Uint8Array))
    for (const verdict of await veraPdf(files, '3b')) {
      expect(verdict).toMatchObject({ compliant: true, failures: [] })
    }
  })

  test('gives the XML back byte for byte to factur-x, which finds it valid', () => {
    const source = `
import sys, json, facturx
from lxml import etree
name, xml = facturx.get_facturx_xml_from_pdf(open(sys.argv[1], 'rb'), check_xsd=True)
print(json.dumps({'name': name, 'level': facturx.get_level(etree.fromstring(xml)), 'xml': xml.decode('utf-8')}))`
    const extracted = JSON.parse(python(source, carried).trim().split('\n').at(-1) as string)
    expect(extracted).toEqual({ name: 'factur-x.xml', level: 'en16931', xml })
  })

  test('is no Factur-X to Mustang where a total was changed after the check', () => {
    const verdict = verdicts.get('tampered.pdf')
    expect(verdict?.valid).toBe(false)
    expect(verdict?.rules).toContain('BR-CO-15')
  })
})
