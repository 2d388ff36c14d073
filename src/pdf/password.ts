/** Passwords as PDF 2.0 wants them (ISO 32000-2 7.6.4.3.3): prepared by SASLprep (RFC 4013), so that typed alike is alike. */

/** Table C.1.2 of RFC 3454: spaces outside ASCII become one inside it. */
const SPACES = /[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000]/gu
/** Table B.1: characters that are not seen go. */
const NOTHING = /\u00AD|\u034F|\u1806|[\u180B-\u180D]|[\u200B-\u200D]|\u2060|[\uFE00-\uFE0F]|\uFEFF/gu
/** Tables C.2 to C.9: control characters, private use, no characters, half surrogates, and what changes the display. */
const PROHIBITED =
  /[\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u06DD\u070F\u180E\u200E\u200F\u2028-\u202E\u2061-\u2063\u206A-\u206F\u2FF0-\u2FFB\uFFF9-\uFFFD\u{1D173}-\u{1D17A}\u{E0001}\u{E0020}-\u{E007F}]/u

/** The password that is hashed; undefined where SASLprep takes it for none: it is empty, or a character is prohibited. */
export function preparedPassword(password: string): string | undefined {
  const prepared = password.replace(SPACES, ' ').replace(NOTHING, '').normalize('NFKC')
  return prepared === '' || PROHIBITED.test(prepared) ? undefined : prepared
}
