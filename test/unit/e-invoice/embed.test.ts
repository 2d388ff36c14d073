import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { expect, test } from 'vitest'
import { embedInvoice, facturXSchemas } from '../../../src/e-invoice/embed-invoice'
import { EN_16931_PROFILE, type Profile, profileOf } from '../../../src/e-invoice/profiles'

const created = new Date('2026-11-21T09:30:00Z')
const bytes = (text: string) => new TextEncoder().encode(text)

async function embedded(profile: Profile, ...xmls: string[]) {
  const document = await PDFDocument.create()
  document.addPage()
  for (const xml of xmls) await embedInvoice(document, { xml: bytes(xml), profile, created })
  const { catalog } = await PDFDocument.load(await document.save())
  const associated = catalog.lookup(PDFName.of('AF'), PDFArray)
  const file = associated.lookup(0, PDFDict)
  const names = catalog
    .lookup(PDFName.of('Names'), PDFDict)
    .lookup(PDFName.of('EmbeddedFiles'), PDFDict)
    .lookup(PDFName.of('Names'), PDFArray)
  const stream = file.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F'))
  if (!(stream instanceof PDFRawStream)) throw new Error('there is no embedded file')
  return { associated, names, file, stream }
}

test('the XML is one associated file, found by name, with type, dates and relationship', async () => {
  const { associated, names, file, stream } = await embedded(EN_16931_PROFILE, '<a>ü</a>')
  expect([associated.size(), names.size()]).toEqual([1, 2])
  expect(names.get(1)).toBe(associated.get(0))
  expect(file.get(PDFName.of('F'))?.toString()).toBe('(factur-x.xml)')
  expect(String(file.get(PDFName.of('AFRelationship')))).toBe('/Alternative')
  expect(String(stream.dict.get(PDFName.of('Subtype')))).toBe('/text#2Fxml')
  const params = stream.dict.lookup(PDFName.of('Params'), PDFDict)
  expect(String(params.get(PDFName.of('ModDate')))).toBe('(D:20261121093000Z)')
  expect(new TextDecoder().decode(decodePDFRawStream(stream).decode())).toBe('<a>ü</a>')
})

test('the XML takes the place of an earlier one', async () => {
  const { associated, stream } = await embedded(EN_16931_PROFILE, '<old/>', '<new/>')
  expect(associated.size()).toBe(1)
  expect(new TextDecoder().decode(decodePDFRawStream(stream).decode())).toBe('<new/>')
})

test('what is no invoice by itself is data, and XRechnung has its own name', async () => {
  const minimum = await embedded(profileOf('urn:factur-x.eu:1p0:minimum') as Profile, '<a/>')
  expect(String(minimum.file.get(PDFName.of('AFRelationship')))).toBe('/Data')
  const id = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
  const xrechnung = await embedded(profileOf(id) as Profile, '<a/>')
  expect(String(xrechnung.file.get(PDFName.of('F')))).toBe('(xrechnung.xml)')
})

test('the XMP names profile, file and version, and declares the schema of the four properties', () => {
  const [properties, schema] = facturXSchemas(EN_16931_PROFILE)
  expect(properties).toContain('xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"')
  expect(properties).toContain('<fx:DocumentType>INVOICE</fx:DocumentType>')
  expect(properties).toContain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>')
  expect(properties).toContain('<fx:Version>1.0</fx:Version>')
  expect(properties).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
  for (const name of ['DocumentType', 'DocumentFileName', 'Version', 'ConformanceLevel']) {
    expect(schema).toContain(`<pdfaProperty:name>${name}</pdfaProperty:name>`)
  }
})
