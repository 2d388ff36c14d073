import { describe, expect, it } from 'vitest'
import { engine, failure, render } from '../../support/template-engine'

/** Parsed as a request's body is: `__proto__` is then a key like any other. */
const json = (text: string) => JSON.parse(text) as Record<string, unknown>

describe('what data can do to a template', () => {
  it('may have fields of the names of a generator', () => {
    const x = { next: 'a', return: 'b', throw: 'c' }
    expect(render('{% assign y = x %}{{ y.next }}', { x })).toBe('a')
  })

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
    expect(problem.errors?.[0]?.message).toMatch(new RegExp(`\\(line ${line}, column \\d+\\)`))
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

  it('hears of the first unknown filter of a long one, which is not read twenty times', () => {
    const unknown = Array.from({ length: 20 }, (_, n) => `{{ a | no${n} }}`).join('')
    const found = failure(() => engine.compile(`${'{{ a }}'.repeat(3_000)}${unknown}`, '/page'))
    expect(found.errors?.map(({ message }) => message)).toEqual([expect.stringContaining('no0')])
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
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(() => engine.variables(engine.compile(`{% render "${name}" %}`, '/page'))).toThrow('no partial')
  })
})
