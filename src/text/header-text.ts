/** Characters of a header that tells something; the longest of them would else kill the answer. */
export const MAX_HEADER = 1024

/** Printable ASCII of at most that length. */
export function headerText(text: string): string {
  const ascii = text.replace(/[^\x20-\x7e]/g, '?')
  return ascii.length > MAX_HEADER ? `${ascii.slice(0, MAX_HEADER - 3)}...` : ascii
}
