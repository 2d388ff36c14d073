/** Every malformed PDF: those by grammar, and good files damaged at random. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { blankPdf, formPdf, plainTextPdf } from '../../support/pdfs'
import { damage } from '../mutate'
import { randomFrom } from '../random'
import { actors } from './actors'
import type { Case } from './case'
import { pages, resources, trees } from './document'
import { encrypted, files, packed, tables } from './file'
import { nesting, streams } from './objects'
import { withOnePage } from './rough'

/** What a reader of PDF looks for. */
const words = [
  ...['obj', 'endobj', 'stream', 'endstream', 'xref', 'trailer', 'startxref', '%%EOF', 'R', 'null', 'true'],
  ...['<<', '>>', '[', ']', '(', ')', '<', '>', '/', '%', '\0', '\r', '#'],
  ...[
    '/Kids',
    '/Parent',
    '/Count',
    '/Length',
    '/Filter',
    '/Type',
    '/Pages',
    '/Page',
    '/Next',
    '/First',
    '/N',
  ],
  ...['/Names', '/Dests', '/Outlines', '/AcroForm', '/Encrypt', '/Prev', '/Root', '/Size', '/W', '/Index'],
  ...['1 0 R', '99 0 R', '-1', '99999999999', '/FlateDecode', '/ObjStm', '/XRef', '<</A', '/S/Launch'],
]

/** All of the grammar. */
export function pdfGrammar(): Case[] {
  const lists = [files, tables, packed, encrypted, streams, nesting, trees, pages, resources, actors]
  return lists.flatMap((list) => list())
}

/** `count` good files, damaged; the seed and a number name each. */
export async function damagedPdfs(count: number, seed: number): Promise<Case[]> {
  const fixture = (name: string) =>
    new Uint8Array(readFileSync(path.join(import.meta.dirname, '../../fixtures/pdf', name)))
  const good = {
    links: fixture('links-tagged.pdf'),
    emoji: fixture('emoji-tagged.pdf'),
    shadow: fixture('shadow-tagged.pdf'),
    form: await formPdf('name', 'value'),
    text: await plainTextPdf(),
    blank: await blankPdf([
      [595, 842],
      [300, 200],
    ]),
    plain: withOnePage({ leaf: '/Contents 4 0 R', more: [{ data: '0 0 m 9 9 l S' }] }),
  }
  return Array.from({ length: count }, (_, index) => {
    const random = randomFrom(seed + index)
    const [name, bytes] = random.pick(Object.entries(good))
    const damaged = damage(bytes, random, words)
    return { name: `damaged ${index}: ${name}, ${damaged.name}`, bytes: damaged.bytes }
  })
}
