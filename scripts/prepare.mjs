/**
 * `npm ci` runs this: makes the files of `src` that are not kept in git. Whatever bundles the Worker calls
 * `prepareSources` first, so that they match the sources.
 */
import fs from 'node:fs'
import path from 'node:path'
import { makeDocs } from './docs-site.mjs'
import { bundleInPage } from './in-page.mjs'
import { bundleMermaid } from './mermaid-library.mjs'
import { bundleStudio } from './studio.mjs'
import { packMarkdown, packTemplates } from './templates.mjs'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Packs the templates, bundles the in-page code and the Studio, and makes the documentation; returns counts and sizes
 * in bytes.
 */
export function prepareSources() {
  const made = {
    ...packTemplates(),
    markdown: packMarkdown(),
    inPage: { ...bundleInPage(), mermaid: bundleMermaid() },
    studio: bundleStudio(),
    isDocsNew: makeDocs(),
  }
  // The headers of both, so it belongs to neither.
  fs.copyFileSync(path.join(root, 'studio/_headers'), path.join(root, 'studio/dist/_headers'))
  return made
}

if (process.argv[1] === import.meta.filename) {
  const { templates, bytes, markdown, inPage, studio } = prepareSources()
  const kilobytes = (size) => `${Math.round(size / 102.4) / 10} KB`
  console.log(`${templates} templates packed, ${kilobytes(bytes)}, styles of Markdown ${kilobytes(markdown)}`)
  const sizes = Object.entries(inPage).map(([name, size]) => `${name} ${kilobytes(size)}`)
  console.log(`in-page code bundled, ${sizes.join(', ')}`)
  console.log(`Studio bundled, ${kilobytes(Object.values(studio).reduce((sum, size) => sum + size, 0))}`)
}
