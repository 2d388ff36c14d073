/** What the editor of templates knows of Liquid, of places in texts, and of code in other languages. */
import { Liquid } from 'liquidjs'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../src/in-page/findings'
import { registerFilters } from '../../src/templates/filters/register'
import { placeInJson } from '../../studio/editor/json-place'
import { variablesAt } from '../../studio/editor/liquid-paths'
import { FILTERS } from '../../studio/editor/liquid-words'
import { readOptimization } from '../../studio/editor/optimization'
import { readOptions } from '../../studio/editor/options-schema'
import { jsonFault } from '../../studio/editor/problem-places'
import { LANGUAGES, snippetOf } from '../../studio/editor/snippets'
import { slugOf } from '../../studio/editor/template-source'
import { FINDINGS } from '../../studio/editor/texts'

describe('the editor', () => {
  it('offers exactly the filters that the service has', () => {
    const liquid = new Liquid()
    registerFilters(liquid)
    expect(FILTERS.map(({ name }) => name).sort()).toEqual(Object.keys(liquid.filters).sort())
  })

  it('has words for every kind of finding', () => {
    expect(Object.keys(FINDINGS).sort()).toEqual(Object.keys(kinds).sort())
  })

  it('calls a template as its label, in letters that a name may have', () => {
    expect(slugOf('Rent invoice')).toBe('rent-invoice')
    expect(slugOf('  Überweisung, Köln – Nr. 4! ')).toBe('uberweisung-koln-nr-4')
    expect(slugOf('請求書')).toBe('')
    expect(slugOf(`${'a'.repeat(39)} b`)).toBe('a'.repeat(39))
  })

  it('knows variables of the schema and the sample, entries of loops, and what was assigned', () => {
    const known = {
      schema: { properties: { buyer: { properties: { name: { title: 'Name' } } } } },
      value: { lines: [{ item: 'A', net: 1 }] },
    }
    const names = (before: string, path: string[] = []) =>
      variablesAt(known, before, path).map(({ name }) => name)
    expect(names('')).toEqual(['buyer', 'lines'])
    expect(names('', ['buyer'])).toEqual(['name'])
    expect(names('', ['lines', 'first'])).toEqual(['item', 'net'])
    expect(names('{% for line in lines %}', ['line'])).toEqual(['item', 'net'])
    expect(names('{% for line in lines %}{% endfor %}')).not.toContain('line')
    expect(names('{% assign who = buyer %}', ['who'])).toEqual(['name'])
    expect(names('', ['__proto__'])).toEqual([])
  })

  it('finds the place of a value in JSON, and of a fault', () => {
    const text = '{\n  "a": [1, {"b~/": "x, {y}"}],\n  "c": 2\n}'
    expect(text.slice(placeInJson(text, '/a/1/b~0~1'))).toMatch(/^"x, \{y\}"/)
    expect(text.slice(placeInJson(text, '/c'))).toMatch(/^2/)
    expect(jsonFault('sample', '{}')).toBeUndefined()
    expect(jsonFault('sample', '[1]')).toMatchObject({ line: 1, message: 'must be an object: { … }' })
    expect(jsonFault('sample', '{\n  "a": 1,,\n}')).toMatchObject({ file: 'sample', line: 2 })
  })

  it('reads what goCreditMode did', () => {
    const header =
      'score=62>98; pages=3>2; found=split_row:4,unprinted_link:1; repaired=split_row; model=not_needed; left=unprinted_link:1'
    expect(readOptimization(header)).toEqual({
      score: { before: 62, after: 98 },
      pages: { before: 3, after: 2 },
      found: [
        { kind: 'split_row', count: 4 },
        { kind: 'unprinted_link', count: 1 },
      ],
      repaired: ['split_row'],
      left: [{ kind: 'unprinted_link', count: 1 }],
      scale: undefined,
    })
  })

  it('makes fields of the kinds that options have', () => {
    const length = { anyOf: [{ type: 'number' }, { type: 'string' }] }
    const properties = {
      paper: { type: 'string', enum: ['A4', 'A5'] },
      margin_top: length,
      toc: { anyOf: [{ type: 'boolean' }, { type: 'object' }] },
      watermark: { $ref: '#/components/schemas/Watermark' },
      scale: { type: 'number' },
    }
    const { first, rest } = readOptions({
      components: { schemas: { Options: { properties }, Watermark: { type: 'object' } } },
    })
    expect(first.map(({ name, kind }) => [name, kind])).toEqual([
      ['paper', 'choice'],
      ['margin_top', 'text'],
    ])
    expect(rest.map(({ name, kind }) => [name, kind])).toEqual([
      ['scale', 'number'],
      ['toc', 'switch'],
      ['watermark', 'json'],
    ])
  })

  it('copies a request in eight languages, whatever its texts hold, and never a key', () => {
    const body = { template_id: 'a/b', data: { text: `it's "so" \`x\` \\ $HOME`, on: true, none: null } }
    for (const language of LANGUAGES) {
      const code = snippetOf(language, { kind: 'generate', body }, 'https://platen.example')
      expect(code).toContain('https://platen.example')
      expect(code).not.toContain('plt_')
    }
    const python = snippetOf('Python', { kind: 'generate', body }, 'https://platen.example')
    expect(python).toContain('"on": True,')
    expect(python).toContain('"none": None,')
    expect(snippetOf('Go', { kind: 'generate', body }, 'https://p.example')).toContain('` + "`" + `x')
    const curl = snippetOf('curl', { kind: { endpoint: 'rent' }, body }, 'https://p.example')
    expect(curl).toContain('https://p.example/v1/studio/rent')
    expect(curl).toContain(String.raw`it'\''s`)
  })
})
