/** Templates that nobody means to write: Liquid put together from its pieces, and by hand against each limit. */
import { type Random, randomFrom } from '../random'

export type Case = { name: string; text: string }

const tags = [
  'if',
  'unless',
  'for',
  'case',
  'when',
  'else',
  'elsif',
  'endif',
  'endfor',
  'endcase',
  'endunless',
]
const moreTags = [
  'capture',
  'endcapture',
  'assign',
  'render',
  'include',
  'layout',
  'block',
  'raw',
  'endraw',
  'comment',
]
const otherTags = ['tablerow', 'cycle', 'increment', 'liquid', 'echo', 'break', 'continue', '#', 'nosuch']
const filters = [
  'upcase',
  'money',
  'date',
  'qr',
  'barcode',
  'markdown',
  'split: ""',
  'join',
  'sort',
  'map: "x"',
]
const moreFilters = [
  'slice: -1, 99999999',
  'replace: "", "x"',
  'times: 1e308',
  'divided_by: 0',
  'truncate: -5',
  'where: "x"',
]
const values = [
  'x',
  'x.y.z',
  '"text"',
  '0',
  '-1e308',
  'nil',
  'empty',
  '(1..9)',
  '(1..1000000000)',
  '(9..1)',
  'x[0]',
  'x["y"]',
]
const moreValues = [
  '__proto__',
  'constructor.constructor',
  'x.size',
  '"',
  "'",
  'forloop.index',
  'brand',
  'now',
  '💩',
]

/** Put together from pieces; mostly wrong, some right. */
function sentence(random: Random): string {
  const value = () => random.pick([...values, ...moreValues])
  const pieces: (() => string)[] = [
    () => `{{ ${value()} | ${random.pick([...filters, ...moreFilters])} }}`,
    () => `{{ ${value()} }}`,
    () => `{% ${random.pick([...tags, ...moreTags, ...otherTags])} ${value()} %}`,
    () => `{% for x in ${value()} %}{{ x }}{% endfor %}`,
    () =>
      `{% if ${value()} ${random.pick(['==', '<', 'contains', 'and', '&&'])} ${value()} %}a{% else %}b{% endif %}`,
    () => `{% assign x = ${value()} | ${random.pick(filters)} %}`,
    () => `{% capture x %}{{ x }}{{ x }}{% endcapture %}`,
    () =>
      random.pick([
        '{{',
        '}}',
        '{%',
        '%}',
        '{{-',
        '-%}',
        '{% raw %}',
        '<script>',
        '</style>',
        '<!--',
        '\0',
        '\ufeff',
      ]),
    () => '<p>text</p>',
  ]
  return Array.from({ length: 1 + random.integer(12) }, () => random.pick(pieces)()).join('')
}

const nested = (open: string, close: string, count: number) => `${open.repeat(count)}x${close.repeat(count)}`

/** Against one limit each. */
const costly: Record<string, string> = {
  'a loop of a billion': '{% for i in (1..1000000000) %}x{% endfor %}',
  'loops in loops': nested('{% for i in (1..1000) %}', '{% endfor %}', 6),
  'a text that doubles': `{% assign x = "xxxxxxxxxxxxxxxx" %}${'{% capture x %}{{ x }}{{ x }}{% endcapture %}'.repeat(64)}{{ x }}`,
  'a text that doubles by a filter': `{% assign x = "ab" %}${'{% assign x = x | append: x %}'.repeat(64)}{{ x }}`,
  'a text that doubles by replacing': `{% assign x = "aaaa" %}${'{% assign x = x | replace: "a", "aa" %}'.repeat(40)}{{ x }}`,
  'a list that doubles': `{% assign x = "a,b" | split: "," %}${'{% assign x = x | concat: x %}'.repeat(40)}{{ x | size }}`,
  'a table of a million cells': '{% tablerow i in (1..1000000) cols: 1 %}x{% endtablerow %}',
  'ten thousand nested conditions': nested('{% if true %}', '{% endif %}', 9_000),
  'conditions that do not end': '{% if true %}'.repeat(10_000),
  'a hundred thousand outputs': '{{ x }}'.repeat(36_000),
  'a filter a thousand times': `{{ "x" ${'| upcase '.repeat(20_000)}}}`,
  'a path of ten thousand parts': `{{ x${'.y'.repeat(50_000)} }}`,
  'brackets without end': `{{ ${'x['.repeat(20_000)}}}`,
  'a number of a thousand digits': `{{ ${'9'.repeat(1000)} | times: 9 }}`,
  'a QR code of a thousand': '{% for i in (1..1000) %}{{ i | qr }}{% endfor %}',
  'a bar code of a megabyte':
    '{% assign x = "1" %}{% for i in (1..200000) %}{% capture x %}{{ x }}1{% endcapture %}{% endfor %}{{ x | barcode }}',
  'Markdown in Markdown': `{% assign x = "${'>'.repeat(20_000)}" %}{{ x | markdown }}`,
  'Markdown of brackets': `{% assign x = "${'[('.repeat(20_000)}" %}{{ x | markdown }}`,
  'Markdown of stars': `{% assign x = "${'*_'.repeat(20_000)}" %}{{ x | markdown }}`,
  'a partial that is not ours': "{% render '../../secrets' %}{% render 'address' with x as y %}",
  'a file': "{% include '/etc/passwd' %}",
  'a date of no time': '{{ "not a date" | date: "%Y" }}{{ 1e99 | date }}{{ "now" | date: "%9999999d" }}',
  'a price of no number': '{{ "x" | money }}{{ 1e308 | money: "XXX" }}{{ nil | money: "€€€" }}',
  'the prototype': '{{ x.__proto__.constructor.constructor }}{{ constructor }}{{ "".constructor }}',
  'a template of nothing': ' ',
  'half of a pair': '\ud800{{ "\udfff" }}',
  'HTML that never ends': '<table><tr><td>'.repeat(10_000),
}

/** By hand, and `count` at random. */
export function templates(count: number, seed: number): Case[] {
  return [
    ...Object.entries(costly).map(([name, text]) => ({ name, text })),
    ...Array.from({ length: count }, (_, index) => {
      const text = sentence(randomFrom(seed + index))
      return { name: `sentence ${index}: ${text}`, text }
    }),
  ]
}
