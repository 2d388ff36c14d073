/** What finishing is told to do, and with what. */
import type { FacturX } from '../e-invoice/facturx'
import type { SourcePdf } from './arrange/open-source'
import type { SplitRule } from './arrange/split'
import type { JpegCodec } from './compress/jpeg'
import { type DocumentProperties, hasProperties } from './document-properties'
import type { EmbeddedFile } from './embed-files'
import type { EncryptionRequest, RandomBytes } from './encrypt'
import type { FieldValues } from './fill-form'
import type { ArchiveDeps } from './pdfa/archive'
import type { ConformanceTarget } from './pdfa/level'
import type { PageReplacement } from './replace-contents'
import type { PrinterMarks } from './stamp/crop-marks'
import type { PageNumbers } from './stamp/page-numbers'
import type { PrintLines } from './stamp/printed-lines'
import type { RunningHeaders } from './stamp/running-headers'
import type { Stamp } from './stamp/stamp-text'
import type { PrintedWatermark } from './stamp/watermark'
import type { OutlineItem } from './write-outline'

/** What is finished: what the browser printed, or PDFs of the caller's, of which the first has at least one page. */
export type FinishInput = Uint8Array | readonly [SourcePdf, ...SourcePdf[]]

/** What is to be done; every file is fetched and the invoice is checked already. */
export type FinishPlan = {
  attachments: SourcePdf[]
  /** Pages that were printed in another way; of a printed document alone. */
  replacements?: readonly PageReplacement[] | undefined
  /** What the sheets have beyond their pages; of a printed document alone. */
  printerMarks?: PrinterMarks | undefined
  /** Headers and footers that the browser did not print with the document; those of a printed one alone. */
  runningHeaders?: RunningHeaders | undefined
  /** Whether links over form controls become fields; of a printed document alone. */
  forms?: boolean | undefined
  /** Whether footnotes are tagged, and listed by their ids; of a printed document alone. */
  noteIds?: boolean | undefined
  /** The outline that the document's styles ask for; of a printed document alone. */
  bookmarks?: readonly OutlineItem[] | undefined
  /** Values of form fields by their full names. */
  fields?: FieldValues | undefined
  /** Whether form fields become part of their pages. */
  flatten?: boolean | undefined
  watermark?: PrintedWatermark | undefined
  /** Lines at the edges of pages; of a caller's own files alone. */
  stamps?: readonly Stamp[] | undefined
  pageNumbers?: PageNumbers | undefined
  /** Whether every page says TEST. */
  testStamp: boolean
  /** Whether every page is marked as that of a preview. */
  previewMark?: boolean | undefined
  properties: DocumentProperties
  embed: EmbeddedFile[]
  facturX?: FacturX | undefined
  /** What the file is to conform to; `level` is 3b if there is an invoice. */
  conform?: Omit<ConformanceTarget, 'extensions'> | undefined
  compress: boolean
  encryption?: EncryptionRequest | undefined
  /** How the document is split into files, if it is. */
  split?: SplitRule | undefined
}

export type FinishDeps = ArchiveDeps & {
  random: RandomBytes
  jpeg: () => Promise<JpegCodec>
  /** Sets text that Helvetica has no letters for. */
  printLines: PrintLines
  /** Ends the work when it is given up. */
  signal?: AbortSignal | undefined
  /** Whose work it is. */
  accountId?: string | undefined
}

/** The caller's files among what is finished. */
export function filesOf(input: FinishInput, { attachments }: FinishPlan): SourcePdf[] {
  return input instanceof Uint8Array ? attachments : [...input, ...attachments]
}

/** Whether a plan asks for each thing that it can ask for: one that is missing here does not compile. */
const IS_ASKED: { [Part in keyof Required<FinishPlan>]: (value: FinishPlan[Part]) => boolean } = {
  attachments: (files) => files.length > 0,
  noteIds: Boolean,
  replacements: (files) => files !== undefined && files.length > 0,
  printerMarks: Boolean,
  runningHeaders: Boolean,
  forms: Boolean,
  bookmarks: Boolean,
  fields: Boolean,
  flatten: Boolean,
  watermark: Boolean,
  stamps: (stamps) => stamps !== undefined && stamps.length > 0,
  pageNumbers: Boolean,
  testStamp: Boolean,
  previewMark: Boolean,
  properties: hasProperties,
  embed: (files) => files.length > 0,
  facturX: Boolean,
  conform: Boolean,
  compress: Boolean,
  encryption: Boolean,
  split: Boolean,
}

/** Whether the browser's own file is what was asked for. */
export function needsNoFinishing(input: FinishInput, plan: FinishPlan): input is Uint8Array {
  const isAsked = <Part extends keyof FinishPlan>(part: Part) => IS_ASKED[part](plan[part])
  return input instanceof Uint8Array && !(Object.keys(IS_ASKED) as (keyof FinishPlan)[]).some(isAsked)
}
