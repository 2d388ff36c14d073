/**
 * The caller's watermark on every page.
 *
 * The text is set by the browser, on a page of its own that is exactly as large as the text, and drawn over the
 * document as a form: so every script is shaped, every font embedded, and what the browser can print can be a
 * watermark.
 */
import { PDFArray, type PDFDocument, type PDFRef, PDFStream } from 'pdf-lib'
import type { z } from 'zod'
import { escapeHtml } from '../../markup'
import { budgetOf } from '../budget'
import { latin1, operations, writeOperation } from '../content'
import { loadTrusted } from '../load'
import { Graft } from '../merge/graft'
import type { watermarkOption } from '../options'
import { decodeStream } from '../streams'
import { drawOver, matrixText, placeOverlay, type Size, sizeOf, unusedName, viewOf } from './overlay'

export type Watermark = { text: string; color: string; opacity: number; angle: number }

/** A watermark with the page that holds its text: `watermarkHtml`, printed to PDF. */
export type PrintedWatermark = Watermark & { page: Uint8Array }

/** The option with its defaults: grey, a quarter opaque, rising. */
export function watermarkOf(option: z.output<typeof watermarkOption>): Watermark {
  const given = typeof option === 'string' ? { text: option } : option
  const { text, color = '#808080', opacity = 0.25, angle = 45 } = given
  return { text, color, opacity, angle }
}

/** A document whose only page holds the text in one line and nothing else; print it with its own page size. */
export function watermarkHtml({ text, color }: Watermark): string {
  const style = `html,body{margin:0}span{font:700 48px/1.25 sans-serif;white-space:pre;color:${color};display:inline-block}`
  const fit = `const {width,height}=document.querySelector('span').getBoundingClientRect()
const size='@page{margin:0;size:'+Math.ceil(width+2)+'px '+Math.ceil(height+2)+'px}'
document.head.append(Object.assign(document.createElement('style'),{textContent:size}))`
  return `<!doctype html><html><head><meta charset="utf-8"><title>Watermark</title><style>${style}</style></head><body><span dir="auto">${escapeHtml(text)}</span><script>document.fonts.ready.then(()=>{${fit}})</script></body></html>`
}

/**
 * Draws the watermark over every page. `opaque`: for PDF/A-1, which knows no transparency,
 * the letters become outlines in a paler colour, so that the text below stays readable and stays text.
 */
export async function stampWatermark(
  document: PDFDocument,
  { page, ...watermark }: PrintedWatermark,
  { opaque }: { opaque: boolean },
): Promise<void> {
  const { context } = document
  const outlined = opaque && watermark.opacity < 1
  const { form, size } = await importForm(document, page, outlined ? paler(watermark) : undefined)
  const name = unusedName(document.getPages(), 'XObject', 'Watermark')
  const resources = [{ category: 'XObject', name, value: form }]
  let state = ''
  if (!opaque && watermark.opacity < 1) {
    const { opacity } = watermark
    const value = context.register(context.obj({ Type: 'ExtGState', ca: opacity, CA: opacity }))
    const name = unusedName(document.getPages(), 'ExtGState', 'WatermarkState')
    resources.push({ category: 'ExtGState', name, value })
    state = `/${name} gs\n`
  }
  for (const target of document.getPages()) {
    const matrix = matrixText(placeOverlay(viewOf(target), size, watermark.angle))
    drawOver(target, { content: `${state}${matrix} cm\n/${name} Do`, resources })
  }
}

/** The first page as a form; a group, so that overlapping letters are one shade. */
async function importForm(
  target: PDFDocument,
  bytes: Uint8Array,
  outline: string | undefined,
): Promise<{ form: PDFRef; size: Size }> {
  const source = await loadTrusted(bytes, budgetOf(target.context))
  const page = source.getPage(0)
  const box = page.node.MediaBox()
  const contents = page.node.Contents()
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((_, index) => contents.lookup(index)) : [contents]
  const text = streams
    .map((stream) => (stream instanceof PDFStream ? latin1(decodeStream(stream)) : ''))
    .join('\n')
  const graft = new Graft(source.context, target.context)
  const resources = page.node.Resources()
  const form = target.context.flateStream(outline === undefined ? text : outlined(text, outline), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: graft.copyValue(box),
    Resources: resources ? graft.copyValue(resources) : {},
    ...(outline === undefined ? { Group: { Type: 'Group', S: 'Transparency' } } : {}),
  })
  return { form: target.context.register(form), size: sizeOf(box) }
}

/** Colours and states of the page itself, which an outline of one colour replaces. */
const replaced = new Set([
  'g',
  'G',
  'rg',
  'RG',
  'k',
  'K',
  'cs',
  'CS',
  'sc',
  'SC',
  'scn',
  'SCN',
  'gs',
  'Tr',
  'w',
])

function outlined(text: string, color: string): string {
  const kept = [...operations(text)].filter(({ operator }) => !replaced.has(operator))
  // Glyphs of Type 3 fonts are drawings, which text rendering modes do not reach: these are filled.
  return `${color} RG\n${color} rg\n1 w\n1 Tr\n${kept.map(writeOperation).join('\n')}`
}

/** The colour mixed with white as far as it would let the page through. */
function paler({ color, opacity }: Watermark): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const share = Math.max(opacity, 0.4)
  return channels.map((channel) => (1 - share + share * channel).toFixed(3)).join(' ')
}
