/** The sample documents, as HTML. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '../samples/base')

export const sampleNames: string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => path.basename(name, '.html'))

export function sample(name: string): string {
  return readFileSync(path.join(folder, `${name}.html`), 'utf8')
}

const words = 'total tax invoice customer service discount shipping quarter contract façade straße'.split(' ')

/** So many pages of prose with a heading each. */
export function prose(pages: number): string {
  const sentence = (seed: number) =>
    Array.from({ length: 12 }, (_, at) => words[(seed * 7 + at * at) % words.length]).join(' ')
  const page = (number: number) =>
    `<section><h2>Chapter ${number}</h2>${Array.from({ length: 24 }, (_, at) => `<p>${sentence(number * 31 + at)}.</p>`).join('')}</section>`
  const sections = Array.from({ length: pages }, (_, at) => page(at + 1)).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Prose</title><style>section{break-after:page}</style></head><body>${sections}</body></html>`
}
