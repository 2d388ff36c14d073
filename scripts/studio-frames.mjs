/**
 * Bundles the pages that the Studio has in frames of an opaque origin: `/live/` shows what is written as it is typed, with
 * the engine of templates; `/view/` draws pages of a PDF, with PDFium.
 */
import fs from 'node:fs'
import path from 'node:path'
import esbuild from 'esbuild'

const root = path.resolve(import.meta.dirname, '..')

/** Writes them into folders of `target`, which is served. */
export function bundleFrames(target) {
  const live = folder(target, 'live')
  write('live/live.ts', path.join(live, 'live.js'))
  write('live/liquid.ts', path.join(live, 'liquid.js'))
  fs.writeFileSync(path.join(live, 'design.js'), designOf())
  writeTemplates(path.join(live, 'templates'))
  const view = folder(target, 'view')
  write('view/view.ts', path.join(view, 'view.js'))
  fs.copyFileSync(
    path.join(root, 'node_modules/@hyzyla/pdfium/dist/pdfium.wasm'),
    path.join(view, 'pdfium.wasm'),
  )
}

function folder(target, name) {
  const made = path.join(target, name)
  fs.mkdirSync(made, { recursive: true })
  fs.copyFileSync(path.join(root, 'studio', name, 'index.html'), path.join(made, 'index.html'))
  return made
}

function write(entry, file) {
  const { outputFiles } = esbuild.buildSync({
    entryPoints: [path.join(root, 'studio', entry)],
    tsconfig: path.join(root, 'studio/tsconfig.json'),
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    charset: 'utf8',
    logLevel: 'error',
    external: ['./liquid.js', '*/builtin.data'],
  })
  fs.writeFileSync(file, outputFiles[0].text.replaceAll('"./builtin.data"', '"./design.js"'))
}

/** The design of the templates with the fonts of Latin alone: all scripts come to a megabyte. No template is needed. */
function designOf() {
  const { fonts, ...design } = packed('design')
  const latin = fonts.filter(({ subset }) => subset === 'latin')
  return `export const design = ${JSON.stringify({ ...design, fonts: latin })}\nexport const templates = []\n`
}

/** Each of our templates as a module, for documents that are filled in; what no page needs is left out. */
function writeTemplates(target) {
  fs.rmSync(target, { recursive: true, force: true })
  fs.mkdirSync(target)
  for (const { preview: _preview, sample: _sample, ...template } of packed('templates'))
    fs.writeFileSync(
      path.join(target, `${template.id.replace('/', '-')}.js`),
      `export default ${JSON.stringify(template)}\n`,
    )
}

/** A value of the data that `scripts/templates.mjs` has packed. */
function packed(name) {
  const data = fs.readFileSync(path.join(root, 'src/templates/builtin.data.js'), 'utf8')
  const begin = `export const ${name} = `
  const line = data.split('\n').find((text) => text.startsWith(begin))
  return JSON.parse(line.slice(begin.length).replace(/;$/, ''))
}
