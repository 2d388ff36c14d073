/**
 * Bundles `src/in-page/` into `src/in-page/bundles.data.js`: for each entry one minified script, as a text that the
 * Worker sends to a page. The file is not kept in git.
 */
import fs from 'node:fs'
import path from 'node:path'
import esbuild from 'esbuild'

const folder = path.resolve(import.meta.dirname, '../src/in-page')
const target = path.join(folder, 'bundles.data.js')

/** Writes the file if it changed, and returns the size of each bundle in bytes. */
export function bundleInPage() {
  const names = [
    'load',
    'settle',
    'paper',
    'grids',
    'furniture',
    'footnotes',
    'forms',
    'bleed',
    'nth',
    'margins',
    'visit',
    'sheet',
    'diagrams',
    'optimize',
    'browser-apis',
    'lockdown',
    'worker-lockdown',
  ]
  const bundles = Object.fromEntries(names.map((name) => [name, bundle(`${name}-bundle.ts`)]))
  const source = `// Made by scripts/in-page.mjs.\nexport const bundles = ${JSON.stringify(bundles)}\n`
  if (!fs.existsSync(target) || fs.readFileSync(target, 'utf8') !== source) fs.writeFileSync(target, source)
  return Object.fromEntries(Object.entries(bundles).map(([name, code]) => [name, Buffer.byteLength(code)]))
}

function bundle(entry) {
  const { outputFiles } = esbuild.buildSync({
    entryPoints: [path.join(folder, entry)],
    tsconfig: path.join(folder, 'tsconfig.json'),
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    charset: 'utf8',
    logLevel: 'error',
  })
  return outputFiles[0].text
}
