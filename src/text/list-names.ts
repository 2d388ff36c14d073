/** Names in a sentence. */
const list = new Intl.ListFormat('en-GB')

/** Names in a sentence: `Free`, `Pro and Max`, `wifi, geo and vcard`. */
export function listNames(names: readonly string[]): string {
  return list.format(names)
}
