/** An invoice with its e-invoice inside: `PLATEN_URL=… PLATEN_KEY=… node examples/invoice.ts`. */
import { InvalidRequestError, Platen } from 'platen-client'
import { save } from 'platen-client/node'

const platen = new Platen({ url: process.env.PLATEN_URL ?? '', key: process.env.PLATEN_KEY ?? '' })

try {
  const invoice = await platen.generate({
    template_id: 'invoice/classic',
    data: {
      number: '2026-0417',
      issue_date: '2026-11-23',
      due_date: '2026-12-23',
      seller: {
        name: 'Studio Nord GmbH',
        vat_id: 'DE123456788',
        address: { line1: 'Hafen 1', postcode: '20457', city: 'Hamburg', country: 'DE' },
      },
      buyer: { name: 'Client SARL', address: { city: 'Paris', country: 'FR' } },
      lines: [{ name: 'Design', quantity: 3, net_price: 860, vat: 19 }],
      payment: { iban: 'DE89370400440532013000' },
    },
    options: { factur_x: true },
  })
  await save(invoice, 'invoice.pdf')
  console.log(`invoice.pdf: ${invoice.pages} page, ${invoice.creditsCharged} credits, ${invoice.conformance}`)
} catch (error) {
  if (!(error instanceof InvalidRequestError)) throw error
  for (const { pointer, message } of error.errors) console.error(pointer, message)
  process.exitCode = 1
}
