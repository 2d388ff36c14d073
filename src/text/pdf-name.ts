/** Names of PDF as they read without their escapes (ISO 32000-1 7.3.5). Here, since the browser's room reads some, too. */

/** A name, or a text with names. */
export function unescapePdfName(name: string): string {
  if (!name.includes('#')) return name
  return name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
