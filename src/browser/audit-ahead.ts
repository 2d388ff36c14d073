/** When the first audit of goCreditMode may be asked for together with the document. */
import { hasMoreTags } from '../text/markup'
import { templatesOf } from './header-footer-space'
import type { PrintRequest } from './print-request'

/** An audit that begins by itself is not ended when it takes long: it is short in a document of so much. */
const MAX_TAGS = 3000
const MAX_CHARACTERS = 2_000_000

export function mayAuditAhead(request: PrintRequest): boolean {
  const { html } = request
  return isLeftAlone(request) && html.length <= MAX_CHARACTERS && !hasMoreTags([html], MAX_TAGS)
}

/**
 * Whether nothing of ours changes the document once it is whole, as room for headers, page furniture and sheets of other servers do.
 * One with scripts has a world of its own, and changes by itself.
 */
export function isLeftAlone(request: PrintRequest): boolean {
  const { scripted, html, furniture, grown, forms, visit, diagrams, sheet, largerPages } = request
  return !(
    scripted ||
    furniture ||
    grown ||
    forms ||
    visit ||
    diagrams ||
    sheet ||
    largerPages?.isKnown ||
    templatesOf(request).length > 0 ||
    bringsSheets(html)
  )
}

/** Whether a document may have style sheets of other servers. */
export function bringsSheets(html: string): boolean {
  return /<link\b|@import/i.test(html)
}
