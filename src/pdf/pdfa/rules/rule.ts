/** What a rule of the self-check is, and the opened file it looks at. */
import { PDFArray, type PDFDict, type PDFDocument, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib'
import { budgetOf, type WorkBudget } from '../../budget'
import { allContentsOf, type Content } from '../contents'
import { type ShownCodes, type ShownText, shownText } from '../fonts/shown-codes'
import { type ConformanceTarget, partOf } from '../level'
import { dictOf } from '../objects'

/** Something in the file that breaks a rule. */
export type Finding = {
  /** What is wrong and what the caller can do about it. */
  message: string
  /** Counted from 1, where the place is on a page. */
  page?: number | undefined
}

/** A rule by its clauses: where a standard has none, the rule is not asked. */
export type Rule = {
  /** Clause in ISO 19005-1. */
  part1?: string
  /** As `part1`, for level A only. */
  part1a?: string
  /** Clause in ISO 19005-2 and -3, which number alike. */
  part2?: string
  /** Clause in ISO 14289-1. */
  ua?: string
  find(file: OpenFile): Finding[]
}

/** A finding with the rule it breaks, as `ISO 19005-1 6.3.4`. */
export type Violation = Finding & { rule: string }

/** A saved file, opened again. What several rules look at is read once. */
export class OpenFile {
  /** Every indirect object. */
  readonly objects: [PDFRef, PDFObject][]
  /** Every dictionary, those of streams and those inside others included. */
  readonly dicts: PDFDict[] = []
  /** Every array, wherever it stands. */
  readonly arrays: PDFArray[] = []
  /** Every other value. */
  readonly values = new Set<PDFObject>()
  readonly streams: PDFStream[] = []
  private readonly work: WorkBudget
  private text: ShownText | undefined
  private contentTexts: { content: Content; text: string }[] | undefined

  constructor(
    readonly bytes: Uint8Array,
    readonly doc: PDFDocument,
    readonly wish: ConformanceTarget,
  ) {
    this.work = budgetOf(doc.context)
    this.objects = doc.context.enumerateIndirectObjects()
    for (const [, object] of this.objects) this.collect(object)
  }

  get part(): 1 | 2 | 3 | undefined {
    return partOf(this.wish.level)
  }

  /** Every content stream, decoded; those of annotations too. */
  get contents(): { content: Content; text: string }[] {
    this.contentTexts ??= [...allContentsOf(this.doc)].map((content) => ({ content, text: content.read() }))
    return this.contentTexts
  }

  /** Which codes of which fonts the contents show. */
  get shown(): Map<PDFDict, ShownCodes> {
    return this.shownText.fonts
  }

  /** The pages (counted from 1) that paint text in a font that cannot be told. */
  get fontless(): Set<number> {
    return this.shownText.fontless
  }

  private get shownText(): ShownText {
    this.text ??= shownText(this.contents)
    return this.text
  }

  private collect(object: PDFObject): void {
    this.work.charge('objects')
    if (object instanceof PDFStream) this.streams.push(object)
    const dict = dictOf(object)
    if (dict) {
      this.dicts.push(dict)
      for (const [key, value] of dict.entries()) {
        this.values.add(key)
        this.collect(value)
      }
    } else if (object instanceof PDFArray) {
      this.arrays.push(object)
      for (const value of object.asArray()) this.collect(value)
    } else this.values.add(object)
  }
}

/** One finding where `isWrong`, else none. */
export function when(isWrong: boolean, message: string, page?: number): Finding[] {
  return isWrong ? [{ message, page }] : []
}
