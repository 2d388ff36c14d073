/** Units of lines, which are codes or words of the caller's: a word or code that is nearly one of ours was mistyped. */
import { countEdits } from '../text/nearest-name'
import { design } from './builtin.data'
import { localeOf } from './locale'

/** Words that the templates print as a sign or a shorter word. */
const WHOLE_WORDS = (
  'hour hours minute minutes piece pieces litre litres liter liters metre metres meter meters kilogram kilograms ' +
  'stunde stunden minuten stück stücke heure heures pièce pièces hora horas minuto minutos ora ore minuti uren stuks ' +
  'godzina godziny godzin sztuka sztuki sztuk'
).split(' ')

/** Words as near as a slip to one of the others. */
const OTHER_WORDS = new Set(
  'seats bars bays tags roles dozens boxen sitz säle mesa mesas litro litros metro metros'.split(' '),
)
/** Shorter words and codes differ by one letter from many others. */
const MIN_WORD = 4
/** Codes in small letters that are words or signs as well. */
const ALSO_WORDS = new Set('ea set mon min pr ls'.split(' '))

/** What is odd about the unit of a line; `data` have the document's language. */
export function oddUnit(text: string, data: Record<string, unknown>): string | undefined {
  const word = text.toLowerCase()
  const words = knownWords(data)
  const isKnown = words.has(word) || OTHER_WORDS.has(word) || ALSO_WORDS.has(word)
  if (isKnown || Object.hasOwn(english, `unit_${text}`)) return undefined
  const code = text.toUpperCase()
  if (/^[A-Z]{3}$/.test(code) && Object.hasOwn(english, `unit_${code}`))
    return `is printed as it is: send "${code}" for the code (UN/ECE Recommendation 20), which is printed as a word`
  if (word.length < MIN_WORD || !/^\p{L}+$/u.test(word)) return undefined
  const meant = [...words].find((known) => isSlip(word, known))
  return meant && `is printed as it is: did you mean "${meant}"?`
}

const english = design.words.en ?? {}

const wordsOf = new Map<string, Set<string>>()

/** In small letters: those of the document's language and of English, and all that our words shorten. */
function knownWords(data: Record<string, unknown>): Set<string> {
  const { language } = localeOf(data, Object.keys(design.words))
  const words = wordsOf.get(language) ?? wordsIn(language)
  wordsOf.set(language, words)
  return words
}

function wordsIn(language: string): Set<string> {
  const dictionaries = [design.words[language] ?? {}, english]
  const ours = dictionaries.flatMap((words) =>
    Object.entries(words).flatMap(([key, word]) =>
      key.startsWith('unit_') && key !== 'unit_price' ? [word.toLowerCase()] : [],
    ),
  )
  return new Set([...ours, ...WHOLE_WORDS])
}

/** One letter too many, too few or another, or two that changed places, but not the first one. */
function isSlip(word: string, known: string): boolean {
  if (known.length < MIN_WORD || word[0] !== known[0]) return false
  const edits = countEdits(word, known)
  return edits === 1 || (edits === 2 && sorted(word) === sorted(known))
}

const sorted = (word: string) => [...word].sort().join('')
