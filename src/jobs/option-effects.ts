/**
 * Where an option of a PDF has an effect that is seen: in a preview, and in pictures of its pages. A new option does not
 * compile until this is said of it.
 */
import { isAsked, type PdfOptions } from '../document-options'

type Effect = {
  /** Whether a preview obeys it; one that it is made without is told. */
  inPreview: boolean
  /** Whether a picture obeys it, cannot have it, or is made sooner with another value, which changes nothing on it. */
  inPicture: 'obeyed' | 'refused' | { instead: false | undefined }
}

const EVERYWHERE: Effect = { inPreview: true, inPicture: 'obeyed' }
/** On pages that a preview is made without. */
const NOT_IN_PREVIEW: Effect = { inPreview: false, inPicture: 'obeyed' }
/** In the file alone. */
const OF_FILE: Effect = { inPreview: false, inPicture: 'refused' }
/** In the file alone, and harmless in the request of a picture. */
const PROPERTY: Effect = { inPreview: true, inPicture: { instead: undefined } }

const EFFECTS: Readonly<Record<keyof PdfOptions, Effect>> = {
  attachments: NOT_IN_PREVIEW,
  attachment_passwords: NOT_IN_PREVIEW,
  embed_files: OF_FILE,
  factur_x: OF_FILE,
  invoice: NOT_IN_PREVIEW,
  invoice_xml: NOT_IN_PREVIEW,
  pdf_format: OF_FILE,
  pdf_ua: OF_FILE,
  tagged: { inPreview: false, inPicture: { instead: false } },
  outline: { inPreview: true, inPicture: { instead: false } },
  compress: OF_FILE,
  password: OF_FILE,
  owner_password: OF_FILE,
  permissions: OF_FILE,
  author: PROPERTY,
  subject: PROPERTY,
  keywords: PROPERTY,
  watermark: EVERYWHERE,
  paper: EVERYWHERE,
  paper_width: EVERYWHERE,
  paper_height: EVERYWHERE,
  orientation: EVERYWHERE,
  prefer_css_page_size: EVERYWHERE,
  single_page: EVERYWHERE,
  scale: EVERYWHERE,
  margin_top: EVERYWHERE,
  margin_bottom: EVERYWHERE,
  margin_left: EVERYWHERE,
  margin_right: EVERYWHERE,
  header_html: EVERYWHERE,
  footer_html: EVERYWHERE,
  header_first_html: EVERYWHERE,
  footer_first_html: EVERYWHERE,
  header_last_html: EVERYWHERE,
  footer_last_html: EVERYWHERE,
  page_number_start: EVERYWHERE,
  page_ranges: EVERYWHERE,
  omit_backgrounds: EVERYWHERE,
  toc: EVERYWHERE,
  forms: EVERYWHERE,
  media: EVERYWHERE,
  viewport: EVERYWHERE,
  click: EVERYWHERE,
  hide: EVERYWHERE,
  scroll: EVERYWHERE,
  wait_for: EVERYWHERE,
  timeout: EVERYWHERE,
  title: EVERYWHERE,
  lang: EVERYWHERE,
  filename: EVERYWHERE,
  base_url: EVERYWHERE,
  isolation: EVERYWHERE,
  strict: EVERYWHERE,
}

const NAMES = Object.keys(EFFECTS) as (keyof PdfOptions)[]

/** The options that a preview obeys, and the names of those that were asked for beside them. */
export function optionsInPreview(options: PdfOptions): { kept: PdfOptions; leftOut: string[] } {
  const kept = { ...options }
  const others = NAMES.filter((name) => !EFFECTS[name].inPreview)
  for (const name of others) delete kept[name]
  return { kept, leftOut: others.filter((name) => isAsked(options[name])) }
}

/** The names of the options that are asked for and no picture can have. */
export function refusedInPicture(options: PdfOptions): string[] {
  return NAMES.filter((name) => EFFECTS[name].inPicture === 'refused' && isAsked(options[name]))
}

/** The options without what takes time to print or to finish and no picture shows. */
export function optionsInPicture(options: PdfOptions): PdfOptions {
  const unseen = NAMES.flatMap((name) => {
    const { inPicture } = EFFECTS[name]
    return typeof inPicture === 'object' ? [[name, inPicture.instead]] : []
  })
  return { ...options, ...Object.fromEntries(unseen) }
}
