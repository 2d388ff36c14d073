/** What somebody meant by a paper that is not known by its name. */
import { nearestName } from '../../text/nearest-name'

const MAX_SHOWN = 40
/** What is said of a size without a name. */
export const OWN_SIZE = 'for another size send paper_width and paper_height'

/** Sizes in millimetres, or in inches. */
const OTHER_PAPERS: Readonly<Record<string, readonly [string, string]>> = {
  a0: ['841mm', '1189mm'],
  a1: ['594mm', '841mm'],
  a2: ['420mm', '594mm'],
  a6: ['105mm', '148mm'],
  b4: ['250mm', '353mm'],
  b5: ['176mm', '250mm'],
  tabloid: ['11in', '17in'],
  ledger: ['17in', '11in'],
  executive: ['7.25in', '10.5in'],
}

/** What to send for a paper of another name. */
export function otherPaper(value: string): string | undefined {
  const name = value.slice(0, MAX_SHOWN).trim().toLowerCase()
  const size = Object.hasOwn(OTHER_PAPERS, name) ? OTHER_PAPERS[name] : undefined
  const known = /\b(a3|a4|a5|letter|legal)\b/.exec(name)?.[1]
  if (known && /[ _-](?:landscape|portrait)/.test(name))
    return `send "paper": "${known.toUpperCase().replace(/^L.*/, capitalize)}" and "orientation": "${name.includes('landscape') ? 'landscape' : 'portrait'}"`
  const iso = /^iso[_ -](a\d|b\d)(?![a-z\d])/.exec(name)?.[1]
  if (iso) return otherPaper(iso) ?? `send "${iso.toUpperCase()}"`
  if (known && known !== name) return `did you mean "${known.toUpperCase().replace(/^L.*/, capitalize)}"?`
  if (size) return `for ${value} send "paper_width": "${size[0]}" and "paper_height": "${size[1]}" instead`
  return nearestName(name, ['A3', 'A4', 'A5', 'Letter', 'Legal']) ? undefined : OWN_SIZE
}

function capitalize(word: string): string {
  return word.slice(0, 1) + word.slice(1).toLowerCase()
}
