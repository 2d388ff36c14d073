/** What a page fills in when its pages are known, as it is put in before the print, and the print with it. */
import type { Furniture } from '../in-page/contract'
import type { Bookmark, FurnitureStyles } from '../in-page/furniture-types'
import { ignore } from '../time/waiting'
import { type FurnishedPrint, printFurnished } from './furnished-pages'
import type { VariantFile } from './page-variants'
import type { CdpSession } from './session'

type FurnishedPage = {
  session: CdpSession
  resize: FurnishedPrint['resize']
  /** What its styles ask of pages, those of its links too. */
  find: () => Promise<Furniture | undefined>
  /** Is called when it was printed and is to be looked at again. */
  measureAgain: () => void
  warnings: string[]
}

export class PageFurnishing {
  /** What its styles make bookmarks. */
  bookmarks: Bookmark[] = []
  /** Files of single pages that stand in front of its own, once it is printed. */
  variants: VariantFile[] = []
  #furniture: Furniture | undefined
  /** Ends when the page has done what is not waited for before it is asked for the next thing. */
  #prepared: Promise<unknown> = Promise.resolve()

  constructor(private readonly page: FurnishedPage) {}

  /**
   * Puts in the contents list and what its pages are to be found by. That is not waited for, which spares a round trip:
   * what is said to a page it hears in order.
   */
  async prepare(): Promise<void> {
    const furniture = await this.page.find()
    this.#furniture = furniture
    if (!furniture) return
    const { callInPage } = this.page.session
    if (furniture.styles.notes.found) callInPage('loadFootnotes').catch(ignore)
    if (furniture.styles.nths?.length) callInPage('loadNthPages').catch(ignore)
    if (usesMargins(furniture.styles)) callInPage('loadMargins').catch(ignore)
    const prepared = callInPage('prepareFurniture', furniture)
    this.#expect(
      prepared.then(({ warnings, bookmarks }) => {
        this.page.warnings.push(...warnings)
        this.bookmarks = bookmarks
      }),
    )
  }

  /** Waits for what the page was told, unless the print waits for it. */
  async settle(done: Promise<void>): Promise<void> {
    if (this.#furniture) this.#expect(done)
    else await done
  }

  #expect(done: Promise<void>): void {
    this.#prepared = Promise.all([this.#prepared, done])
    this.#prepared.catch(ignore)
  }

  /** Prints the page with all that is to be filled in, at `scale`. */
  async print(
    print: FurnishedPrint['print'],
    { pageRanges, scale }: Pick<FurnishedPrint, 'pageRanges' | 'scale'>,
  ): Promise<AsyncGenerator<Uint8Array>> {
    const furniture = this.#furniture
    if (!furniture) return print()
    if (furniture.isStatic) {
      await this.#prepared
      return print()
    }
    const { session, resize, measureAgain, warnings } = this.page
    const { file, variants } = await printFurnished({
      ...{ print, pageRanges, scale, resize, warnings },
      prepared: this.#prepared,
      measureAgain,
      callInPage: session.callInPage,
      isGuessLast: isGuessLast(furniture.styles),
      hasNoteTags: furniture.tagged && furniture.styles.notes.found,
    })
    this.variants = variants
    return file
  }
}

/** As in `FurnishedPrint`: leaders and notes need a window of the paper's width, chapters' sides and `:nth()` more guesses. */
function isGuessLast({ notes, leaders, sides, nths = [] }: FurnitureStyles): boolean {
  return !notes.found && leaders.length === 0 && !sides && nths.length === 0
}

/** Whether elements are shown in page margins as they are, or counters of the document anywhere. */
function usesMargins({ strings, sets, targets, bookmarks }: FurnitureStyles): boolean {
  const parts = [
    ...sets.flatMap((set) => set.flatMap((one) => one.parts)),
    ...(bookmarks?.labels ?? []).flat(),
  ]
  return (
    strings.some(({ name }) => name.startsWith('()')) ||
    [...parts, ...targets].some(({ counter }) => counter !== undefined)
  )
}
