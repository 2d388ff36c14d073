/** Characters of a header that tells something; the longest of them would else kill the answer. */
export const MAX_HEADER = 1024

/** Printable ASCII of at most that length: letters lose their accents, and what has no likeness is a question mark. */
export function headerText(text: string): string {
  const ascii = /[^\x20-\x7e]/.test(text) ? likeness(text).replace(/[^\x20-\x7e]/g, '?') : text
  return ascii.length > MAX_HEADER ? `${ascii.slice(0, MAX_HEADER - 3)}...` : ascii
}

function likeness(text: string): string {
  return text
    .slice(0, MAX_HEADER * 2)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019\u201a]/g, "'")
    .replace(/[\u201c-\u201e]/g, '"')
}
