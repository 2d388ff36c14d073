/** Addresses that lead to something else than what is printed or finished, as far as their form tells. */
import { isAddress } from './file-name'
import { isPageOfFile } from './page-of-file'
import { tellInValue } from './unfilled'

const MAX_SHOWN = 60
/** Documents that their owners' programs show, and how they are had as a file. */
const EDITORS =
  /^https:\/\/docs\.google\.com\/(document|spreadsheets|presentation)\/d\/[\w-]{4,80}\/(?:edit|view|preview)/i
const NO_PAGE = /\.(pdf|docx?|xlsx?|pptx?|odt|zip|csv|md|rtf|eml|png|jpe?g|gif|webp)$/i
const NO_PDF = /\.(docx?|xlsx?|pptx?|odt|zip|csv|md|rtf|html?|txt|png|jpe?g|gif|webp|svg|xml)$/i

/** What is told of the address of a page that is to be printed. */
export function findPageAddressMistakes(url: string): string[] {
  const other = ownersPage('url', url)
  if (other !== undefined) return [other]
  const unfilled = tellInValue('url', url)
  if (unfilled.length > 0) return unfilled
  const [, type = ''] = NO_PAGE.exec(pathOf(url)) ?? []
  if (type === '') return []
  const name = type.toLowerCase()
  if (name === 'pdf') return ['url names a PDF, and pages of HTML are printed: POST /v1/finish takes PDFs']
  if (name === 'md')
    return ['url names a file of Markdown, which a browser shows as plain text: send it as "markdown"']
  return [`url names a .${name}, which is no page of HTML: send "html" with what is to be printed`]
}

/** What is told of the address of a PDF, in the field `where`. */
export function findPdfAddressMistakes(where: string, url: string): string[] {
  const other = ownersPage(where, url)
  if (other !== undefined) return [other]
  const unfilled = isAddress(url) ? tellInValue(where, url) : []
  if (unfilled.length > 0) return unfilled
  const [, type = ''] = NO_PDF.exec(pathOf(url)) ?? []
  if (type === '') return []
  const remedy = /^html?$/i.test(type)
    ? 'POST /v1/transform makes a PDF of a page'
    : /^(?:png|jpe?g|gif|webp|svg)$/i.test(type)
      ? 'put the picture into HTML, of which POST /v1/transform makes one'
      : 'save it as a PDF first'
  return [`${where} names a .${type.toLowerCase()}, and PDFs are taken: ${remedy}`]
}

function ownersPage(where: string, url: string): string | undefined {
  const [, kind] = EDITORS.exec(url) ?? []
  if (kind !== undefined)
    return `${where} is the page of an editor (${url.slice(0, MAX_SHOWN)}...), not the document: share it, and use its address with /export?format=pdf`
  return isPageOfFile(url)
    ? `${where} is a page about a file (${url.slice(0, MAX_SHOWN)}), and not the file: use the address of the file itself`
    : undefined
}

/** The path of a web address; nothing of any other. */
function pathOf(url: string): string {
  return /^https?:/i.test(url) ? (url.slice(0, 2000).split(/[?#]/, 1)[0] ?? '') : ''
}
