/** What somebody meant by a value that a property does not take: one that it does take, or what it takes. */
import { nearestName } from '../text/nearest-name'
import { propertyFault } from './css-lexer'

const MAX_SYNTAX = 110
const NUMBER = /(?<![\w.#%-])(-?(?:\d+(?:\.\d+)?|\.\d+))(?![\w.%])/g
const FILE = /^["']?([\w./:-]{1,200}\.(?:png|jpe?g|svg|gif|webp))["']?$/i

/** Words that people write, by the words that are meant; the property decides which fits. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  middle: ['center'],
  centre: ['center'],
  center: ['middle'],
  always: ['page'],
  yes: ['page', 'always', 'avoid', 'auto'],
  true: ['page', 'always', 'avoid', 'auto'],
  never: ['avoid', 'none'],
  no: ['none', 'avoid'],
  false: ['none', 'auto'],
  off: ['none'],
  on: ['auto'],
  hide: ['hidden', 'none'],
  invisible: ['hidden', 'none'],
  show: ['visible', 'block'],
  heavy: ['bold'],
  'semi-bold': ['600'],
  semibold: ['600'],
  medium: ['500'],
  light: ['300'],
  thin: ['100'],
  regular: ['normal'],
  underlined: ['underline'],
  caps: ['uppercase'],
  justified: ['justify'],
  transparant: ['transparent'],
  full: ['100%'],
  between: ['space-between'],
  table_header: ['table-header-group'],
  'table-header': ['table-header-group'],
  'table-head': ['table-header-group'],
  'table-footer': ['table-footer-group'],
  'table-body': ['table-row-group'],
  start: ['left'],
  left: ['start', 'flex-start'],
  right: ['end', 'flex-end'],
  top: ['start', 'flex-start'],
  bottom: ['end', 'flex-end'],
}
/** Gradients as they were written before: from a side, which is now the one they lead to. */
const SIDES: Readonly<Record<string, readonly string[]>> = {
  'linear-gradient(top,': ['bottom'],
  'linear-gradient(bottom,': ['top'],
  'linear-gradient(left,': ['right'],
  'linear-gradient(right,': ['left'],
}
/** Units as people write them. */
const UNITS: readonly (readonly [pattern: RegExp, unit: string])[] = [
  [/(\d)\s?(?:pts|points?|p)\b/gi, '$1pt'],
  [/(\d)\s?(?:pixels?|pxs|xp|x|dp|sp)\b/gi, '$1px'],
  [/(\d)\s?(?:inches|inch|ins|")/gi, '$1in'],
  [/(\d)\s?(?:mms|millimet(?:er|re)s?)\b/gi, '$1mm'],
  [/(\d)\s?(?:cms|centimet(?:er|re)s?)\b/gi, '$1cm'],
  [/(\d)\s?(?:percent|pct|per cent)\b/gi, '$1%'],
  [/(\d)\s?(?:degrees?|°)/gi, '$1deg'],
  [/(\d)\s?(?:ems|me)\b/gi, '$1em'],
  [/(\d)\s(px|pt|mm|cm|in|r?em|%)/gi, '$1$2'],
  [/(\d(?:px|pt|mm|cm|in|r?em|%))(?:px|pt|mm|cm|in|r?em|%)+/gi, '$1'],
]

/** What follows "which is not read:" for a value that `property`, of this syntax, does not take. */
export function valueRemedy(property: string, value: string, syntax: string): string {
  const meant = repairs(property, value, syntax).find(
    (one) => one !== value && one !== '' && propertyFault(property, one) === undefined,
  )
  if (meant !== undefined) return `write ${property}: ${meant}`
  if (syntax === '<color>') return 'a color is a name, #rrggbb or rgb(0, 0, 0)'
  const takes = syntax
    .replace(/ \[[-\d.,∞]{1,20}\]/g, '')
    .replaceAll("'", '')
    .slice(0, MAX_SYNTAX)
  return `it takes ${takes}`
}

/** Values that may have been meant, the likeliest first. */
function repairs(property: string, value: string, syntax: string): string[] {
  const unquoted = value.replace(/["']/g, '')
  const plain = value.replace(/^[:=\s]+/, '')
  const words = plain.split(/\s+/)
  const [first = ''] = words
  const keywords = syntax.match(/(?<![<'\w-])[a-z][a-z-]{2,30}(?![\w>'(-])/g) ?? []
  const near = words.length === 1 ? nearestName(plain, keywords) : undefined
  return [
    plain,
    ...UNITS.map(([pattern, unit]) => plain.replace(pattern, unit)),
    plain.replace(NUMBER, (number) => (Number(number) === 0 ? number : `${number}px`)),
    plain.replace(NUMBER, (number) => (Number(number) === 0 ? number : `${number}deg`)),
    plain.replace(/(\d),(\d)/g, '$1.$2'),
    unquoted,
    plain.replace(/,/g, ' ').replace(/\s+/g, ' '),
    words.join(', '),
    plain.replace(/(?<![\w#.])(?:[\da-f]{6}|[\da-f]{3})(?![\w.%])/gi, '#$&'),
    plain.replace(/^0x/i, '#'),
    ...(FILE.test(plain) ? [plain.replace(FILE, 'url($1)')] : []),
    ...words.flatMap((word) =>
      (WORDS[word.toLowerCase()] ?? []).map((other) =>
        words.map((one) => (one === word ? other : one)).join(' '),
      ),
    ),
    ...(property === 'content'
      ? [words.map((word) => (/^[a-z]+[,:]?$/i.test(word) ? `"${word} "` : word)).join(' ')]
      : []),
    ...(SIDES[first] ?? []).map((side) => plain.replace(first, `linear-gradient(to ${side},`)),
    words.join('-'),
    words.join(''),
    plain.replaceAll('-', ''),
    plain.replace(/(\d)(?:px|pt|mm|cm|in|r?em|%)/g, '$1'),
    words.toReversed().join(' '),
    ...(near === undefined ? [] : [near]),
    // Half of it may be right, where one word is one too many.
    ...(words.length === 2 ? [first] : []),
  ]
}
