/** Options that are obeyed, and seldom meant. Told before anything is rendered. Linear: each pattern is tried once. */
import { isAddress, isPath } from '../text/file-name'
import { languageCode } from '../text/language-names'
import { NO_VALUE } from '../text/unfilled'
import { withoutParts } from './document-mistakes'
import { findInvoiceXmlMistakes } from './invoice-xml-mistakes'
import { MAX_LOOKED_AT, MAX_SHOWN, NO_TEXT, SHOWN, shownIf, unfilled } from './unfilled-markup'

const IN_HEADERS =
  'put the value there; an empty <span class="title"> has the title, and those of "date" and "url" have them'

/** Page numbers of wkhtmltopdf and others. */
const PAGE_NUMBERS =
  /\[(?:page|topage|frompage|sitepage|sitepages)\]|\{\{?\s{0,3}(?:page|pages|topage|total|total_?pages|page_?number|num_?pages)\s{0,3}\}\}?|\{#(?:pagenum|numpages)\}|counter\(pages?\)|&p of &p\b|&\[pages?\]|%page%|@pages?\b(?=[^<>{};]{0,20}<)|class\s?=\s?["']?(?:page|topage|pages|total)["']?(?=\s?><\/)/i
/** Names that are nearly those of the classes which have numbers. */
const PAGE_CLASSES =
  /class\s?=\s?["']?(?:page-numbers?|page_number|pagenumber|PageNumber|total-pages|total_pages|totalpages|TotalPages)["']?(?=\s?><\/)/

/** Inches from which a length was meant as millimetres: the longer side of A0 has 47. */
const MIN_UNLIKELY_INCHES = 100

/** Sizes of paper in centimetres, which nobody has in inches. */
const IN_CENTIMETRES = ['21 29.7', '29.7 21', '14.8 21', '21 14.8', '29.7 42', '42 29.7']

type Options = {
  header_html?: string | undefined
  footer_html?: string | undefined
  header_first_html?: string | undefined
  footer_first_html?: string | undefined
  header_last_html?: string | undefined
  footer_last_html?: string | undefined
  paper_width?: number | undefined
  paper_height?: number | undefined
  watermark?: string | { text: string } | undefined
  lang?: string | undefined
  filename?: string | undefined
  invoice_xml?: string | undefined
  password?: string | undefined
  owner_password?: string | undefined
  wait_for?: string | { expression: string } | { ms: number } | undefined
} & Partial<Record<(typeof TEXTS)[number], string | undefined>>

/** Options that hold the HTML of a header or footer. */
export const HEADERS = [
  'header_html',
  'footer_html',
  'header_first_html',
  'footer_first_html',
  'header_last_html',
  'footer_last_html',
] as const

/** What a caller is told of options that are obeyed, but seldom meant. */
export function findOptionMistakes(options: Options): string[] {
  const { paper_width = 0, paper_height = 0, watermark = '', lang, filename, invoice_xml, wait_for } = options
  const language = lang === undefined ? undefined : languageCode(lang)
  const stamp = typeof watermark === 'string' ? watermark : watermark.text
  return [
    ...HEADERS.flatMap((name) => findHeaderMistakes(name, options[name])),
    ...(Math.max(paper_width, paper_height) >= MIN_UNLIKELY_INCHES
      ? [`the paper is ${paper_width} by ${paper_height} inches: for millimetres send "210mm"`]
      : []),
    ...(IN_CENTIMETRES.includes(`${paper_width} ${paper_height}`)
      ? [`the paper is ${paper_width} by ${paper_height} inches: for centimetres send "${paper_width}cm"`]
      : []),
    ...(language !== undefined
      ? [`lang ${JSON.stringify(lang)} is the name of a language: send "${language}"`]
      : []),
    ...findPathOfFile(filename),
    ...findTextMistakes(options),
    ...(typeof wait_for === 'object' && 'expression' in wait_for
      ? findWaitMistakes(wait_for.expression)
      : []),
    ...(typeof wait_for === 'string' && /^(?:window|document)\.[\w.]{1,60}$|=>|===/.test(wait_for)
      ? [
          `wait_for is JavaScript, and is read as a selector: send {"expression": ${JSON.stringify(wait_for.slice(0, MAX_SHOWN))}}`,
        ]
      : []),
    ...(options.password !== undefined && options.password === options.owner_password
      ? ['owner_password is password, so that permissions bind nobody: send another one, or leave it out']
      : []),
    ...findInvoiceXmlMistakes(invoice_xml),
    ...(isAddress(stamp.trim()) && /\.(?:png|jpe?g|svg|gif|webp)$/i.test(stamp.trim())
      ? ['watermark is an address, and is printed as text: pictures are not taken']
      : []),
  ]
}

/** Texts that are written into the file, as they are. */
const TEXTS = ['title', 'author', 'subject'] as const

function findTextMistakes(options: Options): string[] {
  const { watermark, filename = '' } = options
  const texts = {
    ...options,
    watermark: typeof watermark === 'string' ? watermark : watermark?.text,
    filename,
  }
  const [, end] = /\.(docx?|html?|xlsx?|txt|zip|pptx?)$/i.exec(filename.trim()) ?? []
  return [
    ...[...TEXTS, 'watermark' as const, 'filename' as const].flatMap((name) => {
      const text = (texts[name] ?? '').slice(0, 500)
      const [found] =
        /&(?:amp|lt|gt|quot|nbsp|#\d{2,4});|<\/?(?:b|i|p|h1|span|strong|br)\b|\{\{?\s{0,3}[a-z_][\w.]{0,40}\s{0,3}\}\}?/i.exec(
          text,
        ) ?? []
      if (NO_VALUE.test(text.trim()))
        return [`${name} is ${JSON.stringify(text.trim())}: a program wrote it for no value`]
      return shownIf(found, (shown) => `${name} has ${shown}, which is shown as it is: send plain text`)
    }),
    ...(end ? [`filename ends in .${end.slice(0, 5)}, and the file is none: leave the ending out`] : []),
  ]
}

function findWaitMistakes(expression: string): string[] {
  const text = expression.trim()
  if (/^(?:async\s|function\b|\(\s{0,9}\)\s{0,9}=>)/.test(text) && !text.endsWith(')'))
    return [
      'wait_for.expression is a function, which is always true: send what it returns, such as "window.ready"',
    ]
  return /^return\b/.test(text) ? ['wait_for.expression begins with return: leave that out'] : []
}

/** A path is told by how it begins: names may have slashes. */
function findPathOfFile(filename = ''): string[] {
  if (!/^\s*(?:https?:|[a-z]:[\\/]|\\\\|file:|~?[\\/]|\.{1,2}[\\/])/i.test(filename)) return []
  const name = filename.split(/[\\/]/).at(-1)?.trim() || 'invoice.pdf'
  return [
    `filename is a path, and the file is sent, not written there: send its name alone, ${JSON.stringify(name.slice(0, MAX_SHOWN))}`,
  ]
}

/** What a caller is told of a header or a footer, by the option's name. */
function findHeaderMistakes(option: string, html: string | undefined): string[] {
  const text = (html ?? '').slice(0, MAX_LOOKED_AT).trim()
  if (isAddress(text) && isPath(text))
    return [`${option} is an address, which is not fetched: send the HTML itself`]
  if (isPath(text)) return [`${option} is the name of a file: send the HTML that it holds`]
  if (/<script\b/i.test(text))
    return [
      `${option} has a <script>, which is not run there: put the value itself, or the class "pageNumber", "totalPages", "title" or "date"`,
    ]
  const [number] = PAGE_NUMBERS.exec(text) ?? PAGE_CLASSES.exec(text) ?? []
  if (number === undefined)
    return SHOWN.test(text) ? [] : unfilled(option, withoutParts(text, NO_TEXT), IN_HEADERS)
  return shownIf(
    number,
    (found) =>
      `${option} has ${found}, which is no page number here: use <span class="pageNumber"></span> and <span class="totalPages"></span>`,
  )
}
