/**
 * Lines of text in any script, as forms to draw over pages. The browser sets each on a page of its own, exactly as large
 * as the longest and the tallest: so every script is shaped and every font embedded.
 */
import type { PDFDocument, PDFRef } from 'pdf-lib'
import { Problem } from '../../errors'
import { escapeHtml } from '../../text/markup'
import { nameCharacters } from '../latin-font'
import { Graft } from '../merge/graft'
import { loadTrusted } from '../open-own'
import { contentsOf } from '../pdfa/contents'
import { findMissingGlyphs } from '../pdfa/missing-glyphs'
import { pageContent, pageResources } from '../pdfa/objects'
import { filterInTurns } from '../read-in-turns'
import { budgetOf, type WorkBudget } from '../work-budget'
import { type Size, sizeOf } from './overlay'

export type LineStyle = {
  /** `#RRGGBB`. */
  color: string
  weight: 400 | 700
  /** Where shorter lines stand in the width of the longest. */
  align: 'left' | 'center' | 'right'
}

/** Prints an HTML document whose pages have sizes of their own. */
export type PrintLines = (html: string) => Promise<Uint8Array>

/** CSS pixels; whoever draws a line scales it. */
export const LINE_FONT_SIZE = 48

/** A document with a page for each line and nothing else; print it with its own page size. */
export function linesHtml(lines: readonly string[], { color, weight, align }: LineStyle): string {
  const style = `html,body{margin:0}div{break-after:page;text-align:${align}}div:last-child{break-after:auto}
span{font:${weight} ${LINE_FONT_SIZE}px sans-serif;white-space:pre;color:${color};display:inline-flex;align-items:center;min-height:1.25em}`
  // All pages have one size; lines are not wider than it, so that none is broken.
  const fit = `const boxes=[...document.querySelectorAll('span')].map(each=>each.getBoundingClientRect())
const most=side=>Math.ceil(Math.max(...boxes.map(box=>box[side]))+2)
const size='@page{margin:0;size:'+most('width')+'px '+most('height')+'px}'
document.head.append(Object.assign(document.createElement('style'),{textContent:size}))`
  const body = lines.map((line) => `<div><span dir="auto">${escapeHtml(line)}</span></div>`).join('')
  return `<!doctype html><html><head><meta charset="utf-8"><title>Lines</title><style>${style}</style></head><body>${body}<script>document.fonts.ready.then(()=>{${fit}})</script></body></html>`
}

export type LineForms = { forms: PDFRef[]; size: Size }

/**
 * The printed lines as forms of `target`. `paint` changes their content; without it each form is a group, so that
 * overlapping letters are one shade. Throws `document_invalid` at `pointer` with the characters that no font has.
 */
export async function importLines(
  target: PDFDocument,
  printed: Uint8Array,
  {
    lines,
    pointer,
    print,
    paint,
  }: {
    lines: readonly string[]
    pointer: string
    print: PrintLines
    paint?: ((content: string) => string) | undefined
  },
): Promise<LineForms> {
  const work = budgetOf(target.context)
  const source = await loadTrusted(printed, work)
  const missing = await linesWithMissingGlyphs(source)
  if (missing.size > 0)
    throw await undrawable(
      lines.filter((_, at) => missing.has(at)),
      { pointer, print, work },
    )
  if (source.getPageCount() !== lines.length)
    throw new Error(`the browser printed ${lines.length} lines on ${source.getPageCount()} pages`)
  const graft = new Graft(source.context, target.context)
  const forms = source.getPages().map((page) => {
    const text = pageContent(page)
    const resources = pageResources(page)
    const form = target.context.flateStream(paint ? paint(text) : text, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: graft.copyValue(page.node.MediaBox()),
      Resources: resources ? graft.copyValue(resources) : {},
      ...(paint ? {} : { Group: { Type: 'Group', S: 'Transparency' } }),
    })
    return target.context.register(form)
  })
  return { forms, size: sizeOf(source.getPage(0).node.MediaBox()) }
}

/** Lines, counted from 0, with a character that the browser has no font for: it prints glyph 0 in its place. */
async function linesWithMissingGlyphs(source: PDFDocument): Promise<Set<number>> {
  const found = await filterInTurns(contentsOf(source), (content) =>
    findMissingGlyphs(content.read(), content),
  )
  return new Set(found.map(({ page }) => page))
}

/** Names the characters: each is printed alone, and those without a glyph are told. */
async function undrawable(
  lines: readonly string[],
  { pointer, print, work }: { pointer: string; print: PrintLines; work: WorkBudget },
): Promise<Problem> {
  const segments = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(lines.join(''))]
  const characters = [...new Set(segments.map(({ segment }) => segment))].filter((one) => one.trim())
  const style = { color: '#000000', weight: 400, align: 'left' } as const
  const alone = await linesWithMissingGlyphs(
    await loadTrusted(await print(linesHtml(characters, style)), work),
  )
  const named = nameCharacters(characters.filter((_, at) => alone.has(at)))
  const message = named
    ? `There is no font with ${named}: write it without.`
    : 'There is no font for this text as a whole: write it otherwise.'
  return new Problem('document_invalid', {
    detail: `${pointer}: ${message}`,
    errors: [{ pointer, message }],
  })
}
