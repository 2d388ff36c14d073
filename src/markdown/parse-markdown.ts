/** The parser of Markdown, and what we add to its tokens: anchors of headings, tasks, alerts, coloured code. */
import MarkdownIt, { type Env, type MarkdownIt as Parser, type Token } from 'markdown-it'
import footnote from 'markdown-it-footnote'
import { escapeHtml } from '../text/markup'
import { footnoteRules } from './footnote-rules'
import { Formulas } from './formulas'
import { escapeCode, highlight } from './highlight'
import { mathRules } from './math-rules'

/** What is nested deeper prints as text: unclosed brackets take time by it. */
const MAX_NESTING = 20
const ALERT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*$/i
const TASK = /^\[([ xX])\] /

/** Class of a block that the browser is to draw (`in-page/diagrams.ts`). */
const DIAGRAM = 'diagram'

let parser: Parser | undefined

export type Parsed = {
  /** The text of the first heading of the first level. */
  heading: string | undefined
  /** Characters of the addresses and titles of links and images. */
  linked: number
  /** Whether any of it is to be drawn in the browser. */
  hasDiagrams: boolean
  /** Of what cannot be printed as it is meant, once `render` was called. */
  warnings: string[]
  /** `pageNotes`: its notes are for the feet of pages. */
  render: (notes: { pageNotes: boolean }) => string
}

/** Reads the text; HTML is made by `render`. */
export function parseMarkdown(body: string): Parsed {
  parser ??= createParser()
  const tokens = parser.parse(body, {})
  const isTitle = ({ type, tag }: Token) => type === 'heading_open' && tag === 'h1'
  const heading = tokens.findIndex(isTitle)
  const { renderer, options } = parser
  const formulas = new Formulas()
  return {
    heading: heading < 0 ? undefined : plainText(tokens[heading + 1]) || undefined,
    linked: linkedCharacters(tokens),
    hasDiagrams: tokens.some(isDiagram),
    warnings: formulas.warnings,
    render: ({ pageNotes }) => renderer.render(tokens, options, { formulas, pageNotes }),
  }
}

function createParser(): Parser {
  const made = new MarkdownIt({ html: true, maxNesting: MAX_NESTING })
    .use(footnote)
    .use(footnoteRules)
    .use(mathRules)
  made.core.ruler.push('platen', ({ tokens }) => {
    addAnchors(tokens)
    markAlerts(tokens)
    markTasks(tokens)
  })
  const { rules } = made.renderer
  const formula = (tokens: Token[], at: number, env: Env | undefined) => {
    const { content = '', markup = '', block = false } = tokens[at] ?? {}
    const made = env?.formulas instanceof Formulas ? env.formulas : new Formulas()
    return made.draw(content, { apart: markup !== '$', block })
  }
  rules.math_inline = (tokens, at, _options, env) => formula(tokens, at, env)
  rules.math_block = (tokens, at, _options, env) => `${formula(tokens, at, env)}\n`
  rules.fence = (tokens, at, _options, env) => {
    const { content = '', info = '' } = tokens[at] ?? {}
    if (isDiagram({ type: 'fence', info, content }))
      return `<pre class="${DIAGRAM}"><code class="code">${escapeCode(content)}</code></pre>\n`
    const isFormula = /^\s*math\s*$/.test(info) && content.trim() !== ''
    return isFormula ? formula(tokens, at, env) : codeBlock(content, info)
  }
  rules.code_block = (tokens, at) => codeBlock(tokens[at]?.content ?? '', '')
  rules.code_inline = (tokens, at) => `<code class="code">${escapeCode(tokens[at]?.content ?? '')}</code>`
  // What only reads like a script must not make the document one that may run scripts, which prints slower.
  rules.text = (tokens, at) => taskBox(tokens[at]) + escapeCode(tokens[at]?.content ?? '')
  rules.blockquote_open = (tokens, at, options, _env, self) => {
    const title = tokens[at]?.meta?.title
    const label = typeof title !== 'string' ? '' : `<p class="alert-title">${escapeHtml(title)}</p>\n`
    return self.renderToken(tokens, at, options) + label
  }
  return made
}

function isDiagram({ type, info, content }: Pick<Token, 'type' | 'info' | 'content'>): boolean {
  return type === 'fence' && /^\s*mermaid\s*$/.test(info) && content.trim() !== ''
}

function codeBlock(code: string, info: string): string {
  const [name = ''] = info.trim().split(/[\s,{:]/, 1)
  return `<pre><code class="code">${highlight(code.replace(/\n$/, ''), name)}</code></pre>\n`
}

function taskBox(token: Token | undefined): string {
  if (token?.meta?.checked === undefined) return ''
  return `<input type="checkbox" disabled${token.meta.checked ? ' checked' : ''}> `
}

/** Ids of headings as GitHub makes them, for links to them. */
function addAnchors(tokens: Token[]): void {
  const taken = new Map<string, number>()
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const slug = plainText(tokens[at + 1])
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-')
    const before = taken.get(slug) ?? 0
    taken.set(slug, before + 1)
    token.attrSet('id', before === 0 ? slug : `${slug}-${before}`)
  }
}

/** A quote that begins with `[!NOTE]` on a line of its own is a box with that title (GitHub). */
function markAlerts(tokens: Token[]): void {
  const open: Token[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'blockquote_close' && open.pop()?.tag === 'div') token.tag = 'div'
    if (token.type !== 'blockquote_open') continue
    open.push(token)
    const children = tokens[at + 2]?.children ?? []
    const [first, second] = children
    const name = first?.type === 'text' ? ALERT.exec(first.content)?.[1]?.toLowerCase() : undefined
    if (name === undefined || (second && !/^(?:soft|hard)break$/.test(second.type))) continue
    children.splice(0, 2)
    token.tag = 'div'
    token.attrSet('class', `alert ${name}`)
    token.meta = { title: name.charAt(0).toUpperCase() + name.slice(1) }
  }
}

/** `[ ]` and `[x]` at the start of an item are boxes (GFM 5.3). */
function markTasks(tokens: Token[]): void {
  for (const [at, { type, children }] of tokens.entries()) {
    const item = tokens[at - 2]
    const [first] = children ?? []
    if (type !== 'inline' || item?.type !== 'list_item_open' || first?.type !== 'text') continue
    const mark = TASK.exec(first.content)
    if (!mark) continue
    item.attrJoin('class', 'task')
    first.content = first.content.slice(mark[0].length)
    first.meta = { checked: mark[1] !== ' ' }
  }
}

function plainText(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : ''))
    .join('')
    .trim()
}

function linkedCharacters(tokens: readonly Token[]): number {
  let sum = 0
  for (const { attrs, children } of tokens) {
    for (const [, value] of attrs ?? []) sum += String(value).length
    if (children) sum += linkedCharacters(children)
  }
  return sum
}
