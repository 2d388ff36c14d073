/** The headers and footers that are drawn over a job's document, printed by the browser when its pages are known. */
import type { HeaderGroup, RunningHeaders } from '../pdf/stamp/running-headers'
import type { RenderInput } from '../render/compose-print-request'
import { type HeaderHtml, runningHeadersOf } from '../render/header-variants'
import type { RawPdf } from '../render/render'
import type { RenderOptions } from '../render/render-options'
import { escapeHtml } from '../text/markup'

/** What is told to `finish`; undefined if the browser printed them with the document, or there are none. */
export function runningHeaders(
  options: RenderOptions,
  raw: Pick<RawPdf, 'title' | 'bleed'>,
  render: (input: RenderInput) => Promise<RawPdf>,
): RunningHeaders | undefined {
  const running = runningHeadersOf(options)
  if (!running) return undefined
  return {
    first: running.first !== undefined,
    last: running.last !== undefined,
    start: running.start,
    print: (group) => {
      const html = running[group.which] ?? running.others
      if (!html.header_html && !html.footer_html) return undefined
      return render(headerSheet(html, group, { ...raw, options })).then(({ bytes }) => bytes)
    },
  }
}

const NO_NUMBER = '<style>.pageNumber{display:none!important}</style>'

/** Empty pages with the headers and footers of `group`, whose numbers begin at `group.number`. */
function headerSheet(
  html: HeaderHtml,
  { sizes, number, total }: HeaderGroup,
  { options, title, bleed }: Pick<RawPdf, 'title' | 'bleed'> & { options: RenderOptions },
): RenderInput {
  const { scale, margin_left, margin_right, omit_backgrounds, base_url, timeout, isolation } = options
  const from = Math.max(1, number)
  const [header_html, footer_html] = [html.header_html, html.footer_html].map((part) =>
    part && number === 0 ? NO_NUMBER + part : part,
  )
  const names = new Map<string, string>()
  const boxes = sizes.map(({ width, height }) => {
    const size = `${width}pt ${height}pt`
    const name = names.get(size) ?? `s${names.size}`
    names.set(size, name)
    return `<p class="${name}">`
  })
  const rules = [...names].map(([size, name]) => `@page ${name}{size:${size}}.${name}{page:${name}}`)
  const count = Math.max(total, from + sizes.length - 1)
  const style = `p{margin:0;height:1px;break-after:page}p:last-child{break-after:auto}${rules.join('')}`
  const empty = boxes[0] ?? '<p>'
  const before = empty.repeat(from - 1)
  const after = empty.repeat(count - from + 1 - sizes.length)
  return {
    html: `<!doctype html><title>${escapeHtml(title)}</title><style>${style}</style>${before}${boxes.join('')}${after}`,
    inert: true,
    bleed,
    options: {
      ...{ header_html, footer_html, scale, margin_left, margin_right, omit_backgrounds, base_url },
      ...{ timeout, isolation, prefer_css_page_size: true },
      page_ranges: `${from}-${from + sizes.length - 1}`,
    },
    optimize: false,
  }
}
