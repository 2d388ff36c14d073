/** The style sheet of a printed Markdown text, with the fonts that it needs. The caller's `css` comes after it. */
import { design } from '../templates/builtin.data'
import { type FontFace, fontStyles } from '../templates/font-face-styles'
import type { MarkdownStyle } from './markdown-options'
import { markdown } from './styles.data'

/** Characters of a title in the margin of a page. */
const MAX_RUNNING_TITLE = 90

/** The margin of each page that names the document. */
const RUNNING_TITLE: Partial<Record<MarkdownStyle, string>> = { report: 'bottom-left', manual: 'top-left' }
/** What a caller's own footer takes the place of. */
const WITHOUT_FOOTER = '@page{@bottom-left{content:none}@bottom-right{content:none}}'

const fonts = new Map<boolean, (text: string) => string>()

/** `title` runs along the pages, if there is one; `footer` is a caller's own, in place of ours. */
export function styleSheet({
  style,
  content,
  title,
  footer,
}: {
  style: MarkdownStyle
  content: string
  title: string | undefined
  footer: boolean
}): string {
  const margin = RUNNING_TITLE[style]
  const running =
    margin === undefined || title === undefined
      ? ''
      : `@page{@${margin}{content:${cssString(title.slice(0, MAX_RUNNING_TITLE))}}}`
  const own = footer ? WITHOUT_FOOTER : ''
  const formulas = content.includes('class="math"') ? markdown.math : ''
  // Without them the document needs no more than one print.
  const notes = content.includes('class="page-note" data-platen-call') ? markdown.notes : ''
  return fontsOf(style)(content) + formulas + markdown.base + markdown.styles[style] + notes + running + own
}

/** A letter is set in one family, the other styles in two. */
function fontsOf(style: MarkdownStyle): (text: string) => string {
  const isLetter = style === 'letter'
  const known = fonts.get(isLetter)
  if (known) return known
  const faces = [...design.fonts, ...markdown.fonts].filter((face) => isUsed(face, isLetter))
  const made = fontStyles(faces)
  fonts.set(isLetter, made)
  return made
}

function isUsed({ family, weight, style, neededBy, subset }: FontFace, isLetter: boolean): boolean {
  if (neededBy !== undefined) return neededBy === 'code' || neededBy === 'math'
  if (family !== 'Garamond') return !isLetter || subset === 'arabic' || subset === 'hebrew'
  return isLetter || (weight === 400 && style === 'normal')
}

/** A text as CSS writes it: nothing in it ends the string or the style element. */
function cssString(text: string): string {
  const escaped = text.replace(/["\\<\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)
  return `"${escaped}"`
}
