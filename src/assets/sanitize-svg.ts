/**
 * SVG as it is stored. It is shown as an image, where no script runs and nothing is loaded; what could act or load
 * elsewhere is removed all the same, for whoever opens the file.
 */

import { turns } from '../memory/isolate-turns'
import { textOfUtf8 } from '../text/utf8'
import { sleep } from '../time/waiting'
import { ACTIVE, findActive, isActiveAttribute, localName } from './find-active-svg'

/** Declarations and comments before the root. */
const MAX_PROLOGUE = 20
/** Characters behind the end of the root. */
const MAX_EPILOGUE = 1000
/** Tags and attributes that are cleaned in one piece, and what that takes in milliseconds, about. */
const MARKS_OF_PIECE = 2_000
const PIECE_MS = 30
const MAX_PIECE_BYTES = 500_000
const [LESS, EQUALS] = [0x3c, 0x3d]
const ENDS = { '<?': '?>', '<!--': '-->', '<!': '>' }

/** The bytes to store, or what is wrong with the file. It is cleaned piece by piece: others have their turn in between. */
export async function sanitizeSvg(
  bytes: Uint8Array,
  accountId?: string,
): Promise<{ bytes: Uint8Array } | string> {
  const text = textOfUtf8(bytes)
  if (text === undefined)
    return 'is none of SVG, PNG, JPEG, WebP, WOFF2, TTF and OTF. Send a file of one of these types.'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for (XML 1.0, 2.2)
  if (text.includes('<svg') && /[\0-\b\v\f\x0e-\x1f\ufffe\uffff]/.test(text))
    return 'is an SVG with control characters. Save it again as plain SVG.'
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
    .transform(new Response(inTurns(new TextEncoder().encode(text), accountId)))
    .text()
    .catch(() => undefined)
  if (cleaned === undefined) return 'is a damaged SVG: its elements cannot be read. Save it again.'
  const active = findActive(cleaned)
  return active === undefined
    ? { bytes: new TextEncoder().encode(cleaned) }
    : `is an SVG with ${active} that cannot be removed. Save it as plain SVG.`
}

function inTurns(bytes: Uint8Array, accountId: string | undefined): ReadableStream<Uint8Array> {
  let at = 0
  const work = {}
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (at > 0) await sleep(turns.pauseAfter(work, PIECE_MS, Date.now(), accountId))
        const end = endOfPiece(bytes, at)
        controller.enqueue(bytes.subarray(at, end))
        at = end
        if (at === bytes.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

function endOfPiece(bytes: Uint8Array, from: number): number {
  const most = Math.min(bytes.length, from + MAX_PIECE_BYTES)
  let marks = 0
  for (let at = from; at < most; at++) {
    const isMark = bytes[at] === LESS || bytes[at] === EQUALS
    if (isMark && ++marks > MARKS_OF_PIECE) return at
  }
  return most
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

/** Such as a style sheet's; the file's own too, since it may name an encoding in which the text is another. */
function removeInstruction(comment: Comment) {
  if (comment.text.startsWith('?')) comment.remove()
}

function removeActive(element: Element) {
  if (ACTIVE.has(localName(element.tagName))) {
    element.remove()
    return
  }
  for (const [key = '', value = ''] of [...element.attributes])
    if (isActiveAttribute(element.tagName, { key, value })) element.removeAttribute(key)
}
