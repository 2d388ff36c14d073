/** The documents of this folder and the generated ones, by name, and how to print them. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { PDFOptions } from 'puppeteer-core'
import { sample, sampleNames } from '../../support/samples'
import { longList, longStrings, longTable, manyAnchors, manyPages, prose } from './generated'

/** Every document, HTML made only when asked for. */
export const documents: Record<string, () => string> = {
  ...Object.fromEntries(sampleNames.map((name) => [name, () => sample(name)])),
  ...Object.fromEntries(
    readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith('.html'))
      .map((name) => [
        path.basename(name, '.html'),
        () => readFileSync(path.join(import.meta.dirname, name), 'utf8'),
      ]),
  ),
  'long-table': longTable,
  'long-list': longList,
  'many-pages': manyPages,
  'many-anchors': manyAnchors,
  'long-strings': longStrings,
  prose,
}

/** What a document is printed with besides the usual. */
export function printOptions(name: string): PDFOptions {
  if (name !== 'header-footer') return {}
  return {
    displayHeaderFooter: true,
    headerTemplate: '<div style="font-size:10px">Kopf <span class="title"></span> <a href="https://header.example/">link</a></div>',
    footerTemplate:
      '<div style="font-size:10px">Seite <span class="pageNumber"></span> / <span class="totalPages"></span> \ue000 नमस्ते office</div>',
    margin: { top: 80, bottom: 80 },
  }
}
