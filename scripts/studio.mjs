/**
 * Bundles `studio/` into `studio/dist/`, which the Worker serves as static assets (`[assets]` in wrangler.toml). The
 * folder is not kept in git.
 */
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import esbuild from 'esbuild'

const root = path.resolve(import.meta.dirname, '..')
const source = path.join(root, 'studio')
const target = path.join(source, 'dist')
const FONTS = {
  'plex-400': 'ibm-plex-sans/files/ibm-plex-sans-latin-400-normal',
  'plex-600': 'ibm-plex-sans/files/ibm-plex-sans-latin-600-normal',
  'garamond-500': 'eb-garamond/files/eb-garamond-latin-500-normal',
}

/**
 * Writes the pages and returns the size in bytes of what a first visit loads, by file: of code compressed, of fonts as
 * they are. What a page loads when it is opened is not in it.
 */
export function bundleStudio() {
  const pages = path.join(target, 'studio')
  fs.mkdirSync(pages, { recursive: true })
  const { metafile } = esbuild.buildSync({
    entryPoints: {
      studio: path.join(source, 'main.tsx'),
      styles: path.join(source, 'studio.css'),
    },
    absWorkingDir: root,
    outdir: pages,
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
  fs.copyFileSync(path.join(source, 'index.html'), path.join(pages, 'index.html'))
  for (const [name, file] of Object.entries(FONTS)) {
    fs.copyFileSync(
      path.join(root, 'node_modules/@fontsource', `${file}.woff2`),
      path.join(pages, `${name}.woff2`),
    )
  }
  // Those of former sources. What is served stays whole meanwhile.
  for (const name of fs.readdirSync(path.join(pages, 'parts')))
    if (!metafile.outputs[`studio/dist/studio/parts/${name}`]) fs.rmSync(path.join(pages, 'parts', name))
  const first = firstLoad(metafile, 'studio/dist/studio/studio.js')
  const names = [
    ...first.map((name) => path.relative(pages, path.join(root, name))),
    'styles.css',
    'index.html',
  ]
  return {
    ...Object.fromEntries(
      names.map((name) => [name, gzipSync(fs.readFileSync(path.join(pages, name))).length]),
    ),
    ...Object.fromEntries(
      Object.keys(FONTS).map((name) => [name, fs.statSync(path.join(pages, `${name}.woff2`)).size]),
    ),
  }
}

/** The file and what it imports before it runs. */
function firstLoad({ outputs }, name, found = []) {
  if (found.includes(name)) return found
  found.push(name)
  for (const { path: imported, kind } of outputs[name]?.imports ?? [])
    if (kind === 'import-statement') firstLoad({ outputs }, imported, found)
  return found
}
