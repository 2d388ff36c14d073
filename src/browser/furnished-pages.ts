/**
 * Documents that say in their text on which page something stands: filled in with the pages that a layout in columns tells
 * where it can, printed, filled in with the pages of the print, and printed again until that changes nothing. Only the print
 * itself knows all that moves a page break.
 */
import type { CallInPage } from '../in-page/contract'
import type { ExpectedPages, FilledFurniture, PrintedPages } from '../in-page/furniture-types'
import { ignore } from '../time/waiting'
import { DestinationReader } from './link-pages'
import { withNoteTags } from './note-tags'
import { printVariants, type VariantFile } from './page-variants'

/** Prints with ink, behind a guess or those that only find pages: the first has their numbers, which may move a line. */
const MAX_PRINTS = 3
/** A larger file is not kept until it is known to be right, but printed once more: the pool has many at once. */
const MAX_KEPT_BYTES = 8 << 20

export type FurnishedPrint = {
  /** Rejects if the page could not be prepared; it does that before it is asked for pages. */
  prepared: Promise<unknown>
  print: (part?: { pageRanges: string; isTrial?: boolean }) => Promise<AsyncGenerator<Uint8Array>>
  /** Pages that are wanted in the end; empty for all. */
  pageRanges: string
  scale: number
  /**
   * Whether it is printed for good right behind the guess: nothing is to be measured between them, and a guess that says
   * nothing or is wrong is told by the print. It spares a round trip, and the browser a frame: a layout for the screen.
   */
  isGuessLast: boolean
  callInPage: CallInPage
  /** Is called when a page that was printed is to be looked at again. */
  measureAgain: () => void
  resize: (viewport: { width: number; height: number }) => Promise<void>
  /** Whether footnotes are to be told apart in the file. */
  hasNoteTags: boolean
  /** Gets a line if the numbers never agree with the pages. */
  warnings: string[]
}

/** The file, once its numbers are right; in front of it stand `variants`, the files of pages that are to replace its own. */
export async function printFurnished(
  asked: FurnishedPrint,
): Promise<{ file: AsyncGenerator<Uint8Array>; variants: VariantFile[] }> {
  const { print, pageRanges, callInPage, resize, hasNoteTags, warnings } = asked
  const guess = Promise.all([fillByGuess(asked), asked.prepared])
  // Not waited for: what is said to a page it hears in order.
  const first = asked.isGuessLast ? print({ pageRanges: '', isTrial: false }) : undefined
  first?.catch(ignore)
  const [guessed] = await guess
  let isTrial = !first && (guessed === undefined || guessed.trial === true)
  if (!guessed && !first) callInPage('hideForTrial').catch(ignore)
  // A print that no guess was made for only finds pages, too.
  let trials = first && !guessed ? 1 : 0
  for (let prints = 1; ; prints++) {
    const made = prints === 1 && first ? first : print({ pageRanges: '', isTrial })
    const { kept, printed } = await readPrint(await made)
    const isAsGuessed =
      prints === 1 && guessed?.expected !== undefined && isAsExpected(printed, guessed.expected)
    if (!isAsGuessed) asked.measureAgain()
    let filled: FilledFurniture = isAsGuessed
      ? { changed: 0 }
      : await callInPage('fillFurniture', printed, false)
    if (filled.resize) {
      await resize(filled.resize)
      filled = await callInPage('fillFurniture', printed, true)
    }
    const isLost = isTrial || filled.again === true
    if (isLost) trials++
    isTrial = filled.trial === true
    if (isLost || (filled.changed > 0 && prints - trials < MAX_PRINTS)) continue
    warnings.push(...(filled.warnings ?? []))
    if (filled.changed > 0)
      warnings.push(
        `${filled.changed} page number(s) or running heads may be wrong: each number that is filled in moves the pages again`,
      )
    const variants = await printVariants(filled.variants ?? [], { print, callInPage, warnings })
    const file = kept && pageRanges === '' ? pieces(kept) : await print({ pageRanges })
    return {
      file: after(variants.pieces, hasNoteTags ? withNoteTags(file) : file),
      variants: variants.files,
    }
  }
}

/** Fills in the pages that things will probably stand on; nothing if it could not. It mostly spares a print. */
async function fillByGuess({
  callInPage,
  resize,
  scale,
}: FurnishedPrint): Promise<FilledFurniture | undefined> {
  let filled = await callInPage('fillByGuess', scale, false)
  if (filled?.resize) {
    await resize(filled.resize)
    filled = await callInPage('fillByGuess', scale, true)
  }
  return filled
}

/** Whether all stands on the pages that are filled in. */
function isAsExpected({ pages, count }: PrintedPages, expected: ExpectedPages): boolean {
  if (expected.count !== undefined && expected.count !== count) return false
  return Object.entries(expected.pages).every(([fragment, page]) => (pages[fragment] ?? 0) === page)
}

/** The file, if it is small enough to be kept, and what it says of its pages. */
export async function readPrint(file: AsyncGenerator<Uint8Array>) {
  const reader = new DestinationReader()
  let kept: Uint8Array[] | undefined = []
  let size = 0
  for await (const piece of file) {
    reader.read(piece)
    size += piece.length
    if (size > MAX_KEPT_BYTES) kept = undefined
    kept?.push(piece)
  }
  return { kept, printed: reader.pages() }
}

async function* after(front: Uint8Array[], file: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* front
  yield* file
}

export async function* pieces(kept: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* kept
}
