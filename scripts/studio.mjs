/**
 * Bundles `studio/` into `studio/dist/`, which the Worker serves as static assets (`[assets]` in wrangler.toml): the
 * Studio, and the page at `/`. The folder is not kept in git.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import vm from 'node:vm'
import { gzipSync } from 'node:zlib'
import esbuild from 'esbuild'
import { bundleFrames } from './studio-frames.mjs'

const root = path.resolve(import.meta.dirname, '..')
const source = path.join(root, 'studio')
const target = path.join(source, 'dist')
const MAIN = 'studio/dist/studio/studio.js'
/** What is smaller costs more to ask for than to have. */
const MIN_FILE_BYTES = 2000
const FONTS = {
  'plex-400': 'ibm-plex-sans/files/ibm-plex-sans-latin-400-normal',
  'garamond-500': 'eb-garamond/files/eb-garamond-latin-500-normal',
}

/**
 * Writes the pages and returns the size in bytes of what a first visit of the Studio loads, by file: of code compressed,
 * of fonts as they are. What a page loads when it is opened is not in it.
 */
export function bundleStudio() {
  bundleHome()
  bundleFrames(target)
  const pages = folder('studio')
  bundle(pages, [{ in: 'studio.css', out: 'styles' }])
  const outputs = bundleInFewFiles(pages)
  removeFormer(path.join(pages, 'parts'), outputs)
  copyFonts(pages)
  const scripts = firstLoad(outputs, MAIN)
  fs.writeFileSync(path.join(pages, 'index.html'), withPreloads(scripts.slice(1)))
  bundle(pages, [{ in: 'ahead.ts', out: 'ahead' }], {
    ...{ define: filesOfPages(outputs, scripts), format: 'iife', splitting: false },
  })
  const code = [...scripts, 'studio/dist/studio/styles.css']
  const sizes = code.map((name) => [
    path.basename(name),
    gzipSync(fs.readFileSync(path.join(root, name))).length,
  ])
  const fonts = Object.keys(FONTS).map((name) => [name, fs.statSync(path.join(pages, `${name}.woff2`)).size])
  return Object.fromEntries([...sizes, ...fonts])
}

/**
 * The code of the Studio, in few files: what the first script imports is one, together with what several pages share and is
 * too small to be fetched by itself. Told that every module imports all of that, esbuild has no reason to divide it.
 */
function bundleInFewFiles(pages) {
  const entry = { in: 'main.tsx', out: 'studio' }
  const { outputs } = bundle(pages, [entry], { write: false })
  const first = firstLoad(outputs, MAIN)
  const shared = Object.keys(outputs).filter(
    (name) => !outputs[name]?.entryPoint && (outputs[name]?.bytes ?? 0) < MIN_FILE_BYTES,
  )
  const modules = [...new Set([...first, ...shared])].flatMap((name) =>
    Object.keys(outputs[name]?.inputs ?? {}),
  )
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-studio-'))
  const whole = path.join(folder, 'whole.js')
  const imported = modules.filter((name) => name !== 'studio/main.tsx')
  fs.writeFileSync(
    whole,
    imported.map((name) => `import ${JSON.stringify(path.join(root, name))}\n`).join(''),
  )
  const made = bundle(pages, [entry], { inject: [whole] })
  fs.rmSync(folder, { recursive: true })
  return made.outputs
}

/** The files of each page that the first script does not import, for `studio/ahead.ts`. */
function filesOfPages(outputs, known) {
  const routes = fs.readFileSync(path.join(source, 'routes.ts'), 'utf8')
  const found = routes.matchAll(/\{\s*path: '(\w+)'[^{}]*?import\('\.\/([\w/-]+)'\)[^{}]*\}/g)
  const files = Object.fromEntries(
    [...found].map(([, place, module]) => {
      const [name] =
        Object.entries(outputs).find(([, { entryPoint = '' }]) =>
          ['.tsx', '/index.tsx'].some((end) => entryPoint === `studio/${module}${end}`),
        ) ?? []
      if (!name) throw new Error(`no file has the page ${place} of studio/routes.ts`)
      const parts = firstLoad(outputs, name).filter((one) => !known.includes(one))
      return [place, parts.map((one) => `parts/${path.basename(one)}`)]
    }),
  )
  return { FILES_OF_PAGES: JSON.stringify(files) }
}

/** The Studio's page, which names at once what its script imports, and the fonts: they are fetched side by side. */
function withPreloads(scripts) {
  const page = fs.readFileSync(path.join(source, 'index.html'), 'utf8')
  const links = scripts.map((name) => `<link rel="modulepreload" href="parts/${path.basename(name)}">`)
  return page.replace('  </head>', `    ${links.join('\n    ')}\n  </head>`)
}

/** The page at `/`, with the pictures of the templates that it shows. */
function bundleHome() {
  const pages = folder('home')
  bundle(pages, [
    { in: 'home/home.tsx', out: 'home' },
    { in: 'home/home.css', out: 'home' },
  ])
  copyFonts(pages)
  const templates = path.join(root, 'templates')
  for (const name of fs.readdirSync(templates, { recursive: true, encoding: 'utf8' })) {
    const [category, template, file] = name.split(path.sep)
    if (file === 'preview.png')
      fs.copyFileSync(path.join(templates, name), path.join(pages, `${category}-${template}.png`))
  }
  const page = fs.readFileSync(path.join(source, 'home/index.html'), 'utf8')
  const whole = page.replace('<div id="try">', (place) => place + tryAsHtml())
  fs.writeFileSync(path.join(target, 'index.html'), withSizes(whole))
}

/** What works on the page at `/`, as it stands there before its code has come. */
function tryAsHtml() {
  const { outputFiles } = esbuild.buildSync({
    entryPoints: [path.join(source, 'home/as-html.tsx')],
    tsconfig: path.join(source, 'tsconfig.json'),
    ...{ bundle: true, write: false, format: 'iife', globalName: 'made', logLevel: 'error' },
  })
  return vm.runInThisContext(`(() => { ${outputFiles[0].text}; return made.html })()`)
}

/** The page with the size of each of its pictures: its place is kept until it has come. */
function withSizes(page) {
  return page.replaceAll(/(<img[^>]* src="\/(home\/[^"]+\.png)")/g, (image, _, name) => {
    const header = fs.readFileSync(path.join(target, name)).subarray(16, 24)
    return `${image} width="${header.readUInt32BE(0)}" height="${header.readUInt32BE(4)}"`
  })
}

function folder(name) {
  const made = path.join(target, name)
  fs.mkdirSync(made, { recursive: true })
  return made
}

function bundle(outdir, entries, more = {}) {
  const entryPoints = entries.map(({ in: file, out }) => ({ in: path.join(source, file), out }))
  const { metafile } = esbuild.buildSync({
    entryPoints,
    absWorkingDir: root,
    outdir,
    chunkNames: 'parts/[name]-[hash]',
    external: ['*.woff2'],
    tsconfig: path.join(source, 'tsconfig.json'),
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: 'esm',
    target: 'es2023',
    charset: 'utf8',
    logLevel: 'error',
    ...more,
  })
  return metafile
}

/** Removes parts of former sources. What is served stays whole meanwhile. */
function removeFormer(parts, outputs) {
  for (const name of fs.readdirSync(parts))
    if (!outputs[path.relative(root, path.join(parts, name))]) fs.rmSync(path.join(parts, name))
}

function copyFonts(pages) {
  for (const [name, file] of Object.entries(FONTS)) {
    fs.copyFileSync(
      path.join(root, 'node_modules/@fontsource', `${file}.woff2`),
      path.join(pages, `${name}.woff2`),
    )
  }
}

/** A file and what it imports before it runs. */
function firstLoad(outputs, name, found = []) {
  if (found.includes(name)) return found
  found.push(name)
  for (const { path: imported, kind } of outputs[name]?.imports ?? [])
    if (kind === 'import-statement') firstLoad(outputs, imported, found)
  return found
}
