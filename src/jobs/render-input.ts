/** What a job's source comes to: the document that the browser is to print, and what is told of it. */
import type { PdfOptions } from '../document-options'
import { MARKDOWN_STYLES } from '../markdown/markdown-options'
import { runLongWork } from '../memory/long-work'
import type { FetchFile } from '../net/guarded-fetch'
import type { RenderInput } from '../render/compose-print-request'
import { findNeverFetched } from '../render/document-mistakes'
import { renderDocument } from '../templates/compile-page'
import { rejectOnAbort } from '../time/waiting'
import type { Job, Source } from './job'
import { loadPage } from './load-page'
import { printOptions } from './plan-finishing'

/**
 * What the browser is to print. A template is rendered here, Markdown translated and the page of an address fetched, where a
 * failure releases the hold.
 */
export async function renderInput(
  { source, options, optimize, layout, accountId, preview: isPreview }: Job,
  deps: { signal?: AbortSignal | undefined; fetchFile: FetchFile },
): Promise<RenderInput & { warnings?: string[] }> {
  const printing = { options: printOptions(options), optimize, layout }
  if (!('url' in source))
    return {
      ...(await documentOf(source, options, { accountId, signal: deps.signal, isPreview })),
      ...printing,
    }
  const { address, ...page } = await rejectOnAbort(deps.signal, loadPage(source, deps.fetchFile))
  return {
    ...page,
    foreign: true,
    css: source.css,
    ...printing,
    options: { base_url: address, scroll: true, ...printing.options },
  }
}

async function documentOf(
  source: Exclude<Source, { url: string }>,
  { footer_html, footer_first_html, footer_last_html, single_page }: PdfOptions,
  {
    isPreview,
    ...owner
  }: { accountId: string; signal: AbortSignal | undefined; isPreview: boolean | undefined },
): Promise<Pick<RenderInput, 'html' | 'css' | 'inert' | 'diagrams'> & { warnings?: string[] }> {
  if ('template' in source) return await renderDocument(source.template, source.data, owner, { isPreview })
  if ('html' in source) return source
  const { markdown, style = MARKDOWN_STYLES[0], css } = source
  // Loaded by the first text: no other document has to wait for its parser.
  const { markdownDocument, markdownMs } = await import('../markdown/markdown-document')
  const hasFooter = (footer_html ?? footer_first_html ?? footer_last_html) !== undefined
  const translate = () => markdownDocument(markdown, { style, footer: hasFooter, hasPages: !single_page })
  return { ...(await runLongWork(markdownMs(markdown), translate, owner)), css, inert: true }
}

/** What was found in the request, and in the document that its template made. */
export function requestWarnings(
  { source, warnings = [] }: Job,
  { html, css, warnings: found = [] }: RenderInput & { warnings?: string[] },
): string[] {
  if ('html' in source) return warnings
  // What an address leads to is not the caller's to change.
  if ('url' in source) return [...warnings, ...found]
  return [...warnings, ...found, ...findNeverFetched([html, css])]
}
