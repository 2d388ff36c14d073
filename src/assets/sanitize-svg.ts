/**
 * SVG as it is stored. It is shown as an image, where no script runs and nothing is loaded; what could act or load
 * elsewhere is removed all the same, for whoever opens the file.
 */

const REMOVED = [
  'script',
  'foreignObject',
  'iframe',
  'embed',
  'object',
  'audio',
  'video',
  'handler',
  'listener',
]
/** Declarations and comments before the root. */
const MAX_PROLOGUE = 20
/** Characters behind the end of the root. */
const MAX_EPILOGUE = 1000
const ENDS = { '<?': '?>', '<!--': '-->', '<!': '>' }

/** The bytes to store, or what is wrong with the file. */
export async function sanitizeSvg(bytes: Uint8Array): Promise<{ bytes: Uint8Array } | string> {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return 'is none of SVG, PNG, JPEG, WebP, WOFF2, TTF and OTF. Send a file of one of these types.'
  }
  if (text.includes('<svg') && text.includes('<!ENTITY'))
    return 'is an SVG with entities. Save it as plain SVG.'
  const root = rootOf(text)
  if (!/^<svg[\s/>]/.test(root)) {
    return 'is none of SVG, PNG, JPEG, WebP, WOFF2, TTF and OTF. Send a file of one of these types; an SVG begins with <svg and its namespace.'
  }
  if (!root.slice(0, root.indexOf('>')).includes('http://www.w3.org/2000/svg'))
    return 'is an SVG without its namespace: add xmlns="http://www.w3.org/2000/svg" to its first element.'
  if (!text.slice(-MAX_EPILOGUE).includes('</svg') && !root.trimEnd().endsWith('/>'))
    return 'is a damaged SVG: it is cut off. Save it again.'
  const rewriter = new HTMLRewriter()
  for (const name of REMOVED) rewriter.on(name, { element: (element) => void element.remove() })
  const cleaned = await rewriter
    .on('*', { element: removeHandlers })
    .transform(new Response(text))
    .bytes()
    .catch(() => undefined)
  return cleaned ? { bytes: cleaned } : 'is a damaged SVG: its elements cannot be read. Save it again.'
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

function removeHandlers(element: Element) {
  for (const [name = '', value = ''] of [...element.attributes]) {
    const leads = /href$/i.test(name) && !/^\s*(?:#|data:image\/)/i.test(value)
    if (leads || /^on/i.test(name)) element.removeAttribute(name)
  }
}
