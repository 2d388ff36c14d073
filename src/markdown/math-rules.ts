/**
 * Where formulas stand in a Markdown text: `$…$` in a line, `$$…$$` in a line or on lines of their own, and fences that are
 * called `math`. The rules of GitHub and Pandoc together, so that prices and variables of a shell stay text. Linear: each
 * dollar is looked from to the next one, and no further.
 */
import type { MarkdownIt } from 'markdown-it'

const DOLLAR = 0x24
const WORD = /[\p{L}\p{N}]/u
const SPACE = /\s/

/** Adds tokens `math_inline` and `math_block`, whose content is the formula; the markup of one that stands apart is `$$`. */
export function mathRules(md: MarkdownIt): void {
  md.inline.ruler.after('escape', 'math_inline', (state, silent) => {
    const found = inlineFormula(state.src, state.pos, state.posMax)
    if (!found) return false
    if (!silent) {
      const token = state.push('math_inline', 'math', 0)
      token.content = found.formula
      token.markup = found.markup
    }
    state.pos = found.end
    return true
  })
  md.block.ruler.before(
    'fence',
    'math_block',
    (state, startLine, endLine, silent) => {
      const start = lineStart(state, startLine)
      if (!state.src.startsWith('$$', start) || isIndentedCode(state, startLine)) return false
      const found = closingLine(state, startLine, endLine)
      if (!found) return false
      if (silent) return true
      const token = state.push('math_block', 'math', 0)
      token.content = found.formula
      token.markup = '$$'
      token.block = true
      token.map = [startLine, found.line + 1]
      state.line = found.line + 1
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
}

type Inline = { formula: string; markup: '$' | '$$'; end: number }

/** The formula that begins at a place, if one does. */
function inlineFormula(src: string, at: number, end: number): Inline | undefined {
  if (src.charCodeAt(at) !== DOLLAR) return undefined
  if (src.startsWith('$$', at)) {
    const close = src.indexOf('$$', at + 2)
    if (close < 0 || close + 2 > end) return undefined
    const formula = src.slice(at + 2, close).trim()
    return formula === '' ? undefined : { formula, markup: '$$', end: close + 2 }
  }
  // GitHub's other form, for formulas with signs of Markdown in them.
  if (src[at + 1] === '`') {
    const close = src.indexOf('`$', at + 2)
    if (close > at + 2 && close + 2 <= end)
      return { formula: src.slice(at + 2, close), markup: '$', end: close + 2 }
    return undefined
  }
  const before = src[at - 1] ?? ' '
  const first = src[at + 1] ?? ' '
  if (WORD.test(before) || before === '$' || SPACE.test(first)) return undefined
  const close = nextDollar(src, at + 1, end)
  if (close === undefined || close === at + 1) return undefined
  const last = src[close - 1] ?? ' '
  const after = src[close + 1] ?? ' '
  if (SPACE.test(last) || WORD.test(after) || after === '$') return undefined
  return { formula: src.slice(at + 1, close), markup: '$', end: close + 1 }
}

/** The next dollar that no backslash takes its meaning from. */
function nextDollar(src: string, from: number, end: number): number | undefined {
  for (let at = from; at < end; at++) {
    if (src[at] === '\\') at++
    else if (src.charCodeAt(at) === DOLLAR) return at
  }
  return undefined
}

/** What the rules of blocks know of the lines. */
type Lines = {
  src: string
  bMarks: number[]
  tShift: number[]
  eMarks: number[]
  sCount: number[]
  blkIndent: number
}

function lineStart({ bMarks, tShift }: Lines, line: number): number {
  return (bMarks[line] ?? 0) + (tShift[line] ?? 0)
}

function isIndentedCode({ sCount, blkIndent }: Lines, line: number): boolean {
  return (sCount[line] ?? 0) - blkIndent >= 4
}

/** The line that ends with `$$`, and what stands before it. */
function closingLine(
  state: Lines,
  startLine: number,
  endLine: number,
): { formula: string; line: number } | undefined {
  const lines: string[] = []
  for (let line = startLine; line < endLine; line++) {
    const isFirst = line === startLine
    if (!isFirst && (state.sCount[line] ?? 0) < state.blkIndent) return undefined
    const start = lineStart(state, line)
    const text = state.src.slice(isFirst ? start + 2 : start, state.eMarks[line]).trimEnd()
    const close = text.indexOf('$$')
    if (close >= 0 && close + 2 < text.length) return undefined
    if (close >= 0) {
      const formula = [...lines, text.slice(0, close)].join('\n').trim()
      return formula === '' ? undefined : { formula, line }
    }
    // A formula has no blank lines, as in TeX.
    if (!isFirst && text === '') return undefined
    lines.push(text)
  }
  return undefined
}
