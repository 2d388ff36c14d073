/** Passwords as PDF 2.0 wants them (ISO 32000-2 7.6.4.3.3): prepared by SASLprep (RFC 4013), so that typed alike is alike. */
import { normalized } from '../text/normalized'

/** Table C.1.2 of RFC 3454: spaces outside ASCII become one inside it. */
const SPACES = /[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000]/gu
/** Table B.1: characters that are not seen go. */
const NOTHING = /\u00AD|\u034F|\u1806|[\u180B-\u180D]|[\u200B-\u200D]|\u2060|[\uFE00-\uFE0F]|\uFEFF/gu
/** Tables C.2 to C.9: control characters, private use, no characters, half surrogates, and what changes the display. */
const PROHIBITED =
  /[\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u06DD\u070F\u180E\u200E\u200F\u2028-\u202E\u2061-\u2063\u206A-\u206F\u2FF0-\u2FFB\uFFF9-\uFFFD\u{1D173}-\u{1D17A}\u{E0001}\u{E0020}-\u{E007F}]/u
/** Table D.1, as far as NFKC leaves any of it: Hebrew, Arabic, Syriac and Thaana. */
const RIGHT_TO_LEFT =
  /[\u05BE\u05C0\u05C3\u05D0-\u05EA\u05F0-\u05F4\u061B\u061F\u0621-\u063A\u0640-\u064A\u066D-\u066F\u0671-\u06D5\u06E5\u06E6\u06FA-\u06FE\u0700-\u070D\u0710\u0712-\u072C\u0780-\u07A5\u07B1]/u
/** Table D.2, by its letters: symbols and digits of one direction are left out, which nobody's password turns on. */
const LETTER = /[\p{L}\p{Nl}\p{Mc}]/u

/** The password that is hashed; undefined if SASLprep takes it for none. */
export function preparePassword(password: string): string | undefined {
  const prepared = normalized(password.replace(SPACES, ' ').replace(NOTHING, ''), 'NFKC')
  if (prepared === '' || PROHIBITED.test(prepared) || mixesDirections(prepared)) return undefined
  return prepared
}

/** RFC 3454, section 6: who writes from right to left begins and ends so, and with no letter of the other direction. */
function mixesDirections(prepared: string): boolean {
  if (!RIGHT_TO_LEFT.test(prepared)) return false
  const characters = [...prepared]
  const bounded = [characters[0], characters.at(-1)].every((each) => RIGHT_TO_LEFT.test(each ?? ''))
  return !bounded || characters.some((each) => LETTER.test(each) && !RIGHT_TO_LEFT.test(each))
}
