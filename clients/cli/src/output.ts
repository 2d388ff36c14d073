/** Where a document goes, which is looked at before it is made: what cannot be delivered is not charged. */
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Document } from '../../typescript/src/index.js'
import { save } from '../../typescript/src/node.js'
import { type Given, UsageError } from './usage.js'

/** Pictures by the ends of their names, as the API calls them. */
const PICTURES: Readonly<Record<string, string>> = { png: 'png', jpg: 'jpeg', jpeg: 'jpeg', webp: 'webp' }

/** The end of a name, in small letters; '' without one. */
const endOf = (name = '') => path.extname(name).slice(1).toLowerCase()
const pictureOf = (end: string) => (Object.hasOwn(PICTURES, end) ? PICTURES[end] : undefined)

/** Throws if the result could go nowhere. `-` is the output, as nothing is. */
export function requireOutput({ output, json }: Given): void {
  if (output === undefined || output === '-') {
    if (json) throw new UsageError('With --json, -o names the file.')
    if (process.stdout.isTTY) throw new UsageError('-o names the file: a terminal cannot show it.')
    return
  }
  const folder = path.dirname(output)
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder} for ${path.basename(output)}.`)
  if (existsSync(output) && statSync(output).isDirectory()) throw new Error(`${output} is a folder.`)
}

/** What a request for a document has in addition, by the name of its file: pictures show one page. */
export function asked({ output }: Given): { output?: 'png'; pages?: string } {
  const end = endOf(output)
  const picture = pictureOf(end)
  if (picture !== undefined) return { output: picture as 'png', pages: '1' }
  if (end === 'svg') throw new UsageError('A document is a PDF, PNG, JPEG or WebP file.')
  return {}
}

/** What a request for a code has in addition, by the name of its file. */
export function askedCode({ output }: Given): { format?: 'svg' } {
  const end = endOf(output)
  if (end === 'svg') return { format: 'svg' }
  if (end !== '' && end !== 'png') throw new UsageError('A code is a .png or an .svg file.')
  return {}
}

/** To the file that was asked for, else to the output. */
export async function deliver(document: Document, { output, json }: Given): Promise<void> {
  const { pages, creditsCharged, creditsLeft, taskId, warnings } = document
  if (warnings) console.error(warnings)
  if (output === undefined || output === '-')
    return await pipeline(document.body as unknown as AsyncIterable<Uint8Array>, process.stdout)
  await save(document, output)
  const made = {
    file: output,
    pages,
    task_id: taskId,
    credits_charged: creditsCharged,
    credits_left: creditsLeft,
  }
  if (json) return console.log(JSON.stringify(made))
  const first = pages && pages > 1 && pictureOf(endOf(output)) !== undefined ? 'the first of ' : ''
  const shown = pages ? `${first}${counted(pages, 'page')}` : ''
  console.error([output, shown, counted(creditsCharged ?? 0, 'credit')].filter(Boolean).join(', '))
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
