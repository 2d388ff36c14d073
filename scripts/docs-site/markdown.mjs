/** Markdown to the HTML of a page: headings with ids, colored code, tables that scroll, links of the site. */
import path from 'node:path/posix'
import hljs from 'highlight.js/lib/common'
import MarkdownIt from 'markdown-it'
import { stackWideTables } from './stacked-tables.mjs'

/** What else files are called that `highlight.js` knows by another name. */
const LANGUAGES = { sh: 'bash', toml: 'ini', console: 'bash', liquid: 'xml', html: 'xml' }

/**
 * One page as `{ html, title, summary, headings, sections, images }`. `linkTo(file, hash)` returns the address of a file
 * of the project, and `imageTo(file)` that of an image; both get the file's path in the project.
 */
export function renderMarkdown(text, { file, linkTo, imageTo }) {
  const markdown = new MarkdownIt({ html: true, typographer: false, highlight })
  const inlineCode = markdown.renderer.rules.code_inline
  // In a narrow column a name breaks where its words end.
  markdown.renderer.rules.code_inline = (...given) =>
    inlineCode(...given).replace(/(?<=\w)_(?=\w)/g, '_<wbr>')
  const tokens = markdown.parse(text, {})
  stackWideTables(tokens)
  const headings = []
  const sections = [{ id: '', title: '', text: [] }]
  const ids = new Map()
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = plain(tokens[at + 1])
      const id = unique(slug(title), ids)
      token.attrSet('id', id)
      const level = Number(token.tag.slice(1))
      headings.push({ level, id, title })
      if (level > 1) sections.push({ id, title, text: [] })
    }
    if (token.type === 'inline') {
      const before = tokens[at - 1]?.type
      if (before !== 'heading_open') sections.at(-1)?.text.push(plain(token))
      for (const child of token.children ?? []) adjust(child, { file, linkTo, imageTo })
    }
    if (token.type === 'fence') sections.at(-1)?.text.push(token.content)
    if (token.type === 'html_block') token.content = withImages(token.content, { file, imageTo })
  }
  return {
    html: withAnchors(markdown.renderer.render(tokens, markdown.options, {}), headings)
      .replaceAll('<pre>', '<pre tabindex="0">')
      .replace(/<table(?: class="stacked")?>/g, '<div class="table" tabindex="0">$&')
      .replaceAll('</table>', '</table></div>'),
    title: headings[0]?.title ?? file,
    summary: firstSentence(tokens),
    headings: headings.filter(({ level }) => level === 2 || level === 3),
    sections,
  }
}

/** GitHub's id of a heading, which links between the files are written for. */
function slug(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

function unique(id, ids) {
  const count = ids.get(id) ?? 0
  ids.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}

function highlight(code, language) {
  const name = LANGUAGES[language] ?? language
  if (!hljs.getLanguage(name)) return ''
  return hljs.highlight(code, { language: name, ignoreIllegals: true }).value
}

function adjust(token, { file, linkTo, imageTo }) {
  if (token.type === 'link_open') {
    const href = token.attrGet('href')
    if (/^(https?:|mailto:|#)/.test(href)) return
    const [target, hash] = href.split('#')
    token.attrSet('href', linkTo(path.resolve('/', path.dirname(file), decodeURI(target)).slice(1), hash))
  }
  if (token.type === 'image') {
    const source = token.attrGet('src')
    if (!source.startsWith('https:')) token.attrSet('src', imageTo(path.join(path.dirname(file), source)))
    token.attrSet('loading', 'lazy')
  }
}

function withImages(html, { file, imageTo }) {
  return html.replace(
    /(<img [^>]*?src=")([^"]+)/g,
    (_, before, source) => `${before}${imageTo(path.join(path.dirname(file), source))}`,
  )
}

function withAnchors(html, headings) {
  const named = new Set(headings.filter(({ level }) => level > 1).map(({ id }) => id))
  return html.replace(/<h([2-6]) id="([^"]+)">(.*?)<\/h\1>/g, (all, level, id, inner) =>
    named.has(id)
      ? `<h${level} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${level}>`
      : all,
  )
}

/** Of the first paragraph that says what the page is about. */
function firstSentence(tokens) {
  const paragraphs = tokens.flatMap(({ type, level }, at) =>
    type === 'paragraph_open' && level === 0 ? [plain(tokens[at + 1])] : [],
  )
  const text = paragraphs.find((each) => !/^(?:URL and KEY are|Pictures of)/.test(each)) ?? ''
  return /^.*?[.:!?](?= [A-Z]|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text
}

function plain(token) {
  const parts = (token?.children ?? []).map(({ type, content }) => {
    if (type === 'text' || type === 'code_inline') return content
    return type === 'softbreak' ? ' ' : ''
  })
  return parts.join('').trim()
}
