/**
 * Packs `templates/` into `src/templates/builtin.data.js`, which the Worker bundles: manifests with their
 * schemas resolved, pages, styles, samples, previews, partials, words, the embedded fonts and the variables of an
 * invoice. The file is not kept in git; `prepare.mjs` says when it is made.
 */
import fs from 'node:fs'
import path from 'node:path'
import { describeFields, groupFields, readForm } from './form-schema.mjs'
import { invoiceVariables } from './invoice-variables.mjs'

const root = path.resolve(import.meta.dirname, '..')
const home = path.join(root, 'templates')
const target = path.join(root, 'src/templates/builtin.data.js')
const markdownTarget = path.join(root, 'src/markdown/styles.data.js')

const read = (...parts) => fs.readFileSync(path.join(home, ...parts), 'utf8')
const readJson = (...parts) => JSON.parse(read(...parts))

/** Packs everything and returns how many templates and bytes there are. */
export function packTemplates() {
  const form = readForm()
  const design = {
    style: compactCss(['design.css', 'swiss-bill.css'].map((file) => read('_design', file)).join('\n')),
    partials: readFolder('_design/partials', '.liquid'),
    words: Object.fromEntries(
      Object.entries(readFolder('_design/words', '.json')).map(([language, text]) => [
        language,
        JSON.parse(text),
      ]),
    ),
    fonts: fonts(readJson('_design/fonts.json')),
    invoice: describeFields(invoiceVariables(), form),
  }
  const templates = templateFolders().map((id) => packTemplate(id, form))
  const source = `// Made by scripts/templates.mjs.\nexport const design = ${JSON.stringify(design)}\nexport const templates = ${JSON.stringify(templates)}\n`
  writeChanged(target, source)
  return { templates: templates.length, bytes: source.length }
}

/** What the library of formulas wants of a style sheet, without the fonts of machines that it names. */
function formulaStyles() {
  const css = fs.readFileSync(path.join(root, 'node_modules/temml/dist/Temml-Local.css'), 'utf8')
  return compactCss(css).replace(/@font-face\s*\{[^}]*\}/g, '')
}

/** Packs the styles of Markdown, with the fonts that templates do not have; returns the bytes. */
export function packMarkdown() {
  const sheet = (name) => compactCss(read('_markdown', `${name}.css`))
  const styles = Object.fromEntries(['letter', 'report', 'manual'].map((name) => [name, sheet(name)]))
  const data = {
    base: sheet('base'),
    math: formulaStyles() + sheet('math'),
    notes: sheet('notes'),
    styles,
    fonts: fonts(readJson('_markdown/fonts.json')),
  }
  const source = `// Made by scripts/templates.mjs.\nexport const markdown = ${JSON.stringify(data)}\n`
  writeChanged(markdownTarget, source)
  return source.length
}

function writeChanged(file, source) {
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== source) fs.writeFileSync(file, source)
}

/** `category/name` of every shipped template, sorted. */
function templateFolders() {
  return folders(home)
    .filter((category) => !category.startsWith('_'))
    .flatMap((category) => folders(path.join(home, category)).map((name) => `${category}/${name}`))
    .sort()
}

/** A template `like` another one has that one's page, style and manifest, but for what it says itself. */
function packTemplate(id, form) {
  const { variables, like, ...manifest } = manifestOf(id)
  const preview = path.join(home, id, 'preview.png')
  return {
    id,
    ...manifest,
    variables: formVariables(id, { variables, invoice: manifest.invoice, form }),
    page: compactHtml(read(like ?? id, 'page.liquid')),
    style: compactCss(read(like ?? id, 'style.css')),
    sample: readJson(id, 'sample.json'),
    preview: fs.existsSync(preview) ? fs.readFileSync(preview).toString('base64') : '',
  }
}

/**
 * The JSON Schema of a template's data, with what a form needs; an invoice's fields are added by
 * `src/templates/variables.ts`.
 */
function formVariables(id, { variables, invoice = {}, form }) {
  const schema = resolve(variables, readJson('_design/schema.json'))
  const mapped = Object.values(invoice).map((name) => name.split('.')[0])
  const names = [...new Set([...Object.keys(schema.properties), ...mapped])]
  return { ...describeFields(schema, form), 'x-groups': groupFields(names, form, id) }
}

function manifestOf(id) {
  const own = readJson(id, 'manifest.json')
  if (!own.like) return own
  const base = readJson(own.like, 'manifest.json')
  const properties = { ...base.variables.properties, ...own.variables?.properties }
  return { ...base, ...own, variables: { ...base.variables, ...own.variables, properties } }
}

/** Puts shared definitions in the place of `{"$ref": "party"}`; what stands beside the reference wins. */
function resolve(schema, definitions) {
  if (Array.isArray(schema)) return schema.map((part) => resolve(part, definitions))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, ...own } = schema
  if ($ref !== undefined && !definitions[$ref])
    throw new Error(`templates/_design/schema.json has no "${$ref}"`)
  const base = $ref === undefined ? {} : resolve(definitions[$ref], definitions)
  const rest = Object.fromEntries(
    Object.entries(own).map(([key, value]) => [key, resolve(value, definitions)]),
  )
  const properties =
    base.properties || rest.properties ? { ...base.properties, ...rest.properties } : undefined
  return { ...base, ...rest, ...(properties && { properties }) }
}

/**
 * One entry a face and script, with the characters it has (CSS `unicode-range`) and the file in base64. A face may
 * have scripts of its own, and a class of the page without which it is not embedded (`neededBy`).
 */
function fonts({ faces, subsets }) {
  return faces.flatMap(({ family, package: name, subsets: own, range, weight, style, neededBy }) => {
    const folder = path.join(root, 'node_modules', name)
    const ranges = JSON.parse(fs.readFileSync(path.join(folder, 'unicode.json'), 'utf8'))
    return (own ?? subsets).map((subset) => {
      const file = `${path.basename(name)}-${subset}-${weight}-${style}.woff2`
      const data = fs.readFileSync(path.join(folder, 'files', file)).toString('base64')
      return { family, weight, style, subset, range: range ?? ranges[subset], data, neededBy }
    })
  })
}

function readFolder(folder, extension) {
  const files = fs.readdirSync(path.join(home, folder)).filter((file) => file.endsWith(extension))
  return Object.fromEntries(
    files.sort().map((file) => [path.basename(file, extension), compactHtml(read(folder, file))]),
  )
}

function folders(parent) {
  return fs
    .readdirSync(parent, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
}

/** Indentation is for whoever edits the file. */
function compactHtml(text) {
  return text.replace(/^[ \t]+/gm, '').trimEnd()
}

function compactCss(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
