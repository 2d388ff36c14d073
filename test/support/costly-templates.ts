/** Templates that would keep an isolate busy for minutes or fill it, and the most that each may cost. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEngine } from '../../src/templates/engine'
import { RENDER_LIMITS } from '../../src/templates/limits'
import { cpuMs } from './cpu-time'
import { type Part, partNamed } from './part'
import { failure, render } from './template-engine'

const n = 100_000
export const rows = Array.from({ length: n }, (_, index) => ({ a: index, b: `${'x'.repeat(50)}${index}` }))
const fields = Object.fromEntries(rows.map(({ a }) => [`f${a}`, a]))
const letters = 'a'.repeat(1_000_000)
const middle = `${'a'.repeat(n)}b${'a'.repeat(n)}`
const long = ['1', '2'].map((end) => letters + end)
/** What templates here read: long lists, long texts. */
export const data = {
  rows,
  fields,
  letters,
  middle,
  long,
  same: [`${letters}`],
  spaces: ' '.repeat(1_000_000),
}
/** The same, 20,000 times. */
export const often = (what: string) => `{% for i in (1..20000) %}${what}{% endfor %}`

/** With a tenth of each limit: what has no end is stopped by the same counting, in a tenth of the time. */
const tight = createEngine(
  {},
  {
    steps: RENDER_LIMITS.steps / 10,
    memory: RENDER_LIMITS.memory / 10,
    output: RENDER_LIMITS.output / 10,
  },
)

/** By what has no end. */
const ENDLESS: [string, string][] = [
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
]

/** By what takes long each time. */
const REPEATED: [string, string][] = [
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
]

/** One of each class: loops, growth, literal text, paths, and what is long to group, compare, split or print. */
const ONE_OF_EACH_CLASS = new Set([
  ...['a giant range', 'nested loops over data', 'a text that doubles itself', 'a capture of literal text'],
  ...['a split and join that multiplies', 'QR codes without end', 'property paths without end'],
  ...['long paths in filters', 'grouping', 'splitting at a long text', 'comparing long texts'],
  ...['colours of long blanks', 'loops that end at once', 'Markdown', 'texts of lists in lists'],
])

/** Renders one template of each class, or all others. */
export function costlyTemplateSuite(part: Part) {
  describe('what a template can cost', () => {
    afterEach(() => void vi.useRealTimers())

    it.each(partNamed(ENDLESS, ONE_OF_EACH_CLASS, part))(
      'stops %s by counting, with the clock standing still',
      { timeout: 120_000 },
      (_what, source) => {
        vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ['Date', 'performance'] })
        const d = Array.from({ length: 400 }, (_, index) => ({ a: index }))
        const problem = failure(() => render(source, { d }, tight))
        expect(problem.code).toBe('document_invalid')
        expect(problem.status).toBe(422)
      },
    )

    it.each(partNamed(REPEATED, ONE_OF_EACH_CLASS, part))(
      'lets %s cost what it takes',
      { timeout: 20_000 },
      (_what, source) => {
        const ms = cpuMs(() => expect(failure(() => render(source, data)).code).toBe('document_invalid'))
        // The bound is generous: it tells what is refused after its budget from what is done to its end.
        expect(ms).toBeLessThan(10_000)
      },
    )
  })
}
