/** Rules for an id or an element of a name that only classes have, or for a class that only an id has: they style nothing. */
import { preludeOf } from './css-text'

/** Rules that are looked at. */
const MAX_RULES = 500
const MAX_TOLD = 2

/** Elements of HTML: a sheet for many documents has rules for those that this one has not. */
const ELEMENTS = new Set(
  (
    'a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button canvas ' +
    'caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption ' +
    'figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend ' +
    'li link main map mark marquee math menu menuitem meta meter nav nobr noscript object ol optgroup option output p param ' +
    'picture pre progress q rp rt ruby s samp script search section select slot small source span strike strong style sub ' +
    'summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr ' +
    'circle defs ellipse g image line path polygon polyline rect stop symbol text tspan use from to'
  ).split(' '),
)
/** What begins a selector, or follows a combinator in it. */
const TYPE = /(?:^|[\s,>+~])([a-z][a-z0-9-]{1,40})(?=$|[\s,>+~.#:[])/gim

/** `markup` is without scripts and styles, `rules` without texts and comments. */
export function findOtherKind(markup: string, rules: string): string[] {
  const preludes = rules.split('{', MAX_RULES).slice(0, -1).map(preludeOf)
  const selectors = preludes.map((prelude) => prelude.replace(/\s+/g, ' ')).join('\n')
  const ids = [...new Set(selectors.match(/(?<![\w&-])#[a-z][\w-]{1,40}/gi))]
  const classes = [...new Set(selectors.match(/\.[a-z][\w-]{1,40}/gi))]
  const types = typesIn(selectors)
  const [hasClass, hasId] = namesIn(markup)
  const elements = new Set(markup.match(/(?<=<)[a-z][\w-]{0,60}/gi)?.map((name) => name.toLowerCase()))
  const isOnElement = (selector: string) => {
    const name = selector.slice(1)
    if (selector.startsWith('.')) return hasClass.has(name)
    return selector.startsWith('#') ? hasId.has(name) : elements.has(selector.toLowerCase())
  }
  const styled = new Set([...ids, ...classes])
  return [
    ...types.flatMap((one) => [`.${one}`, `#${one}`].map((meant) => ({ one, meant }))),
    ...ids.map((one) => ({ one, meant: `.${one.slice(1)}` })),
    ...classes.map((one) => ({ one, meant: `#${one.slice(1)}` })),
  ]
    .filter(({ one, meant }) => isOnElement(meant) && !styled.has(meant) && !isOnElement(one))
    .slice(0, MAX_TOLD)
    .map(
      ({ one, meant }) =>
        `${one} { … }, which is on nothing: ${meant.slice(1)} is ${kindOf(meant)}, so write ${meant}`,
    )
}

/** Types in selectors that are no elements of HTML; preludes of at-rules have words of their own. */
function typesIn(preludes: string): string[] {
  const selectors = preludes.replace(/^@.{0,999}$/gm, '').replace(/\([^()]{0,200}\)|\[[^[\]]{0,200}\]/g, '')
  const names = [...selectors.matchAll(TYPE)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !ELEMENTS.has(name.toLowerCase()))
}

const kindOf = (selector: string) => (selector.startsWith('.') ? 'a class' : 'an id')

/** The classes and the ids of elements. */
function namesIn(markup: string): [classes: Set<string>, ids: Set<string>] {
  const [classes, ids] = [new Set<string>(), new Set<string>()]
  for (const [, kind = '', double, single, bare] of markup.matchAll(
    /\s(class|id)\s?=\s?(?:"([^"<>]{0,300})"|'([^'<>]{0,300})'|([\w-]{1,60}))/gi,
  )) {
    const names = (double ?? single ?? bare ?? '').split(/\s+/)
    for (const name of names) (kind.toLowerCase() === 'id' ? ids : classes).add(name)
  }
  return [classes, ids]
}
