/** Whether the fonts that a document names for all its text are none that the browser has. */
import { document } from './true-document'

const MAX_FAMILIES = 8
const MAX_SHOWN = 60
/** A size at which fonts differ in their widths by whole pixels. */
const SAMPLE = 'mmmmmmmmmmlliWQ@'
/** Families that browsers have or have a substitute for, and those of CSS. */
const COMMON =
  /^(?:arial.*|helvetica.*|times.*|courier.*|georgia|verdana|tahoma|trebuchet.*|calibri|cambria|candara|consolas|garamond|palatino.*|segoe ui.*|lucida.*|impact|comic sans.*|symbol|wingdings.*|serif|sans-serif|monospace|cursive|fantasy|math|emoji|fangsong|system-ui|ui-.*|-apple-system|blinkmacsystemfont|inherit|initial|unset)$/i

/**
 * The families that the body names, if the browser has none of them and the document brings none, and no general family
 * (`sans-serif`) stands behind them: the text is in whatever font the browser has.
 */
export function findLostFonts(): string | undefined {
  const { body } = document
  const list = body ? getComputedStyle(body).fontFamily : ''
  // Nearly every list ends so.
  if (/(?:serif|monospace)$/.test(list)) return undefined
  const families = list.split(',').map((family) => family.trim().replace(/^["']|["']$/g, ''))
  if (families.length > MAX_FAMILIES || families.some((family) => family === '' || COMMON.test(family)))
    return undefined
  const own = new Set([...document.fonts].map(({ family }) => family.replace(/["']/g, '').toLowerCase()))
  const context = document.createElement('canvas').getContext('2d')
  if (!context || families.some((family) => own.has(family.toLowerCase()))) return undefined
  const widthIn = (font: string) => {
    context.font = `64px ${font}`
    return context.measureText(SAMPLE).width
  }
  const isHere = (family: string) =>
    ['serif', 'monospace'].some((general) => widthIn(`"${family}", ${general}`) !== widthIn(general))
  return families.some(isHere) ? undefined : families.join(', ').slice(0, MAX_SHOWN)
}
