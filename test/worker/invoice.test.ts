import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { embedInvoice, facturXSchemas } from '../../src/e-invoice/embed-invoice'
import { prepareFacturX } from '../../src/e-invoice/facturx'
import { invoices } from '../fixtures/invoices'

test('an invoice is checked, written, embedded and read again inside workerd', async () => {
  const prepared = prepareFacturX({ invoice: invoices.everything })
  if (prepared.level === 'prepared') throw new Error('there is no invoice')
  const document = await PDFDocument.create()
  document.addPage()
  await embedInvoice(document, { xml: prepared.xml, profile: prepared.profile, created: new Date(0) })
  document.convertToPDFA({ conformance: '3B', extensions: facturXSchemas(prepared.profile) })

  const [attachment] = (await PDFDocument.load(await document.save())).getAttachments()
  expect(attachment).toMatchObject({ name: 'factur-x.xml', mimeType: 'text/xml' })
  const bytes = attachment?.data as Uint8Array
  expect(prepareFacturX({ files: [{ name: 'x', bytes }] })).toMatchObject({ level: 'EN 16931', takenFile: 0 })
})
