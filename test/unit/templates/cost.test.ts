import { describe, expect, it } from 'vitest'
import { costlyTemplateSuite, data, often, rows } from '../../support/costly-templates'
import { cpuMs } from '../../support/cpu-time'
import { begin, engine, failure, render } from '../../support/template-engine'

/** Rows of figures with a fraction. */
const tableOf = (height: number, width: number) =>
  Array.from({ length: height }, () => Array.from({ length: width }, (_, index) => index + 0.5))

/** The steps that a template takes. */
function stepsOf(source: string, values: Record<string, unknown>) {
  const rendering = begin(source, values)
  rendering.advance(Number.POSITIVE_INFINITY)
  return rendering.used
}

costlyTemplateSuite('few')

describe('what a template can cost', () => {
  it.each([
    ['Markdown of many lines', '{{ text | markdown }}', { text: 'a\n'.repeat(300_000) }],
    ['Markdown of many letters', '{{ text | markdown }}', { text: 'a'.repeat(4_100_000) }],
    ['sorting many texts', '{{ rows | sort | size }}', { rows }],
    ['figures of many cells', '{% assign x = table | figure_rows %}', { table: tableOf(249, 1000) }],
    ['rows of a long text', '{{ "" | text_rows: 30, party }}', { party: { name: 'a'.repeat(4_100_000) } }],
    [
      'rows of many texts',
      '{{ parties | text_rows: 30 }}',
      { parties: [Object.fromEntries(tableOf(1, 500_001).flat().entries())] },
    ],
  ])('refuses %s in one call of a filter before it begins', (_what, source, values) => {
    const problem = failure(() => render(source, values))
    expect(problem.message).toContain('500,000 steps for one filter')
  })

  it.each([
    ['values that are looked up', `{% case 1 %}{% when ${'x,'.repeat(1000)}0 %}{% endcase %}`, {}, 4_000],
    ['values that are written out', `{% case 1 %}{% when ${'0,'.repeat(1000)}0 %}{% endcase %}`, {}, 1_500],
    ['JSON of many fields', '{% assign x = fields | json %}', data, 10_000],
    ['a script of many fields', '{% assign x = fields | js %}', data, 10_000],
    ['texts to be escaped', '{% assign x = text | lines %}', { text: '<'.repeat(80_000) }, 10_000],
    ['figures of a table', '{% assign x = table | figure_rows %}', { table: tableOf(50, 50) }, 20_000],
    [
      'rows of texts in an object',
      '{{ party | text_rows: 30 }}',
      { party: { name: 'a'.repeat(80_000) } },
      10_000,
    ],
    ['a large QR code', '{% assign x = text | qr %}', { text: 'a'.repeat(1000) }, 8_000],
  ])('counts %s', (_what, source, values, steps) => {
    expect(stepsOf(source, values)).toBeGreaterThan(steps)
  })

  it('stops between values that one tag has paid for', () => {
    const rendering = begin(`{% case 1 %}{% when ${'0,'.repeat(100_000)}0 %}{% endcase %}`)
    rendering.advance(1000)
    expect([rendering.advance(1000), rendering.advance(1000)]).toEqual([undefined, undefined])
    expect(rendering.advance(Number.POSITIVE_INFINITY)).toBe('')
  })

  it('sorts 10,000 rows', () => {
    expect(render('{{ rows | sort: "b" | size }}', { rows: rows.slice(0, 10_000) })).toBe('10000')
  })

  it('takes a list for no name of a property', () => {
    const source = often('{{ fields[rows] }}')
    expect(cpuMs(() => expect(render(source, data)).toBe(''))).toBeLessThan(10_000)
  })

  it('refuses a template that is too long before it parses it', () => {
    expect(failure(() => engine.compile('x'.repeat(300_000), '/page')).status).toBe(400)
  })

  it('refuses tags that nest without end', () => {
    expect(failure(() => engine.compile('{% if a %}'.repeat(20_000), '/page')).status).toBe(400)
  })

  it('leaves room for a table of 10,000 rows', () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => ({ name: `Row ${index}`, net_price: index }))
    const html = render(
      '{% for line in lines %}<tr><td>{{ line.name }}<td>{{ line.net_price | money }}</tr>{% endfor %}',
      { lines },
    )
    expect(html).toContain('Row 9999')
  })
})
