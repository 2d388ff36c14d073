/** What stands between two lines of `---` on top of a Markdown text. Lists and other structures are not read. */

/** Characters that are looked through for its end. */
export const MAX_FRONT_MATTER = 5000
const LANGUAGE_TAG = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,5}$/
const RIGHT_TO_LEFT = new Set(['ar', 'he', 'fa', 'ur', 'yi', 'ps', 'sd', 'ug', 'dv', 'ckb'])

/** The fields that are printed or obeyed. `lang` is always a language tag. */
export type FrontMatter = {
  title?: string | undefined
  subtitle?: string | undefined
  author?: string | undefined
  date?: string | undefined
  lang: string
  /** Whether notes stand behind the text, and not at the feet of pages. */
  endNotes: boolean
}

/** The fields, and the text after them. A text without front matter is all body. */
export function readFrontMatter(source: string): { fields: FrontMatter; body: string } {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const end = text.startsWith('---\n') ? text.slice(0, MAX_FRONT_MATTER).indexOf('\n---\n', 3) : -1
  if (end < 0) return { fields: { lang: 'en', endNotes: false }, body: text }
  const fields = new Map<string, string>()
  for (const line of text.slice(4, end + 1).split('\n')) {
    const colon = line.indexOf(':')
    const value = withoutQuotes(line.slice(colon + 1).trim())
    if (colon > 0 && value !== '') fields.set(line.slice(0, colon).trim().toLowerCase(), value)
  }
  const lang = fields.get('lang') ?? fields.get('language') ?? ''
  return {
    fields: {
      title: fields.get('title'),
      subtitle: fields.get('subtitle'),
      author: fields.get('author'),
      date: fields.get('date'),
      lang: LANGUAGE_TAG.test(lang) ? lang : 'en',
      endNotes: fields.get('footnotes')?.toLowerCase() === 'end',
    },
    body: text.slice(end + '\n---\n'.length),
  }
}

export function isRightToLeft(lang: string): boolean {
  return RIGHT_TO_LEFT.has(lang.split('-', 1)[0]?.toLowerCase() ?? '')
}

function withoutQuotes(value: string): string {
  const quote = value[0]
  const isQuoted = value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote)
  return isQuoted ? value.slice(1, -1) : value
}
