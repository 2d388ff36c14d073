import fs from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { prepareFacturX } from '../../../src/e-invoice/facturx'
import { invoiceSchema } from '../../../src/e-invoice/schema'

const guide = fs.readFileSync('docs/guide/factur-x.md', 'utf8')

test("the guide's example is a Factur-X invoice with the totals that the guide names", () => {
  const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '')
  const prepared = prepareFacturX({ invoice: invoiceSchema.parse(example.options.invoice) })
  if (prepared.level === 'prepared') throw new Error('there is no invoice')
  const xml = new TextDecoder().decode(prepared.xml)
  for (const total of ['1,589.90', '302.08', '1,891.98']) {
    expect(guide).toContain(total)
    expect(xml).toContain(`>${total.replace(',', '')}<`)
  }
})

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  $defs?: Record<string, Schema>
}

function fieldsOf(schema: Schema): string[] {
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => [name, ...fieldsOf(each)]),
    ...(schema.items ? fieldsOf(schema.items) : []),
    ...(schema.anyOf ?? []).flatMap(fieldsOf),
    ...Object.values(schema.$defs ?? {}).flatMap(fieldsOf),
  ]
}

test('the guide names every field of the schema', () => {
  const fields = new Set(fieldsOf(z.toJSONSchema(invoiceSchema) as Schema))
  const words = new Set(guide.match(/[a-z][a-z0-9_]+/g))
  expect(fields.size).toBeGreaterThan(100)
  expect([...fields].filter((field) => !words.has(field))).toEqual([])
})
