/** Footnotes that are too high for one foot are cut at the ends of lines: each piece is laid out as a note of its own. */

import type { Note } from './footnotes'
import { document } from './true-document'

/**
 * Cuts a note into pieces of at most `height` CSS pixels, as it is laid out. Returns what goes behind it; nothing if it
 * has too few lines.
 */
export function splitNote({ body }: Note, height: number): Note[] {
  const text = body.querySelector<HTMLElement>('.platen-footnote-text')
  const inner = text?.firstElementChild
  if (!text || !inner) return []
  // From the last, so that the places of the others hold.
  const range = document.createRange()
  const pieces = findCuts(inner, { height, range })
    .toReversed()
    .map((cut) => cutOff(cut, { body, text, inner }))
    .toReversed()
  let before = body
  return pieces.map((piece) => {
    const call = document.createElement('span')
    call.className = 'platen-footnote-rest'
    before.after(call, piece)
    before = piece
    return { body: piece, call, isRest: true, setNumber: () => undefined }
  })
}

type Line = { node: Text; offset: number; top: number; bottom: number }

/** Where pieces begin. */
function findCuts(root: Element, { height, range }: { height: number; range: Range }): Line[] {
  const lines = findLines(root, range)
  const cuts: Line[] = []
  let start = lines[0]?.top ?? 0
  let last = 0
  for (const [at, line] of lines.entries()) {
    // Two lines at least stay together.
    if (line.bottom - start <= height || at - last < 2) continue
    cuts.push(line)
    start = line.top
    last = at
  }
  return cuts
}

function findLines(root: Element, range: Range): Line[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const lines: Line[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || !/\S/.test(node.data)) continue
    range.selectNodeContents(node)
    for (const { top, bottom } of range.getClientRects()) {
      const last = lines.at(-1)
      if (last && top < last.bottom - (bottom - top) / 2) {
        last.bottom = Math.max(last.bottom, bottom)
        continue
      }
      lines.push({ node, offset: startOfLine(node, { above: top - (bottom - top) / 2, range }), top, bottom })
    }
  }
  return lines
}

/** The first offset of a text whose character is below `above`. */
function startOfLine(node: Text, { above, range }: { above: number; range: Range }): number {
  let low = 0
  let high = node.length
  while (low < high) {
    const middle = (low + high) >> 1
    range.setStart(node, middle)
    range.setEnd(node, node.length)
    const at = range.getClientRects()[0]?.top ?? Number.POSITIVE_INFINITY
    if (at > above) high = middle
    else low = middle + 1
  }
  return low
}

/** Takes what begins at a line out of a note, into one of its own. */
function cutOff(
  { node, offset }: Line,
  { body, text, inner }: { body: HTMLElement; text: HTMLElement; inner: Element },
): HTMLElement {
  justifyLastLine(node)
  const range = document.createRange()
  range.setStart(node, offset)
  range.setEndAfter(inner.lastChild ?? inner)
  const rest = inner.cloneNode(false) as HTMLElement
  rest.append(range.extractContents())
  const around = text.cloneNode(false) as HTMLElement
  around.append(rest)
  const piece = body.cloneNode(false) as HTMLElement
  piece.removeAttribute('id')
  piece.append(around)
  // It begins within a paragraph.
  for (const first of [rest.firstElementChild, rest]) {
    if (first instanceof HTMLElement) first.style.setProperty('text-indent', '0', 'important')
  }
  return piece
}

/** The last line of a piece is not that of its paragraph. */
function justifyLastLine(node: Text): void {
  for (let around = node.parentElement; around; around = around.parentElement) {
    const { display, textAlign } = getComputedStyle(around)
    if (/^inline/.test(display)) continue
    if (textAlign === 'justify') around.style.setProperty('text-align-last', 'justify')
    return
  }
}
