/** What a person without a key sees whose link shows nothing any more, in place of a problem as JSON. */
import type { Problem } from '../errors'
import { escapeHtml } from '../text/markup'
import type { AppContext } from './context'

/** Whether the answer is shown to a person as it is: a browser that opens an address asks for a page. */
export function isOpenedByPerson(c: AppContext): boolean {
  return c.req.header('accept')?.includes('text/html') ?? false
}

const STYLE =
  ':root{color-scheme:light dark;font:17px/1.5 system-ui,sans-serif;background:light-dark(#faf8f4,#16171a);color:light-dark(#1b1c1e,#ecebe7)}' +
  'body{margin:0;min-height:100vh;display:grid;place-items:center}main{max-width:26rem;padding:1.5rem}' +
  'h1{margin:0 0 .5rem;font-size:1.4rem;line-height:1.25}p{margin:0}small{display:block;margin-top:2rem;opacity:.65}'

/** The page that says so, with the status of the problem. */
export function linkPage(c: AppContext, { code, status, message }: Problem): Response {
  c.set('problemCode', code)
  c.header('Content-Type', 'text/html; charset=utf-8')
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  c.header('X-Robots-Tag', 'noindex, nofollow')
  const title = 'There is no document here'
  return c.body(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
      `<title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1><p>${escapeHtml(message)}</p>` +
      `<small>${escapeHtml(c.get('requestId'))}</small></main></html>`,
    status as 410,
  )
}
