/**
 * `npm ci` runs this: makes the files of `src` that are not kept in git. Whatever bundles the Worker calls
 * `prepareSources` first, so that they match the sources.
 */
import { makeDocs } from './docs-site.mjs'
import { bundleInPage } from './in-page.mjs'
import { packMarkdown, packTemplates } from './templates.mjs'

/** Packs the templates, bundles the in-page code and makes the documentation; returns counts and sizes in bytes. */
export function prepareSources() {
  return { ...packTemplates(), markdown: packMarkdown(), inPage: bundleInPage(), isDocsNew: makeDocs() }
}

if (process.argv[1] === import.meta.filename) {
  const { templates, bytes, markdown, inPage } = prepareSources()
  const kilobytes = (size) => `${Math.round(size / 102.4) / 10} KB`
  console.log(`${templates} templates packed, ${kilobytes(bytes)}, styles of Markdown ${kilobytes(markdown)}`)
  const sizes = Object.entries(inPage).map(([name, size]) => `${name} ${kilobytes(size)}`)
  console.log(`in-page code bundled, ${sizes.join(', ')}`)
}
