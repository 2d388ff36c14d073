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

/** Writes the pages and returns the sizes in bytes: of the code compressed, of fonts as they are. */
export function bundleStudio() {
  const pages = path.join(target, 'studio')
  fs.mkdirSync(pages, { recursive: true })
  esbuild.buildSync({
    entryPoints: [path.join(source, 'main.tsx')],
    outfile: path.join(pages, 'studio.js'),
    tsconfig: path.join(source, 'tsconfig.json'),
    bundle: true,
    minify: true,
    format: 'esm',
    charset: 'utf8',
    logLevel: 'error',
  })
  for (const name of ['index.html', 'studio.css']) {
    fs.copyFileSync(path.join(source, name), path.join(pages, name))
  }
  for (const [name, file] of Object.entries(FONTS)) {
    fs.copyFileSync(
      path.join(root, 'node_modules/@fontsource', `${file}.woff2`),
      path.join(pages, `${name}.woff2`),
    )
  }
  return Object.fromEntries(
    fs.readdirSync(pages).map((name) => {
      const bytes = fs.readFileSync(path.join(pages, name))
      return [name, name.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length]
    }),
  )
}
