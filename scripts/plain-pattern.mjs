/**
 * A cheap proof that a regular expression takes time linear in its subject. It settles what most patterns are: a fixed
 * text, a bounded one, or one run of characters that is anchored or ends the pattern. Of others it says nothing.
 */
import { RegExpParser } from '@eslint-community/regexpp'

/** Ways in which the bounded parts of a pattern may match at one position, at most. */
const MAX_WAYS = 4096

const parser = new RegExpParser()

/** Whether `source` is plainly linear. False means only that another proof is needed. */
export function isPlainlyLinear(source, flags) {
  const unicode = flags.includes('u')
  const { alternatives } = parser.parsePattern(source, 0, source.length, {
    unicode,
    unicodeSets: flags.includes('v'),
  })
  const anchored = (elements) =>
    flags.includes('y') || (elements[0]?.type === 'Assertion' && elements[0].kind === 'start')
  const perLine = flags.includes('m')
  return alternatives.every(({ elements }) => {
    const runs = elements.filter(isRun)
    const others = elements.filter((element) => !isRun(element))
    if (!(waysOfAll(others) <= MAX_WAYS)) return false
    if (runs.length === 0) return true
    // A run that ends the pattern always matches: what it takes is never looked at again.
    const ends = elements.at(-1) === runs[0] && runs[0]?.greedy
    return runs.length === 1 && (ends || (anchored(elements) && !perLine))
  })
}

/**
 * One character of a set, any number of times.
 * @param {import('@eslint-community/regexpp').AST.Element} element
 * @returns {element is import('@eslint-community/regexpp').AST.Quantifier}
 */
function isRun(element) {
  return (
    element.type === 'Quantifier' &&
    element.max === Number.POSITIVE_INFINITY &&
    ['Character', 'CharacterSet', 'CharacterClass'].includes(element.element.type)
  )
}

function waysOfAll(elements) {
  return elements.reduce((product, element) => product * ways(element), 1)
}

/** In how many ways a part can match at one position; infinite if that depends on the subject. */
function ways({ type, kind, alternatives = [], element, min, max }) {
  const inner = () => alternatives.reduce((sum, { elements }) => sum + waysOfAll(elements), 0)
  if (type === 'Backreference') return Number.POSITIVE_INFINITY
  if (type === 'Group' || type === 'CapturingGroup') return inner()
  if (type === 'Assertion') return kind === 'lookahead' || kind === 'lookbehind' ? inner() : 1
  if (type !== 'Quantifier') return 1
  if (max === Number.POSITIVE_INFINITY) return max
  const each = ways(element)
  let total = 0
  for (let times = min; times <= max && total <= MAX_WAYS; times++) total += each ** times
  return total
}
