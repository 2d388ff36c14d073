/**
 * SVG as it is stored. It is shown as an image, where no script runs and nothing is loaded; what could act or load
 * elsewhere is removed all the same, for whoever opens the file.
 */

import { textOfUtf8 } from '../text/utf8'
import { ACTIVE, findActive, isActiveAttribute, localName } from './find-active-svg'

/** Declarations and comments before the root. */
const MAX_PROLOGUE = 20
/** Characters behind the end of the root. */
const MAX_EPILOGUE = 1000
const ENDS = { '<?': '?>', '<!--': '-->', '<!': '>' }

/** The bytes to store, or what is wrong with the file. */
export async function sanitizeSvg(bytes: Uint8Array): Promise<{ bytes: Uint8Array } | string> {
  const text = textOfUtf8(bytes)
  if (text === undefined)
    return 'is none of SVG, PNG, JPEG, WebP, WOFF2, TTF and OTF. Send a file of one of these types.'
  // Declarations can bring attributes too.
  if (text.includes('<svg') && /<!(?:ENTITY|ATTLIST)/.test(text))
    return 'is an SVG with entities. Save it as plain SVG.'
  const root = rootOf(text)
  if (!/^<svg[\s/>]/.test(root)) {
    return 'is none of SVG, PNG, JPEG, WebP, WOFF2, TTF and OTF. Send a file of one of these types; an SVG begins with <svg and its namespace.'
  }
  if (!root.slice(0, root.indexOf('>')).includes('http://www.w3.org/2000/svg'))
    return 'is an SVG without its namespace: add xmlns="http://www.w3.org/2000/svg" to its first element.'
  if (!text.slice(-MAX_EPILOGUE).includes('</svg') && !root.trimEnd().endsWith('/>'))
    return 'is a damaged SVG: it is cut off. Save it again.'
  const cleaned = await new HTMLRewriter()
    .onDocument({ comments: removeInstruction })
    .on('*', { element: removeActive })
    .transform(new Response(text))
    .text()
    .catch(() => undefined)
  if (cleaned === undefined) return 'is a damaged SVG: its elements cannot be read. Save it again.'
  const active = findActive(cleaned)
  return active === undefined
    ? { bytes: new TextEncoder().encode(cleaned) }
    : `is an SVG with ${active} that cannot be removed. Save it as plain SVG.`
}

/** What follows the declarations and comments. */
function rootOf(text: string): string {
  let rest = text.trimStart()
  for (let count = 0; count < MAX_PROLOGUE; count++) {
    const start = (['<?', '<!--', '<!'] as const).find((each) => rest.startsWith(each))
    const end = start ? rest.indexOf(ENDS[start]) : -1
    if (!start || end < 0) break
    rest = rest.slice(end + ENDS[start].length).trimStart()
  }
  return rest
}

/** Such as a style sheet's; that of the file itself stays. */
function removeInstruction(comment: Comment) {
  if (/^\?(?!xml\s)/.test(comment.text)) comment.remove()
}

function removeActive(element: Element) {
  if (ACTIVE.has(localName(element.tagName))) {
    element.remove()
    return
  }
  for (const [key = '', value = ''] of [...element.attributes])
    if (isActiveAttribute(element.tagName, { key, value })) element.removeAttribute(key)
}
