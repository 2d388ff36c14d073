/** FNV-1a of a text, 32 bits: tells texts apart, and hides or protects none. */
export function hashOf(text: string): number {
  return [...text].reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) >>> 0,
    0x811c9dc5,
  )
}
