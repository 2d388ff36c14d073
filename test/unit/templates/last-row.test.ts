/** What closes a document is the last row of its table, kept with the row before: so no last page holds it alone. */
import { expect, it } from 'vitest'
import { builtinTemplates } from '../../../src/templates/builtin'
import { renderDocument } from '../../../src/templates/compile-page'

const LISTS = ['lines', 'entries', 'invoices']
/** Tables of their own, in groups. */
const GROUPED = ['payslip/monthly', 'catalog/price-list']
const CLOSED = builtinTemplates().filter(
  ({ id, page }) => page.includes('capture after') && !GROUPED.includes(id),
)

it('is so in the invoices, quotes, orders, receipts, reminders, statements, timesheets and packing slips', () => {
  expect(CLOSED.length).toBeGreaterThanOrEqual(9)
})

it.each(CLOSED.map((template) => [template.id, template] as const))('%s', async (_, template) => {
  const list = LISTS.find((name) => name in template.sample) ?? ''
  const rows = template.sample[list] as unknown[]
  const { html } = await renderDocument(template, { ...template.sample, [list]: [...rows, ...rows] })
  const [, end] = html.split('<tbody class="end">')
  const [row, after] = end?.split('<tr class="after">') ?? []
  expect(row?.match(/<tr[ >]/g)).toHaveLength(1)
  expect(after).toMatch(/class="(?:totals|signatures|payment)/)

  const single = await renderDocument(template, { ...template.sample, [list]: rows.slice(0, 1) })
  expect(single.html).not.toContain('<tbody></tbody>')
  expect(single.html).toContain('<tr class="after">')
  const none = await renderDocument(template, { ...template.sample, [list]: [] })
  expect(none.html).toMatch(/class="(?:totals|signatures|payment)/)
})

it.each([
  ['payslip/monthly', 'class="net"'],
  ['catalog/price-list', 'class="notes"'],
])('%s: once, after the last table of several', async (id, closing) => {
  const template = builtinTemplates().find((each) => each.id === id)
  if (!template) throw new Error(`${id} is missing`)
  const { html } = await renderDocument(template, template.sample)
  const [before = '', end = '', ...more] = html.split('<tbody class="end">')
  expect(more.length).toBeLessThanOrEqual(1)
  expect(before).not.toContain(closing)
  expect(end.split('<tr class="after">')[1]).toContain(closing)
  const lists = { earnings: [], deductions: [], groups: [] }
  const none = await renderDocument(template, { ...template.sample, ...lists })
  expect(none.html.split(closing)).toHaveLength(2)
})
