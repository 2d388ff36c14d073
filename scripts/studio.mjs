/**
 * Bundles `studio/` into `studio/dist/`, which the Worker serves as static assets (`[assets]` in wrangler.toml): the
 * Studio, and the page at `/`. The folder is not kept in git.
 */
import fs from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { gzipSync } from 'node:zlib'
import esbuild from 'esbuild'
import { bundleFrames } from './studio-frames.mjs'

const root = path.resolve(import.meta.dirname, '..')
const source = path.join(root, 'studio')
const target = path.join(source, 'dist')
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
  const { outputs } = bundle(pages, [
    { in: 'main.tsx', out: 'studio' },
    { in: 'studio.css', out: 'styles' },
    { in: 'desk.css', out: 'desk' },
  ])
  removeFormer(path.join(pages, 'parts'), outputs)
  copyFonts(pages)
  const scripts = firstLoad(outputs, 'studio/dist/studio/studio.js')
  fs.writeFileSync(path.join(pages, 'index.html'), withPreloads(scripts.slice(1)))
  const code = [...scripts, 'studio/dist/studio/styles.css']
  const sizes = code.map((name) => [
    path.basename(name),
    gzipSync(fs.readFileSync(path.join(root, name))).length,
  ])
  const fonts = Object.keys(FONTS).map((name) => [name, fs.statSync(path.join(pages, `${name}.woff2`)).size])
  return Object.fromEntries([...sizes, ...fonts])
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

function bundle(outdir, entries) {
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
