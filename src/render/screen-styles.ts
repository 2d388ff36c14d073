/** Documents whose every style is for the screen: a PDF is printed, and has none of them. */
import { preludeOf } from './css-text'
import { withoutComments } from './preprocessed-styles'
import { readSheets } from './style-mistakes'

/** Characters that are looked at. */
const MAX_LOOKED_AT = 200_000
const SCREEN = /^(?:only )?screen(?: and .*)?$/i
/** Rules that style nothing by themselves. */
const NO_STYLE = /^@(?:font-face|import|charset|keyframes|-webkit-keyframes|page|layer [\w, ]{1,99}$)/i

/** What the author of HTML and `css` is told, for a document that is printed (`media`). */
export function findScreenStyles(html: string, css = '', media?: 'print' | 'screen'): string[] {
  if (media === 'screen') return []
  const looked = html.slice(0, MAX_LOOKED_AT)
  const sheets = readSheets(looked).map(({ attributes, css: text }) => ({ media: mediaOf(attributes), text }))
  const links = [...looked.matchAll(/<link\b([^<>]{0,500})>/gi)]
    .map(([, attributes = '']) => attributes)
    .filter((attributes) => /\bstylesheet\b/i.test(attributes))
    .map((attributes) => ({ media: mediaOf(attributes), text: undefined }))
  const all = [...sheets, ...links, ...(css.trim() === '' ? [] : [{ media: '', text: css }])]
  const isOfScreen = all.map(({ media: of, text }) => SCREEN.test(of) || isScreenOnly(text))
  return isOfScreen.includes(true) && isOfScreen.every((is) => is !== false)
    ? [
        'all styles are for the screen alone (screen), and a PDF is printed without them: send "options": {"media": "screen"}, or leave that condition out',
      ]
    : []
}

function mediaOf(attributes: string): string {
  const [, double, single, bare] =
    /\bmedia\s?=\s?(?:"([^"]{0,99})"|'([^']{0,99})'|([\w-]{1,30}))/i.exec(attributes) ?? []
  return (double ?? single ?? bare ?? '').trim()
}

/** Whether all rules of a sheet stand in `@media screen`; nothing for one that has none, and no for one that is not here. */
function isScreenOnly(text: string | undefined): boolean | undefined {
  if (text === undefined) return false
  let depth = 0
  let isOfScreen: boolean | undefined
  for (const part of withoutComments(text.slice(0, MAX_LOOKED_AT)).split('{').slice(0, -1)) {
    depth -= part.match(/\}/g)?.length ?? 0
    const prelude = preludeOf(part)
    if (depth++ > 0 || NO_STYLE.test(prelude)) continue
    const [, query] = /^@media\s{1,9}(.{1,200})$/is.exec(prelude) ?? []
    if (query === undefined || !SCREEN.test(query.trim())) return false
    isOfScreen = true
  }
  return isOfScreen
}
