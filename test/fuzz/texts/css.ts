/** Style sheets that nobody means to write: CSS put together from its pieces, and by hand to cost much or get out. */
import { type Random, randomFrom } from '../random'
import type { Case } from './liquid'

const selectors = [
  '*',
  'p',
  ':root',
  '::before',
  'p:not(:not(p))',
  '@page',
  '@page :first',
  '@media print',
  '@layer a',
  '&',
  '@font-face',
]
const moreSelectors = [
  '@import',
  '@container (width>0)',
  '@supports (x:y)',
  '@property --x',
  ':has(:has(p))',
  '>',
  '[x=',
  '@charset',
  '@page :nth(2n+1)',
  '@page a:nth(-n)',
  '@page :nth(1 of a)',
  '@footnote',
  '@top-left',
  'p::footnote-call',
]
const properties = [
  'width',
  'margin',
  'transform',
  'filter',
  'content',
  'position',
  'columns',
  'zoom',
  'font',
  '--x',
  'all',
  'size',
]
const moreProperties = [
  'break-after',
  'break-inside',
  'background',
  'animation',
  'grid-template',
  'float',
  'rotate',
  'display',
  'page',
  'bleed',
  'marks',
  'bookmark-level',
  'bookmark-label',
  'bookmark-state',
  'string-set',
  'break-before',
  'counter-reset',
]
const values = [
  '0',
  '-1px',
  '1e9px',
  '99999999999em',
  'calc(1px/0)',
  'var(--x)',
  'url(x)',
  'url("data:,x")',
  'inherit',
  'red !important',
]
const moreValues = [
  'blur(9999px)',
  'repeat(9999,1px)',
  'rotate(1e9turn)',
  'attr(x)',
  'infinity',
  'NaN',
  '"\\0"',
  '\\',
  'counter(x)',
  'page',
  'footnote',
  'crop cross',
  '3mm',
  'running(x)',
  'string(x)',
  'element(x,last)',
  'target-counter(attr(x),page)',
  'target-text(url(#x))',
  'leader(".")',
  'x content() attr(x)',
  'right',
]

function sheet(random: Random): string {
  const rule = (): string => {
    const declarations = Array.from(
      { length: random.integer(4) },
      () => `${random.pick([...properties, ...moreProperties])}:${random.pick([...values, ...moreValues])}`,
    )
    const inner = random.chance(20) ? rule() : ''
    return `${random.pick([...selectors, ...moreSelectors])}{${declarations.join(';')}${inner}${random.chance(85) ? '}' : ''}`
  }
  return Array.from({ length: 1 + random.integer(6) }, rule).join(
    random.pick(['', '\n', ';', '}', '/*', '<!--']),
  )
}

const meant: Record<string, string> = {
  'the end of its element': '</style><script>document.title="out"</script>',
  'the end of its element, in capitals': '</STYLE ><script>document.title="out"</script>',
  'a comment of HTML': '<!--</style><p>out',
  'a pixel of the network': '*{background:url(http://127.0.0.1:1/x);list-style:url(http://169.254.169.254/)}',
  'an import of the network': '@import "http://127.0.0.1:1/x.css"; @import url(file:///etc/passwd);',
  'a font of the network': '@font-face{font-family:x;src:url(http://127.0.0.1:1/x.woff2)}*{font-family:x}',
  'a page of ten metres': '@page{size:10000mm 10000mm}',
  'a page of nothing': '@page{size:0 0;margin:0}',
  'margins wider than the page': '@page{margin:99in}',
  'a million pages': 'p{height:1000000000px}',
  'a page after each of everything': '*{break-before:page;break-after:page}',
  'columns of a pixel': 'body{columns:99999}',
  'a grid of a billion': 'body{display:grid;grid-template:repeat(100000,1px)/repeat(100000,1px)}',
  'a shadow that is far away': '*{box-shadow:1e9px 1e9px 1e9px 1e9px;filter:blur(1e6px)}',
  'variables that double': `:root{--a:xxxxxxxxxx;${Array.from({ length: 40 }, (_, n) => `--a${n}:var(--a${n - 1 < 0 ? '' : n - 1})var(--a${n - 1 < 0 ? '' : n - 1})`).join(';')}}p::before{content:var(--a39)}`,
  'variables in a circle': ':root{--a:var(--b);--b:var(--a)}p{width:var(--a)}',
  'nesting without end': `${'p{'.repeat(10_000)}color:red${'}'.repeat(10_000)}`,
  'a selector of a megabyte': `${'p,'.repeat(300_000)}p{color:red}`,
  'a selector that looks back': `${':has('.repeat(100)}p${')'.repeat(100)}{color:red}`,
  'calculations without end': `p{width:${'calc(1px + '.repeat(5000)}1px${')'.repeat(5000)}}`,
  'a string that does not end': 'p::before{content:"',
  'a NUL': 'p{color:\0red}',
  'half of a pair': 'p::before{content:"\ud800"}',
  'an animation of nothing': '@keyframes x{to{width:1e9px}}*{animation:x 1ms infinite}',
  'a bleed and marks of nothing': '@page{size:1px;margin:100%;bleed:2in;marks:crop cross}',
  'rules for each page':
    Array.from({ length: 60 }, (_, n) => `@page :nth(${n + 1}n+${n}){@top-left{content:"x"}}`).join('') +
    'p{height:30000px}',
  'everything a footnote': '*{float:footnote}',
  'everything a bookmark, and a name of pages':
    '*{bookmark-level:99;bookmark-label:content() attr(x);page:a}@page :nth(2 of a){background:red}',
  'everything invisible': '*{display:none!important}',
  'everything fixed': '*{position:fixed!important;break-after:page}',
}

/** By hand, and `count` at random. */
export function sheets(count: number, seed: number): Case[] {
  return [
    ...Object.entries(meant).map(([name, text]) => ({ name, text })),
    ...Array.from({ length: count }, (_, index) => {
      const text = sheet(randomFrom(seed + index))
      return { name: `sheet ${index}: ${text}`, text }
    }),
  ]
}
