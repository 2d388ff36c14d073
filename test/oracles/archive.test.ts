import fs from 'node:fs'
import path from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { archive } from '../../src/pdf/pdfa/archive'
import { type ConformanceTarget, requirementsOf } from '../../src/pdf/pdfa/level'
import { violationsOf } from '../../src/pdf/pdfa/verify-conformance'
import { writePdf } from '../../src/pdf/write/write-pdf'
import { effort } from '../fuzz/effort'
import { documents, printOptions } from '../samples/nasty/samples'
import { rasterise, standardFonts } from '../support/rasterise'
import { type Inspection, inspectAll } from './inspect'
import { openPrinter } from './print'
import { type Flavour, outFolder, pdfToPixels, pdfToText, save, type Verdict, veraPdf } from './tools'

/** What is promised, what the document is printed with, and the profiles that judge it. */
const promises: Record<string, { target: ConformanceTarget; tagged: boolean; flavours: Flavour[] }> = {
  '1b': { target: { level: '1b' }, tagged: false, flavours: ['1b'] },
  '1b-tagged': { target: { level: '1b' }, tagged: true, flavours: ['1b'] },
  '1a': { target: { level: '1a' }, tagged: true, flavours: ['1a'] },
  '1a-ua': { target: { level: '1a', ua: true }, tagged: true, flavours: ['1a', 'ua1'] },
  '3b': { target: { level: '3b' }, tagged: false, flavours: ['3b'] },
  '3b-ua': { target: { level: '3b', ua: true }, tagged: true, flavours: ['3b', 'ua1'] },
  ua: { target: { ua: true }, tagged: true, flavours: ['ua1'] },
  '2b': { target: { level: '2b' }, tagged: false, flavours: ['2b'] },
}

/** What the caller must mend: refused with its clause. */
const refused: Record<string, string[]> = {
  'images-no-alt': ['ISO 14289-1 7.3'],
  'images-alpha': ['ISO 14289-1 7.3'],
  'no-title': ['ISO 14289-1 7.1', 'ISO 14289-1 7.2'],
  empty: ['ISO 14289-1 7.2'],
  'long-strings': ['ISO 19005-1 6.1.12', 'ISO 19005-2 6.1.13', 'ISO 19005-3 6.1.13'],
}

/** Megabytes when tagged, which take a quarter of a minute each: one promise of each kind among them. */
const LARGE: Record<string, string[]> = {
  'long-table': ['1b'],
  'long-list': ['1a'],
  'many-anchors': ['ua'],
}
const KINDS = new Set(['1a', '1b', '3b', 'ua'])

/**
 * Promises that together have PDF/A-1 and a later standard, and a document with and without tags. Promises share their
 * steps, so each document is judged by two of them in turn, and by all under `npm run fuzz`.
 */
const PAIRS = [
  ['1b', '3b-ua'],
  ['1a-ua', '3b'],
  ['1b', 'ua'],
  ['1a', '2b'],
  ['1b-tagged', '3b'],
]
/** These are asserted of by name, below. */
const NEVER_FLATTENED = ['invoice', 'links', 'prose', 'emoji', 'rtl', 'tables', 'rgba-text']
const STRUCTURED = [
  'links',
  'link-kinds',
  'semantics',
  'tables',
  'headings',
  'shadow',
  'box-shadow',
  'masks',
  'many-pages',
]
const NAMED = new Set([...Object.keys(refused), ...NEVER_FLATTENED, ...STRUCTURED])
const PROMISES_OF_NAMED = ['1b', '1a', 'ua']

/** The promises that a document is judged by. */
function promisesOf(name: string): string[] {
  const kept = Object.keys(promises).filter((promise) => !LARGE[name] || KINDS.has(promise))
  const others = Object.keys(documents).filter((other) => !NAMED.has(other) && !LARGE[other])
  const pair = LARGE[name] ?? PAIRS[others.indexOf(name) % PAIRS.length] ?? PROMISES_OF_NAMED
  return effort(kept, pair)
}

type Made = {
  name: string
  promise: string
  raw: string
  file: string
  flattened: number[]
  clauses: string[]
}

const made: Made[] = []
/** veraPDF works in the background, on what is finished, while the next promise is kept. */
const verdicts = new Map<Flavour, Promise<Verdict[]>>()
const judgedBy = (flavour: Flavour) =>
  made.filter(({ promise }) => promises[promise]?.flavours.includes(flavour))

beforeAll(async () => {
  const printed = await printAll()
  const left = new Set(Object.keys(promises))
  for (const promise of Object.keys(promises)) {
    await keep(promise, printed)
    left.delete(promise)
    for (const flavour of promises[promise]?.flavours ?? []) {
      const isDone = ![...left].some((other) => promises[other]?.flavours.includes(flavour))
      if (isDone) verdicts.set(flavour, judge(flavour))
    }
  }
})

/** Paths of every document as Chromium prints it, by name and whether it is tagged. */
async function printAll(): Promise<{ name: string; tagged: boolean; raw: string }[]> {
  const folder = outFolder('archive-raw')
  const printed = []
  const printer = await openPrinter()
  try {
    for (const [name, html] of Object.entries(documents)) {
      const wanted = new Set(promisesOf(name).map((promise) => promises[promise]?.tagged))
      for (const tagged of [true, false].filter((each) => wanted.has(each))) {
        const options = { ...printOptions(name), tagged, outline: tagged, timeout: 0 }
        const raw = save(
          folder,
          `${name}${tagged ? '-tagged' : ''}.pdf`,
          await printer.print(html(), options),
        )
        printed.push({ name, tagged, raw })
      }
    }
  } finally {
    await printer.close()
  }
  return printed
}

async function keep(promise: string, printed: { name: string; tagged: boolean; raw: string }[]) {
  const folder = outFolder(`archive-${promise}`)
  const { target, tagged: wanted } = promises[promise] as (typeof promises)[string]
  for (const { name, tagged, raw } of printed) {
    if (tagged !== wanted || !promisesOf(name).includes(promise)) continue
    const doc = await PDFDocument.load(fs.readFileSync(raw), { updateMetadata: false })
    const { flattenedPages } = await archive(doc, target, {
      rasterise,
      standardFonts,
      now: new Date('2026-11-21T10:00:00Z'),
    })
    const finished = writePdf(doc.context, requirementsOf(target.level, target.ua))
    const violations = await violationsOf(finished, target)
    const file = save(folder, `${name}.pdf`, finished)
    const clauses = [...new Set(violations.map(({ rule }) => rule))]
    made.push({ name, promise, raw, file, flattened: flattenedPages, clauses })
  }
}

function judge(flavour: Flavour): Promise<Verdict[]> {
  const verdict = veraPdf(
    judgedBy(flavour).map(({ file }) => file),
    flavour,
  )
  // Its own test tells; until that asks, nobody listens.
  verdict.catch(() => undefined)
  return verdict
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

/** Text without white space, and without the sign that stands for a character that no font covers. */
const letters = (text: string) => text.replace(/[\s\uFFFD]/g, '')
const sorted = (text: string) => [...text].sort().join('')

/**
 * Path of a copy without an output intent, if its catalog can be read as text: poppler sets up the profile anew for each
 * page, which for 500 pages takes sixty times as long as all their text.
 */
function withoutOutputIntent(file: string): string {
  const bytes = fs.readFileSync(file)
  const at = bytes.indexOf('/OutputIntents')
  if (at < 0) return file
  // As long as before, so that everything stays at its place.
  bytes.write('/NoMoreIntents', at, 'latin1')
  return save(outFolder('archive-text'), path.basename(file), bytes)
}

it('keeps the text that poppler reads, also on flattened pages', () => {
  const printed = new Map<string, string>()
  for (const { name, promise, raw, file } of made.filter(({ promise }) => KINDS.has(promise))) {
    const before = printed.get(raw) ?? pdfToText(raw)
    printed.set(raw, before)
    const after = pdfToText(withoutOutputIntent(file))
    // Poppler places a glyph without a character elsewhere in its line than one with a character, and decides by
    // hundredths of a point whether it reads a long table by rows or by columns.
    const isMoved = after.includes('\uFFFD') || name in LARGE
    const compare = isMoved ? (text: string) => sorted(letters(text)) : letters
    expect(compare(after), `${name} as ${promise}`).toBe(compare(before))
  }
})

it('keeps tags, links, addresses and the outline', () => {
  const structured = made.filter(({ name, promise }) => STRUCTURED.includes(name) && KINDS.has(promise))
  const before = inspectAll(structured.map(({ raw }) => raw))
  const after = inspectAll(structured.map(({ file }) => file))
  for (const [at, { name, promise }] of structured.entries()) {
    const { tags, pages, links, addresses, outline } = before[at] as Inspection
    expect(after[at], `${name} as ${promise}`).toMatchObject({ pages, links, addresses, outline })
    expect(after[at]?.tags, `${name} as ${promise}`).toBeGreaterThanOrEqual(tags)
  }
})

/** Pages in a larger unit, which pdftoppm does not know. */
const SCALED = new Set(['page-long'])

it('looks as it was printed', () => {
  for (const { name, promise, raw, file } of made.filter(({ promise }) => /^[123]b$/.test(promise))) {
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
  for (const name of NEVER_FLATTENED) expect(flattened(name)).toEqual([])
  expect(made.filter(({ promise }) => /^[23u]/.test(promise)).flatMap((each) => each.flattened)).toEqual([])
})

describe.each(['1a', '1b', '2b', '3b', 'ua1'] as const)('veraPDF, profile %s', (flavour) => {
  it('finds every accepted document compliant, and none that was refused for its clause', async () => {
    const judged = judgedBy(flavour)
    const found = (await verdicts.get(flavour)) ?? []
    const wrong = found.flatMap(({ compliant, failures }, index) => {
      const { name, promise, clauses } = judged[index] as Made
      const standard = flavour === 'ua1' ? 'ISO 14289' : 'ISO 19005'
      const isRefused = clauses.some((clause) => clause.startsWith(standard))
      return compliant === !isRefused ? [] : [{ name, promise, clauses, failures }]
    })
    expect(wrong).toEqual([])
    expect(judged.length).toBeGreaterThan(effort(40, 7))
    expect(found.length).toBe(judged.length)
  })
})
