/**
 * The caller's watermark on every page.
 *
 * The text is set by the browser, on a page of its own that is exactly as large as the text, and drawn over the
 * document as a form: so every script is shaped, every font embedded, and what the browser can print can be a
 * watermark.
 */
import type { PDFDocument } from 'pdf-lib'
import type { z } from 'zod'
import { operations, writeOperation } from '../content-stream'
import type { watermarkOption } from '../finishing-options'
import { budgetOf } from '../work-budget'
import { channelsOf, drawOver, matrixText, placeOverlay, viewOf } from './overlay'
import { unusedName } from './page-resources'
import { importLines, linesHtml, type PrintLines } from './printed-lines'

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
  return linesHtml([text], { color, weight: 700, align: 'left' })
}

/**
 * Draws the watermark over every page. `opaque`: for PDF/A-1, which knows no transparency,
 * the letters become outlines in a paler colour, so that the text below stays readable and stays text. Throws
 * `document_invalid` with the characters that no font has.
 */
export async function stampWatermark(
  document: PDFDocument,
  { page, ...watermark }: PrintedWatermark,
  { opaque, print }: { opaque: boolean; print: PrintLines },
): Promise<void> {
  const { context } = document
  const isOutlined = opaque && watermark.opacity < 1
  const { forms, size } = await importLines(document, page, {
    lines: [watermark.text],
    pointer: '/options/watermark',
    print,
    paint: isOutlined ? (content) => outline(content, paler(watermark)) : undefined,
  })
  const [form] = forms
  if (!form) return
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
  const work = budgetOf(context)
  for (const target of document.getPages()) {
    const matrix = matrixText(placeOverlay(viewOf(target), size, watermark.angle))
    await drawOver(target, { content: `${state}${matrix} cm\n/${name} Do`, resources })
    work.countPages(1)
    await work.takeTurns()
  }
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

function outline(text: string, color: string): string {
  const kept = [...operations(text)].filter(({ operator }) => !replaced.has(operator))
  // Glyphs of Type 3 fonts are drawings, which text rendering modes do not reach: these are filled.
  return `${color} RG\n${color} rg\n1 w\n1 Tr\n${kept.map(writeOperation).join('\n')}`
}

/** The colour mixed with white as far as it would let the page through. */
function paler({ color, opacity }: Watermark): string {
  const share = Math.max(opacity, 0.4)
  return channelsOf(color)
    .map((channel) => (1 - share + share * channel).toFixed(3))
    .join(' ')
}
