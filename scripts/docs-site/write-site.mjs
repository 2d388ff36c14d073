/** Writes the whole site into a folder. */
import fs from 'node:fs'
import path from 'node:path'
import { describeService } from '../describe-api.mjs'
import { contentsOf, MENU_NAMES, MOVED, UNLISTED } from './contents.mjs'
import { errorPages } from './error-pages.mjs'
import { homePage } from './home.mjs'
import { layout, rootOf } from './layout.mjs'
import { renderMarkdown } from './markdown.mjs'
import { writePackages } from './packages.mjs'
import { postmanCollection } from './postman.mjs'
import { referencePages } from './reference.mjs'
import { searchIndex } from './search-index.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const FONTS = {
  'plex-400': 'ibm-plex-sans/files/ibm-plex-sans-latin-400-normal',
  'plex-600': 'ibm-plex-sans/files/ibm-plex-sans-latin-600-normal',
  'garamond-500': 'eb-garamond/files/eb-garamond-latin-500-normal',
}
const HOME = 'README.md'
const COLLECTION = 'platen.postman_collection.json'
const COLLECTION_LINK = `docs/${COLLECTION}`
/** The Studio is served beside the site; its pages are behind a hash. */
const STUDIO = 'studio'

/** @typedef {{ path: string, file: string, text: string, title?: string, heading?: string, generated?: boolean }} Source */

/** Makes the site in `folder`, which must not exist. Throws if a link or an image leads nowhere. */
export async function writeSite(folder) {
  const { api, errors } = await describeService()
  const written = allSources(api, errors)
  const titles = new Map(written.map(({ file, text }) => [file, titleInText(file, text)]))
  const sources = written.map((source) => ({ ...source, text: linksByTitle(source, titles) }))
  const byFile = new Map(sources.map((source) => [source.file, source]))
  const copied = new Set()
  const pages = sources.map((source) => ({ ...renderPage(source, byFile, copied), ...titleOf(source) }))
  const menu = menuOf(pages)
  const listed = [pages[0], ...menu.flatMap((group) => group.pages)]
  for (const page of pages) {
    const at = listed.indexOf(page)
    const before = at > 0 ? listed[at - 1] : undefined
    const after = at === -1 ? undefined : listed[at + 1]
    write(folder, path.join(page.path, 'index.html'), layout(page, { menu, before, after }))
    write(folder, `${page.path || 'index'}.md`, page.markdown)
  }
  write(folder, 'search.json', JSON.stringify(searchIndex(pages)))
  write(folder, COLLECTION, JSON.stringify(postmanCollection(api), null, 1))
  write(folder, 'llms.txt', llmsText(menu))
  for (const file of copied) copy(path.join(root, file), folder, path.join('files', file))
  for (const name of ['site.css', 'site.js']) copy(path.join(root, 'docs/site', name), folder, name)
  for (const [name, file] of Object.entries(FONTS))
    copy(path.join(root, 'node_modules/@fontsource', `${file}.woff2`), folder, `${name}.woff2`)
  fs.mkdirSync(path.join(folder, 'packages'))
  writePackages(path.join(folder, 'packages'))
  return { pages: pages.length }
}

/** The groups of the menu. */
const groups = () => contentsOf(fs.globSync('docs/**/*.md', { cwd: root }))

/** Every page before it is rendered, the first one first. */
function allSources(api, errors) {
  const read = (file) => fs.readFileSync(path.join(root, file), 'utf8')
  const written = groups().flatMap(({ pages }) => pages)
  const unlisted = UNLISTED.flatMap((pattern) => fs.globSync(pattern, { cwd: root })).sort()
  const files = [...new Set([...written, ...unlisted])].map((file) => ({
    file,
    path: pathOf(file),
    text: read(file),
  }))
  const generated = [
    ...referencePages(api),
    ...errorPages(read('docs/reference/errors.md'), { api, errors }),
  ].map((page) => ({
    ...page,
    file: `docs/${page.path}.md`,
    generated: true,
  }))
  const home = { file: HOME, path: '', text: homePage(read(HOME)) }
  return [home, ...files, ...generated]
}

/** Where a page stands in the site. */
function pathOf(file) {
  const plain = file.replace(/^docs\//, '').replace(/\.md$/, '')
  return MOVED[file] ?? plain.replace(/\/README$/, '')
}

function renderPage(source, byFile, copied) {
  const { path: from, file, text } = source
  const rootHere = from === '' ? '' : rootOf(from)
  const hashOf = (hash) => (hash ? `#${hash}` : '')
  const fileTo = (target) => {
    if (target === COLLECTION_LINK) return `${rootHere}${COLLECTION}`
    if (!fs.statSync(path.join(root, target), { throwIfNoEntry: false })?.isFile())
      throw new Error(`${file} leads to ${target}, which is no page and no file`)
    copied.add(target)
    return `${rootHere}files/${target}`
  }
  const linkTo = (target, hash) => {
    if (target === STUDIO) return `/${STUDIO}/${hashOf(hash)}`
    const to = byFile.get(target)?.path
    if (to === undefined) return fileTo(target)
    return `${rootHere}${to === '' ? (rootHere ? '' : './') : `${to}/`}${hashOf(hash)}`
  }
  const rendered = renderMarkdown(text, { file, linkTo, imageTo: fileTo })
  return { ...rendered, path: from, file, markdown: portable(source, byFile) }
}

/** What a link to a page is called if it is called by its file, which a reader of the site never sees. */
function titleInText(file, text) {
  if (file === HOME) return 'first steps'
  return MENU_NAMES[file] ?? /^# (.+)$/m.exec(text)?.[1]
}

/** The Markdown with links such as `[pages.md](pages.md)` called by the titles of their pages. */
function linksByTitle({ file, text }, titles) {
  return text.replace(/\[(?:[\w-]+\.md|README)\]\(([^)#\s]+)/g, (all, target) => {
    const title = titles.get(path.posix.resolve('/', path.posix.dirname(file), target).slice(1))
    return title === undefined ? all : `[${title}](${target}`
  })
}

/** The Markdown with its links between pages, and its images, as they stand in the site. */
function portable({ path: from, file, text }, byFile) {
  const relative = (to) => path.posix.relative(path.posix.dirname(from), to)
  const named = (target) => path.posix.resolve('/', path.posix.dirname(file), target).slice(1)
  return text
    .replace(/\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (all, target, hash = '') => {
      const source = named(target)
      const page = byFile.get(source)
      if (source === COLLECTION_LINK) return `](${relative(COLLECTION)})`
      if (source === STUDIO) return `](/${STUDIO}/${hash})`
      if (!page && !fs.existsSync(path.join(root, source))) return all
      return `](${relative(page ? `${page.path || 'index'}.md` : `files/${source}`)}${hash})`
    })
    .replace(
      /^(<img src=")([^"]+)/gm,
      (_, before, target) => `${before}${relative(`files/${named(target)}`)}`,
    )
}

/** What replaces a page's own title, and the heading before it in the menu. */
function titleOf({ file, title = MENU_NAMES[file], heading, path: place }) {
  if (place === '') return { title: 'Documentation' }
  return { ...(title && { title }), ...(heading && { heading }) }
}

function menuOf(pages) {
  const byFile = new Map(pages.map((page) => [page.file, page]))
  return groups().map(({ title, pages: files, generated }) => ({
    title,
    pages: [
      ...files.map((file) => byFile.get(file)),
      ...(generated
        ? pages.filter(({ file, path: place }) => isReference(place) && !files.includes(file))
        : []),
    ],
  }))
}

const isReference = (place) => place.startsWith('reference/') && place !== 'reference/accounts'

function llmsText(menu) {
  const groups = menu.map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](/docs/${page.path}.md): ${page.summary}`)
    return `## ${title}\n\n${lines.join('\n')}`
  })
  return `# Platen\n\n> HTML or templates in; PDFs, e-invoices and QR codes out: a document API that runs on Cloudflare Workers.\n\nThe description of every operation is at /openapi.json. Agents can use the service at /mcp.\n\n${groups.join('\n\n')}\n`
}

function write(folder, name, text) {
  const file = path.join(folder, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}

function copy(from, folder, name) {
  const file = path.join(folder, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.copyFileSync(from, file)
}
