/** What a preview says of the e-invoice that a document is to carry. */
import { expect, it } from 'vitest'
import { foreseeInvoice } from '../../../src/jobs/plan-finishing'
import classic from '../../../templates/invoice/classic/manifest.json'
import sample from '../../../templates/invoice/classic/sample.json'

const source = (data: object) => {
  const template = { ...classic, page: '', sample: {} } as never
  return { template, data: data as Record<string, unknown> }
}

it('names each rule that would refuse it, at the field of the data', () => {
  const { number: _number, seller, ...rest } = sample as Record<string, unknown> & { seller: object }
  const data = { ...rest, seller: { ...seller, name: '' } }
  const found = foreseeInvoice({ options: { factur_x: true }, source: source(data) } as never)
  expect(found?.map((one) => one.replace(/: .* /, ': … '))).toEqual([
    'data.number: … (BR-02)',
    'data.seller.name: … (BR-06)',
  ])
})

it('says nothing of one that conforms, and of none', () => {
  const options = { factur_x: true }
  expect(foreseeInvoice({ options, source: source(sample) } as never)).toEqual([])
  expect(foreseeInvoice({ options: {}, source: source({}) } as never)).toBeUndefined()
  // Which of the embedded files is the invoice is known once they are fetched.
  const embed_files = [{ name: 'factur-x.xml', content: '' }]
  expect(
    foreseeInvoice({ options: { ...options, embed_files }, source: source({}) } as never),
  ).toBeUndefined()
})
