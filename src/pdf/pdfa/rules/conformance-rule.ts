/** What a rule of the self-check is, and the opened file it looks at. */
import { PDFArray, PDFDict, type PDFDocument, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib'
import type { Operation } from '../../content-stream'
import { filterInTurns, readInTurns } from '../../read-in-turns'
import { budgetOf, type WorkBudget, WorkLimitExceeded } from '../../work-budget'
import { type ReadContent, readAllContents } from '../contents'
import { type ShownCodes, type ShownText, shownText } from '../fonts/shown-codes'
import { type ConformanceTarget, partOf } from '../level'
import { dictOf } from '../objects'
import { type ContentSummary, summarize, summaryOf } from './content-summary'

/** Something in the file that breaks a rule. */
export type ConformanceFinding = {
  /** What is wrong and what the caller can do about it. */
  message: string
  /** Counted from 1, where the place is on a page. */
  page?: number | undefined
  /** Whether the rule may be kept after all: we cannot tell. */
  isUnjudged?: true
}

/** A rule by its clauses: where a standard has none, the rule is not asked. */
export type Rule = {
  /** Clause in ISO 19005-1. */
  part1?: string
  /** As `part1`, for level A only. */
  part1a?: string
  /** Clause in ISO 19005-2 and -3, which number alike. */
  part2?: string
  /** As `part2`, for levels A and U only. */
  part2u?: string
  /** As `part2`, for level A only. */
  part2a?: string
  /** Clause in ISO 14289-1. */
  ua?: string
  /** Whether it is about the map of roles itself: others see each tag of a caller's file as what the map makes of it. */
  ofOwnRoles?: true
  /** Those that read contents let others have their turn. */
  find(file: OpenFile): ConformanceFinding[] | Promise<ConformanceFinding[]>
}

/** A finding with the rule it breaks, as `ISO 19005-1 6.3.4`. */
export type Violation = ConformanceFinding & { rule: string }

type ReadForRules = { contents: ReadContent[]; shown: ShownText }

/** A saved file, opened again. What several rules look at is read once. */
export class OpenFile {
  /** Every indirect object. */
  readonly objects: [PDFRef, PDFObject][]
  /** Every dictionary, those of streams and those inside others included. */
  readonly dicts: PDFDict[] = []
  /** Every array, wherever it stands. */
  readonly arrays: PDFArray[] = []
  readonly streams: PDFStream[] = []
  private readonly work: WorkBudget

  private constructor(
    readonly bytes: Uint8Array,
    readonly doc: PDFDocument,
    readonly target: ConformanceTarget,
    private readonly read: PromiseSettledResult<ReadForRules>,
  ) {
    this.work = budgetOf(doc.context)
    this.objects = doc.context.enumerateIndirectObjects()
    for (const [, object] of this.objects) this.collect(object)
  }

  /** Reads what rules look at. Throws WorkLimitExceeded; what else is wrong with the contents, `contents` throws. */
  static async open(bytes: Uint8Array, doc: PDFDocument, target: ConformanceTarget): Promise<OpenFile> {
    const [read] = await Promise.allSettled([readForRules(doc)])
    if (read.status === 'rejected' && read.reason instanceof WorkLimitExceeded) throw read.reason
    return new OpenFile(bytes, doc, target, read)
  }

  get part(): 1 | 2 | 3 | undefined {
    return partOf(this.target.level)
  }

  /** Every content stream, decoded; those of annotations too. Throws what kept them from being read. */
  get contents(): ReadContent[] {
    return this.contentsRead.contents
  }

  /** Which codes of which fonts the contents show. */
  get shown(): Map<PDFDict, ShownCodes> {
    return this.contentsRead.shown.fonts
  }

  /** The pages (counted from 1) that paint text in a font that cannot be told. */
  get fontless(): Set<number> {
    return this.contentsRead.shown.fontless
  }

  /** Every name, number and text, keys too. A large file has a million: they are walked through, and not kept. */
  *values(): Generator<PDFObject> {
    for (const [, object] of this.objects) if (isPlain(object)) yield object
    for (const dict of this.dicts) {
      yield* dict.keys()
      for (const value of dict.values()) if (isPlain(value)) yield value
    }
    for (const array of this.arrays) for (const value of array.asArray()) if (isPlain(value)) yield value
  }

  /** Whether any of `values` is so. */
  hasValue(is: (value: PDFObject) => boolean): boolean {
    for (const value of this.values()) if (is(value)) return true
    return false
  }

  private get contentsRead(): ReadForRules {
    if (this.read.status === 'rejected') throw this.read.reason
    return this.read.value
  }

  private collect(object: PDFObject): void {
    this.work.charge('objects')
    if (object instanceof PDFStream) this.streams.push(object)
    const dict = dictOf(object)
    if (dict) {
      this.dicts.push(dict)
      for (const value of dict.values()) this.collect(value)
    } else if (object instanceof PDFArray) {
      this.arrays.push(object)
      for (const value of object.asArray()) this.collect(value)
    }
  }
}

function isPlain(object: PDFObject): boolean {
  return !(object instanceof PDFDict || object instanceof PDFArray || object instanceof PDFStream)
}

/** All that takes long to be read, while others have their turn: rules only look at it. */
async function readForRules(doc: PDFDocument): Promise<ReadForRules> {
  const contents = await readAllContents(doc)
  for (const read of contents) {
    await summarize(read)
    await read.content.work.takeTurns()
  }
  return { contents, shown: await shownText(contents) }
}

/** One finding where `isWrong`, else none. */
export function when(isWrong: boolean, message: string, page?: number): ConformanceFinding[] {
  return isWrong ? [{ message, page }] : []
}

type Search = {
  isWrong: (operation: Operation) => boolean
  message: string
  /** Whether a content may hold such an operation at all: spares reading most of them. */
  mayHold: (text: string, summary: () => ContentSummary) => boolean
}

/** The first operation of each content stream that `isWrong`, with its page. */
export async function firstWrong(
  file: OpenFile,
  { isWrong, message, mayHold }: Search,
): Promise<ConformanceFinding[]> {
  const wrong = await filterInTurns(file.contents, async (read) => {
    const { content, text } = read
    if (!mayHold(text, () => summaryOf(read))) return false
    return await readInTurns(text, content.work, isWrong)
  })
  return wrong.map(({ content }) => ({ message, page: content.page + 1 }))
}
