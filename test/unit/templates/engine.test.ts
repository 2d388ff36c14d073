import { afterEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '../../../src/errors'
import { createEngine } from '../../../src/templates/engine'
import type { Globals } from '../../../src/templates/filters/globals'
import { localeOf } from '../../../src/templates/locale'
import { cpuMs } from '../../support/cpu-time'

const engine = createEngine({ greeting: 'Hello {{ name }}' })

function render(source: string, data: Record<string, unknown> = {}) {
  const globals: Globals = { locale: localeOf(data, ['en', 'de']), words: { total: 'Total' }, data }
  return engine.render(engine.compile(source, '/page'), data, {}, globals)
}

function failure(work: () => unknown): Problem {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

/** Parsed as a request's body is: `__proto__` is then a key like any other. */
const json = (text: string) => JSON.parse(text) as Record<string, unknown>

describe('what data can do to a template', () => {
  it('prints markup as text', () => {
    expect(render('<p dir="auto">{{ a }}</p>', { a: '<script>alert("1")</script>' })).toBe(
      '<p dir="auto">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</p>',
    )
  })

  it('prints Liquid in data as text', () => {
    expect(render('{{ a }}', { a: '{{ b }}{% for i in (1..9) %}' })).toBe('{{ b }}{% for i in (1..9) %}')
  })

  it('escapes inside filters that make HTML themselves', () => {
    expect(render('{{ a | markdown }}', { a: '**<b>** [x](javascript:alert(1))' })).toBe(
      '<p dir="auto"><strong>&lt;b&gt;</strong> [x](javascript:alert(1))</p>',
    )
    expect(render('{{ a | lines }}', { a: '<i>\nb' })).toBe('&lt;i&gt;<br>b')
    expect(render('{{ a | qr }}', { a: '"><script>' })).not.toContain('<script>')
  })

  it('escapes once, asked for or not', () => {
    expect(render('{{ a }}{{ a | escape }}', { a: '<' })).toBe('&lt;&lt;')
    expect(render('{{ a | newline_to_br }}', { a: '<\nb' })).toBe('&lt;<br>b')
  })

  it('makes literals for scripts that cannot end the script', () => {
    const rows = [{ a: '</script><b>&\u2028' }]
    const script = render('{{ rows | js }}{{ missing | js }}', { rows })
    expect(script).toBe('[{"a":"\\u003c/script\\u003e\\u003cb\\u003e\\u0026\\u2028"}]null')
    expect(JSON.parse(script.replace(/null$/, ''))).toEqual(rows)
  })

  it('has no prototype to reach', () => {
    expect(
      render('[{{ constructor }}{{ __proto__ }}{{ a.constructor }}{{ a.__proto__.polluted }}]', { a: {} }),
    ).toBe('[]')
    expect(render('[{{ toString }}{{ a.hasOwnProperty }}{{ a["constructor"]["name"] }}]', { a: 'x' })).toBe(
      '[]',
    )
  })

  it('reads a key named like a prototype as the data that it is, and pollutes nothing', () => {
    const data = json(
      '{"__proto__": {"polluted": "yes"}, "constructor": "a builder", "a": {"__proto__": {"b": 1}}}',
    )
    expect(render('{{ constructor }} {{ a.b }}{{ polluted }}', data)).toBe('a builder ')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('prints nothing for what is missing, at any depth', () => {
    expect(
      render(
        '[{{ a }}{{ a.b.c }}{{ a | money }}{{ a | date }}{{ a | upcase }}{{ a | qr }}{{ a | markdown }}]',
      ),
    ).toBe('[]')
    expect(render('{{ a | default: "n/a" }}', { a: null })).toBe('n/a')
  })

  it('prints lists of plain values with commas', () => {
    expect(render('{{ a }}', { a: ['x', 2, true, null] })).toBe('x, 2, true, ')
  })

  it('refuses an object where text stands and points to it', () => {
    const problem = failure(() => render('{{ a.b }}', { z: {}, a: { b: { c: 1 } } }))
    expect(problem.status).toBe(400)
    expect(problem.errors?.[0]?.pointer).toBe('/data/a/b')
  })
})

describe('what a template can cost', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['a giant range', '{% for i in (1..1000000000) %}{% endfor %}'],
    [
      'nested empty loops',
      '{% for a in (1..5000) %}{% for b in (1..5000) %}{% for c in (1..5000) %}{% endfor %}{% endfor %}{% endfor %}',
    ],
    [
      'nested loops over data',
      '{% for a in d %}{% for b in d %}{% for c in d %}{% for e in d %}{% endfor %}{% endfor %}{% endfor %}{% endfor %}',
    ],
    [
      'a text that doubles itself',
      '{% assign s = "xxxxxxxx" %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}{{ s }}',
    ],
    [
      'a capture that doubles itself',
      '{% capture s %}xxxxxxxx{% endcapture %}{% for i in (1..60) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}{{ s }}',
    ],
    [
      'a capture of literal text',
      `{% capture s %}{% for i in (1..99999) %}${'x'.repeat(2000)}{% endfor %}{% endcapture %}`,
    ],
    [
      'a split and join that multiplies',
      '{% assign a = "a,a,a,a,a,a,a,a" | split: "," %}{% for i in (1..40) %}{% assign a = a | concat: a %}{% endfor %}',
    ],
    [
      'replacements that multiply',
      '{% assign s = "aaaaaaaaaa" %}{% for i in (1..20) %}{% assign s = s | replace: "a", s %}{% endfor %}',
    ],
    ['QR codes without end', '{% for i in (1..100000) %}{{ i | qr }}{% endfor %}'],
    [
      'branches without end',
      `{% for i in (1..900000) %}{% if false %}${'{% elsif false %}'.repeat(3000)}{% endif %}{% endfor %}`,
    ],
    ['filters without end', `{% for i in (1..900000) %}{{ 1${' | plus: 1'.repeat(3000)} }}{% endfor %}`],
    ['property paths without end', `{% for i in (1..900000) %}{{ a${'.a'.repeat(9000)} }}{% endfor %}`],
    [
      'whens without end',
      `{% for i in (1..900000) %}{% case 1 %}{% when ${'2,'.repeat(9000)}2 %}{% endcase %}{% endfor %}`,
    ],
    [
      'long paths in filters',
      `{% capture p %}${'a.'.repeat(50_000)}{% endcapture %}{% for i in (1..9000) %}{% assign x = d | map: p %}{% endfor %}`,
    ],
  ])('stops %s by counting, with the clock standing still', { timeout: 30_000 }, (_what, source) => {
    vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ['Date', 'performance'] })
    const d = Array.from({ length: 400 }, (_, index) => ({ a: index }))
    const problem = failure(() => render(source, { d }))
    expect(problem.code).toBe('document_invalid')
    expect(problem.status).toBe(422)
  })

  const n = 100_000
  const rows = Array.from({ length: n }, (_, index) => ({ a: index, b: `${'x'.repeat(50)}${index}` }))
  const fields = Object.fromEntries(rows.map(({ a }) => [`f${a}`, a]))
  const letters = 'a'.repeat(1_000_000)
  const middle = `${'a'.repeat(n)}b${'a'.repeat(n)}`
  const long = ['1', '2'].map((end) => letters + end)
  const data = { rows, fields, letters, middle, long, same: [`${letters}`], spaces: ' '.repeat(1_000_000) }
  const often = (what: string) => `{% for i in (1..20000) %}${what}{% endfor %}`

  it.each([
    ['grouping', often('{% assign x = rows | group_by: "a" %}')],
    ['picking', often('{% assign x = rows | where: "a", 1 %}')],
    ['sorting', often('{% assign x = rows | sort: "b" %}')],
    ['sorting without case', often('{% assign x = rows | sort_natural: "b" %}')],
    ['searching for a long text', often('{% assign x = letters | replace: middle, "" %}')],
    ['splitting at a long text', often('{% assign x = letters | split: middle %}')],
    ['asking for a long text', often('{% if letters contains middle %}{% endif %}')],
    ['asking for a row', often('{% if rows contains i %}{% endif %}')],
    ['comparing long texts', often('{% if long[0] == long[1] %}{% endif %}')],
    ['comparing long texts in order', often('{% if long[0] < long[1] %}{% endif %}')],
    ['cases of long texts', often('{% case long[0] %}{% when long[1] %}{% endcase %}')],
    ['cycles named by long texts', often('{% cycle letters: 1, 2 %}')],
    ['trimming a long blank', often('{{ spaces | date }}{{ spaces | money }}{{ spaces | iban }}')],
    ['colours of long blanks', often('{% assign x = spaces | color: "red" %}')],
    ['loops that end at once', often('{% for row in rows limit: 1 %}{% endfor %}')],
    ['loops over fields that end at once', often('{% for field in fields limit: 1 %}{% endfor %}')],
    ['tables that end at once', often('{% tablerow row in fields limit: 1 %}{% endtablerow %}')],
    ['counting fields', often('{{ fields.size }}')],
    ['Markdown', often('{% assign x = letters | markdown %}')],
    [
      'texts of lists in lists',
      '{% assign l = rows | map: "a" %}{% assign k = "a,a,a,a" | split: "," %}{% for i in (1..12) %}{% assign k = k | concat: k %}{% endfor %}' +
        '{% for row in k %}{% assign x = l | join: letters %}{% endfor %}',
    ],
  ])('lets %s cost what it takes', { timeout: 20_000 }, (_what, source) => {
    const ms = cpuMs(() => expect(failure(() => render(source, data)).code).toBe('document_invalid'))
    // The bound is generous: it tells what is refused after its budget from what is done to its end.
    expect(ms).toBeLessThan(10_000)
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

describe('what is wrong with a template', () => {
  it.each([
    ['an unknown filter', 'a\n  {{ b | shout }}', 'shout', 2],
    ['an unknown tag', 'a\n\n{% shout %}', 'shout', 3],
    ['a tag that is not closed', '{% if a %}\nb', 'not closed', 1],
    ['an output that is not closed', 'a\nb {{ c', 'not closed', 2],
    ['a tag that reaches for files', '{% include "x" %}', 'include', 1],
    ['a filter that evaluates expressions', '{{ a | where_exp: "x", "x > 1" }}', 'where_exp', 1],
  ])('names %s with its line and column', (_what, source, names, line) => {
    const problem = failure(() => engine.compile(source, '/page'))
    expect(problem.status).toBe(400)
    expect(problem.errors?.[0]?.pointer).toBe('/page')
    expect(problem.errors?.[0]?.message).toContain(names)
    expect(problem.errors?.[0]?.message).toMatch(new RegExp(`\\(line ${line}, column \\d+\\)$`))
  })
})

describe('what a template reads', () => {
  it('is found by parsing: own names and loop variables are left out', () => {
    const source =
      '{% assign x = a.b %}{% for l in lines %}{{ l.name | default: other }}{{ x }}{% endfor %}{% if c %}{{ d["e"] }}{% endif %}'
    expect(engine.variables(engine.compile(source, '/page'))).toEqual(['a', 'c', 'd', 'lines', 'other'])
  })

  it('includes what a partial is given', () => {
    expect(engine.variables(engine.compile('{% render "greeting", name: customer %}', '/page'))).toEqual([
      'customer',
    ])
  })
})

describe('what a template of one’s own meets', () => {
  it('prints nothing for nil, also as a default', () => {
    expect(render('[{{ nil }}{{ x | default: nil }}{{ empty }}{{ blank }}{{ nil | money }}]')).toBe('[]')
  })

  it('counts up in a copy of the data', () => {
    const data = { count: 3 }
    expect(render('{% increment count %}{% increment other %}', data)).toBe('30')
    expect(data).toEqual({ count: 3 })
  })

  it('hears of every unknown filter at once, and where a missing partial is asked for', () => {
    const { errors } = failure(() => engine.compile('{{ a | nope }}\n{{ b | upcase | never }}', '/page'))
    expect(errors?.map(({ message }) => message)).toEqual([
      'undefined filter: nope (line 1, column 1)',
      'undefined filter: never (line 2, column 1)',
    ])
    expect(() => engine.compile('{{ a | nope }}', '/page')).toThrow('nope')
    const missing = failure(() => engine.variables(engine.compile('a\n {% render "nope" %}', '/page')))
    expect(missing.errors?.[0]?.message).toBe('there is no partial "nope" (line 2, column 2)')
  })
})
