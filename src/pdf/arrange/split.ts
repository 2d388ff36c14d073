/** One document as several files, in a ZIP. */
import { makeZip } from 'client-zip'
import { z } from 'zod'
import { Problem } from '../../errors'
import { pageSelection, selectPages } from './page-selection'

/** Files of one ZIP. */
export const MAX_PARTS = 200
/** Pages of one file of it, as of any document; and of all of them, since ranges may name a page again and again. */
const MAX_PART_PAGES = 1000
const MAX_ALL_PAGES = 10_000
/**
 * Megabytes that they may have together: each brings what its pages share with those of others, and all of them are in
 * memory, and in the ZIP once more.
 */
export const MAX_ALL_MB = 32

export const splitOption = z.union([
  z.strictObject({ every: z.int().min(1).max(1000).describe('Pages of each file.') }),
  z.strictObject({
    ranges: z.array(pageSelection).min(1).max(MAX_PARTS).describe('The pages of each file.'),
  }),
])
export type SplitRule = z.output<typeof splitOption>

export type Part = {
  /** In the ZIP: `pages-001-003.pdf`. */
  name: string
  /** Pages of the whole, from 0, in their order. */
  indices: number[]
}

/** The parts of a document of `count` pages. Throws `document_invalid` for too many, and for one without pages or with too many. */
export function partsOf(rule: SplitRule, count: number): Part[] {
  if ('ranges' in rule) {
    let all = 0
    const parts = rule.ranges.map((range, index) => {
      const pointer = `/options/split/ranges/${index}`
      const { indices } = selectPages(range, count)
      if (indices.length === 0)
        throw invalid(pointer, `The document has ${count} pages, and none of “${range}”.`)
      if (indices.length > MAX_PART_PAGES)
        throw invalid(
          pointer,
          `The file would have ${indices.length} pages, at most ${MAX_PART_PAGES}: name fewer.`,
        )
      all += indices.length
      if (all > MAX_ALL_PAGES)
        throw invalid(pointer, `The files would have more than ${MAX_ALL_PAGES} pages in all: name fewer.`)
      return indices
    })
    return named(parts, count)
  }
  const number = Math.ceil(count / rule.every)
  if (number > MAX_PARTS) {
    const least = Math.ceil(count / MAX_PARTS)
    throw invalid(
      '/options/split/every',
      `${count} pages would be ${number} files, at most ${MAX_PARTS}: use ${least} or more.`,
    )
  }
  const parts = Array.from({ length: number }, (_, part) =>
    Array.from(
      { length: Math.min(rule.every, count - part * rule.every) },
      (_, at) => part * rule.every + at,
    ),
  )
  return named(parts, count)
}

/** What the parts of files of so many bytes come to at most, in bytes. */
export function maxPartBytes(rule: SplitRule, bytes: number): number {
  return Math.min(MAX_ALL_MB << 20, bytes * ('ranges' in rule ? rule.ranges.length : MAX_PARTS))
}

/** Refuses parts that come to more bytes than a ZIP may have. Throws `document_invalid`. */
export function checkPartBytes(bytes: number): void {
  if (bytes <= MAX_ALL_MB << 20) return
  throw invalid(
    '/options/split',
    `The files come to more than ${MAX_ALL_MB} MB, since each has the images and fonts of its pages: make fewer at a time, or ask for compress.`,
  )
}

/** The ZIP of the parts, stored as they are: PDFs are packed already. */
export async function zipOf(files: { name: string; bytes: Uint8Array }[], now: Date): Promise<Uint8Array> {
  const entries = files.map(({ name, bytes }) => ({
    name,
    input: bytes as Uint8Array<ArrayBuffer>,
    lastModified: now,
  }))
  return new Uint8Array(await new Response(makeZip(entries)).arrayBuffer())
}

/** Names sort as the pages do; a name that comes twice gets a number. */
function named(parts: number[][], count: number): Part[] {
  const width = String(count).length
  const digits = (index: number) => String(index + 1).padStart(width, '0')
  const taken = new Map<string, number>()
  return parts.map((indices) => {
    const [first = 0, last = first] = [indices[0], indices.at(-1)]
    const stem = first === last ? `page-${digits(first)}` : `pages-${digits(first)}-${digits(last)}`
    const times = (taken.get(stem) ?? 0) + 1
    taken.set(stem, times)
    return { name: `${stem}${times > 1 ? ` (${times})` : ''}.pdf`, indices }
  })
}

function invalid(pointer: string, message: string): Problem {
  return new Problem('document_invalid', { detail: message, errors: [{ pointer, message }] })
}
