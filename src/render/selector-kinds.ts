/** Rules for an id that only classes have, or for a class that only an id has: they style nothing. */
import { preludeOf } from './css-text'

/** Rules that are looked at. */
const MAX_RULES = 500
const MAX_TOLD = 2

/** `markup` is without scripts and styles, `rules` without texts and comments. */
export function findOtherKind(markup: string, rules: string): string[] {
  const preludes = rules.split('{', MAX_RULES).slice(0, -1).map(preludeOf).join('\n')
  const ids = new Set(preludes.match(/(?<![\w&-])#[a-z][\w-]{1,40}/gi))
  const classes = new Set(preludes.match(/\.[a-z][\w-]{1,40}/gi))
  if (ids.size === 0 && classes.size === 0) return []
  const [hasClass, hasId] = namesIn(markup)
  const told = [
    ...[...ids].map((one) => ({
      one,
      meant: `.${one.slice(1)}`,
      own: hasId,
      other: hasClass,
      styled: classes,
    })),
    ...[...classes].map((one) => ({
      one,
      meant: `#${one.slice(1)}`,
      own: hasClass,
      other: hasId,
      styled: ids,
    })),
  ].filter(
    ({ one, meant, own, other, styled }) =>
      !own.has(one.slice(1)) && other.has(one.slice(1)) && !styled.has(meant),
  )
  return told
    .slice(0, MAX_TOLD)
    .map(
      ({ one, meant }) =>
        `${one} { … }, which is on nothing: ${one.slice(1)} is ${kindOf(meant)}, so write ${meant}`,
    )
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
