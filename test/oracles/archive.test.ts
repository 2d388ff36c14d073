import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archive } from '../../src/pdf/archive/archive'
import { violationsOf } from '../../src/pdf/archive/check'
import { needs, type Wish } from '../../src/pdf/archive/level'
import { writePdf } from '../../src/pdf/write'
import { documents, printOptions } from '../samples/nasty/samples'
import { rasterise } from '../support/rasterise'
import { inspect } from './inspect'
import { openPrinter, type Printer } from './print'
import { type Flavour, outFolder, pdfToPixels, pdfToText, save, veraPdf } from './tools'

/** What is promised, what the document is printed with, and the profiles that judge it. */
const promises: Record<string, { wish: Wish; tagged: boolean; flavours: Flavour[] }> = {
  '1a': { wish: { level: '1a' }, tagged: true, flavours: ['1a'] },
  '1b': { wish: { level: '1b' }, tagged: false, flavours: ['1b'] },
  '1b-tagged': { wish: { level: '1b' }, tagged: true, flavours: ['1b'] },
  '2b': { wish: { level: '2b' }, tagged: false, flavours: ['2b'] },
  '3b': { wish: { level: '3b' }, tagged: false, flavours: ['3b'] },
  ua: { wish: { ua: true }, tagged: true, flavours: ['ua1'] },
  '1a-ua': { wish: { level: '1a', ua: true }, tagged: true, flavours: ['1a', 'ua1'] },
  '3b-ua': { wish: { level: '3b', ua: true }, tagged: true, flavours: ['3b', 'ua1'] },
}

/** What the caller must mend: refused with its clause. */
const refused: Record<string, string[]> = {
  'images-no-alt': ['ISO 14289-1 7.3'],
  'images-alpha': ['ISO 14289-1 7.3'],
  'no-title': ['ISO 14289-1 7.1', 'ISO 14289-1 7.2'],
  empty: ['ISO 14289-1 7.2'],
  'long-strings': ['ISO 19005-1 6.1.12', 'ISO 19005-2 6.1.13', 'ISO 19005-3 6.1.13'],
}

/** Megabytes when tagged: one promise of each kind is enough. */
const LARGE = new Set(['long-table', 'long-list', 'many-anchors'])
const KINDS = new Set(['1a', '1b', '3b', 'ua'])

type Made = {
  name: string
  promise: string
  raw: string
  file: string
  flattened: number[]
  clauses: string[]
}

const folders = new Map(Object.keys(promises).map((promise) => [promise, outFolder(`archive-${promise}`)]))
const rawFolder = outFolder('archive-raw')
const made: Made[] = []
let printer: Printer

beforeAll(async () => {
  printer = await openPrinter()
  for (const [name, html] of Object.entries(documents)) {
    for (const tagged of [true, false]) {
      const bytes = await printer.print(html(), {
        ...printOptions(name),
        tagged,
        outline: tagged,
        timeout: 0,
      })
      const raw = save(rawFolder, `${name}${tagged ? '-tagged' : ''}.pdf`, bytes)
      for (const [promise, { wish, tagged: wanted }] of Object.entries(promises)) {
        if (wanted === tagged && (KINDS.has(promise) || !LARGE.has(name)))
          made.push(await finish({ name, promise, raw, bytes, wish }))
      }
    }
  }
})
afterAll(() => printer.close())

async function finish(job: {
  name: string
  promise: string
  raw: string
  bytes: Uint8Array
  wish: Wish
}): Promise<Made> {
  const { name, promise, raw, bytes, wish } = job
  const doc = await PDFDocument.load(bytes, { updateMetadata: false })
  const { flattenedPages } = await archive(doc, wish, { rasterise, now: new Date('2026-11-21T10:00:00Z') })
  const finished = writePdf(doc.context, needs(wish.level, wish.ua))
  const violations = await violationsOf(finished, wish)
  const file = save(folders.get(promise) ?? '', `${name}.pdf`, finished)
  return {
    name,
    promise,
    raw,
    file,
    flattened: flattenedPages,
    clauses: [...new Set(violations.map(({ rule }) => rule))],
  }
}

it('refuses by its own rules only what a caller must mend', () => {
  const unexpected = made.filter(
    ({ name, clauses }) => !clauses.every((clause) => refused[name]?.includes(clause)),
  )
  expect(unexpected).toEqual([])
  for (const name of Object.keys(refused)) {
    expect(made.some((each) => each.name === name && each.clauses.length > 0)).toBe(true)
  }
})

describe.each(['1a', '1b', '2b', '3b', 'ua1'] as const)('veraPDF, profile %s', (flavour) => {
  it('finds every accepted document compliant, and none that was refused for its clause', () => {
    const judged = made.filter(({ promise }) => promises[promise]?.flavours.includes(flavour))
    const verdicts = veraPdf(
      judged.map(({ file }) => file),
      flavour,
    )
    const wrong = verdicts.flatMap(({ compliant, failures }, index) => {
      const { name, promise, clauses } = judged[index] as Made
      const standard = flavour === 'ua1' ? 'ISO 14289' : 'ISO 19005'
      const isRefused = clauses.some((clause) => clause.startsWith(standard))
      return compliant === !isRefused ? [] : [{ name, promise, clauses, failures }]
    })
    expect(wrong).toEqual([])
    expect(verdicts.length).toBe(judged.length)
  })
})

/** Text without white space, and without the sign that stands for a character that no font covers. */
const letters = (text: string) => text.replace(/[\s\uFFFD]/g, '')
const sorted = (text: string) => [...text].sort().join('')

it('keeps the text that poppler reads, also on flattened pages', () => {
  for (const { name, promise, raw, file } of made.filter(({ promise }) => KINDS.has(promise))) {
    const [before, after] = [pdfToText(raw), pdfToText(file)]
    // Poppler places a glyph without a character elsewhere in its line than one with a character, and decides by
    // hundredths of a point whether it reads a long table by rows or by columns.
    const isMoved = after.includes('\uFFFD') || LARGE.has(name)
    const compare = isMoved ? (text: string) => sorted(letters(text)) : letters
    expect(compare(after), `${name} as ${promise}`).toBe(compare(before))
  }
})

const STRUCTURED = new Set(
  'links link-kinds semantics tables headings shadow box-shadow masks many-pages'.split(' '),
)

it('keeps tags, links, addresses and the outline', () => {
  for (const { name, promise, raw, file } of made.filter(
    (each) => STRUCTURED.has(each.name) && KINDS.has(each.promise),
  )) {
    const [before, after] = [inspect(raw), inspect(file)]
    const { pages, links, addresses, outline } = before
    expect(after, `${name} as ${promise}`).toMatchObject({ pages, links, addresses, outline })
    expect(after.tags, `${name} as ${promise}`).toBeGreaterThanOrEqual(before.tags)
  }
})

/** Pages in a larger unit, which pdftoppm does not know. */
const SCALED = new Set(['page-long'])

it('looks as it was printed', () => {
  for (const { name, promise, raw, file } of made.filter(({ promise }) => /^(1b|3b)$/.test(promise))) {
    if (SCALED.has(name) && !promise.startsWith('1')) continue
    const [before, after] = [pdfToPixels(raw, 1), pdfToPixels(file, 1)]
    expect([after.width, after.height], `${name} as ${promise}`).toEqual([before.width, before.height])
    let far = 0
    for (let at = 0; at < before.data.length; at++) {
      if (Math.abs((before.data[at] ?? 0) - (after.data[at] ?? 0)) > 48) far++
    }
    expect((100 * far) / before.data.length, `${name} as ${promise}: % of samples`).toBeLessThan(1)
  }
})

it('flattens only the pages that need it', () => {
  const flattened = (name: string) =>
    made.find((each) => each.name === name && each.promise === '1b')?.flattened
  expect(flattened('many-pages')).toEqual([8, 208, 408])
  expect(flattened('shadow')).toEqual([1])
  for (const name of ['invoice', 'links', 'prose', 'emoji', 'rtl', 'tables', 'rgba-text'])
    expect(flattened(name)).toEqual([])
  expect(made.filter(({ promise }) => /^[23u]/.test(promise)).flatMap((each) => each.flattened)).toEqual([])
})
