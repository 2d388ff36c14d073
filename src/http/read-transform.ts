/** The body of transform, which a batch's entries have too: HTML, Markdown or the address of a page, read and checked. */
import { z } from 'zod'
import { pdfOptions } from '../document-options'
import type { Source } from '../jobs/job'
import { acceptWarnings } from '../jobs/warnings'
import { MARKDOWN_STYLES, MAX_MARKDOWN, markdownExcess } from '../markdown/markdown-options'
import { accessFields, type PageAccess } from '../net/page-access'
import { checkDocumentRequest, type DocumentRequest } from './check-document'
import { checkUrl } from './check-urls'
import type { AppContext } from './context'
import { delivery } from './read-document'
import { readPicture } from './read-picture'
import { findTransformMistakes } from './transform-mistakes'

/** contract.md 2.3: raw-HTML request. */
export const transformRequest = z
  .strictObject({
    html: z.string().min(1).optional().describe('A complete standalone HTML document.'),
    markdown: z
      .string()
      .min(1)
      .max(MAX_MARKDOWN)
      .optional()
      .describe(
        'Instead of `html`: CommonMark with tables, footnotes, task lists, alerts, coloured code, formulas (`$…$`) and ' +
          '`mermaid` diagrams. Front matter names ' +
          '`title`, `subtitle`, `author`, `date` and `lang`. HTML in it stays HTML, but no script runs.',
      ),
    style: z
      .enum(MARKDOWN_STYLES)
      .optional()
      // No `default`: clients would send it beside `html`.
      .describe(
        `The look of \`markdown\`, \`${MARKDOWN_STYLES[0]}\` if it is not given. \`css\` comes after it.`,
      ),
    url: z
      .string()
      .min(1)
      .max(2048)
      .optional()
      .describe(
        'Instead of `html`: the address of a page, which is fetched and printed as if it stood there. An answer such as 404 ' +
          'is printed with a warning.',
      ),
    ...accessFields,
    css: z.string().optional().describe('Extra CSS, added at the end of the head.'),
    options: pdfOptions.optional().describe('How the document is printed and finished.'),
    ...delivery,
    goCreditMode: delivery.goCreditMode
      .describe('Finds what prints badly and repairs it. Default true.')
      .meta({ default: true }),
  })
  // Also of a body that has other mistakes.
  .superRefine(checkSource, {
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  })
  .meta({ id: 'TransformRequest' })
export type TransformRequest = z.output<typeof transformRequest>

const SOURCES = ['html', 'markdown', 'url'] as const
const ACCESS = Object.keys(accessFields)

/** Reports what is wrong with the forms of a document that transform takes. */
function checkSource(fields: Record<string, unknown>, context: z.RefinementCtx): void {
  const report = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  const [first, second] = SOURCES.filter((name) => fields[name] !== undefined)
  if (first === undefined) report('html', 'is required, or "markdown" or "url" in its place')
  if (second !== undefined) report(second, `cannot be combined with "${first}": send one of them`)
  const { markdown, style, url } = fields
  if (style !== undefined && markdown === undefined) report('style', 'is for "markdown": for HTML send "css"')
  for (const name of url === undefined ? ACCESS : [])
    if (fields[name] !== undefined) report(name, 'is for "url": what is in your HTML is fetched without it')
  const excess = typeof markdown === 'string' ? markdownExcess(markdown) : undefined
  if (excess !== undefined) report('markdown', excess)
}

/**
 * Checks the request; throws `invalid_request`. With `mayFindLate` what is told of the document itself is left for when the browser
 * has it (`findLate`), unless it decides about more than the answer's warnings.
 */
export async function readTransform(
  c: AppContext,
  asked: TransformRequest,
  { mayFindLate = false } = {},
): Promise<DocumentRequest> {
  const { html, markdown, style, url, css, options = {}, goCreditMode = true, ...rest } = asked
  const { access, more } = readAccess(rest)
  const { picture, rest: delivery } = readPicture(more, options)
  const { webhook_url, deliver_to, async_mode, dry_run } = delivery
  checkDocumentRequest(c, { options, webhook_url, deliver_to }, checkUrl(c, '/url', url))
  const find = () => findTransformMistakes(asked)
  const isLate = mayFindLate && !options.strict && !async_mode && !dry_run
  return {
    body: asked,
    kind: 'transform',
    source: sourceOf({ html, markdown, style, url, access, css }),
    options,
    optimize: goCreditMode,
    ...(isLate
      ? { warnings: [], findLate: find }
      : { warnings: acceptWarnings(await find(), options.strict) }),
    picture,
    ...delivery,
  }
}

/** What a page is asked for with, as JSON, apart from the other fields. */
function readAccess<Fields extends PageAccess>(fields: Fields) {
  const { fetch_headers, cookies, basic_auth, user_agent, accept_language, ...more } = fields
  const given = { fetch_headers, cookies, basic_auth, user_agent, accept_language }
  const isGiven = Object.values(given).some((value) => value !== undefined)
  return { access: isGiven ? JSON.stringify(given) : undefined, more }
}

function sourceOf({
  html,
  markdown,
  style,
  url,
  access,
  css,
}: Pick<TransformRequest, 'html' | 'markdown' | 'style' | 'url' | 'css'> & {
  access: string | undefined
}): Source {
  if (url !== undefined) return { url, access, css }
  return markdown === undefined ? { html: html ?? '', css } : { markdown, style, css }
}
