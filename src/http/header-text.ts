/** At most 1 KB of printable ASCII: a giant or foreign header would kill the answer. */
export function headerText(text: string): string {
  const ascii = text.replace(/[^\x20-\x7e]/g, '?')
  return ascii.length > 1024 ? `${ascii.slice(0, 1021)}...` : ascii
}
