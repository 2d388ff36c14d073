/** What happens to a document between the browser and the caller, in the one order that works. */
import { PDFDocument } from 'pdf-lib'
import { compress } from './compress/compress'
import type { JpegCodec } from './compress/jpeg'
import { type EmbeddedFile, embedFiles } from './embed'
import { type EncryptionRequest, type RandomBytes, standardSecurityHandler } from './encrypt'
import type { ForeignFile } from './foreign/load'
import { merge } from './merge/merge'
import { hasProperties, type Properties, setProperties } from './metadata'
import { countPages } from './pages'
import { stampTest } from './stamp/test-stamp'
import { stampWatermark, type Watermark } from './stamp/watermark'
import { writePdf } from './write'

/** What is to be done; every file is fetched already. */
export type FinishPlan = {
  attachments: ForeignFile[]
  /** With the page that holds its text, printed from `watermarkHtml`. */
  watermark?: (Watermark & { page: Uint8Array }) | undefined
  /** Whether every page says TEST. */
  testStamp: boolean
  properties: Properties
  embed: EmbeddedFile[]
  compress: boolean
  encryption?: EncryptionRequest | undefined
}

export type FinishTools = {
  now: Date
  random: RandomBytes
  jpeg: () => Promise<JpegCodec>
}

export type Finished = { bytes: Uint8Array; pages: number }

/**
 * Finishes a printed document. One with nothing to finish passes through as it is, unparsed. Throws
 * `asset_failed` for a file that cannot be used.
 */
export async function finish(raw: Uint8Array, plan: FinishPlan, tools: FinishTools): Promise<Finished> {
  if (isFinished(plan)) return { bytes: raw, pages: countPages(raw) }
  const document = await PDFDocument.load(raw, { updateMetadata: false })

  await merge(document, plan.attachments)
  if (plan.watermark) await stampWatermark(document, plan.watermark.page, plan.watermark, { opaque: false })
  if (plan.testStamp) stampTest(document)
  setProperties(document, plan.properties, tools.now)
  embedFiles(document, plan.embed, tools.now)
  if (plan.compress) await compress(document, tools.jpeg)
  const encryption = plan.encryption && standardSecurityHandler(plan.encryption, tools.random)

  const bytes = writePdf(document.context, { objectStreams: true, encryption })
  return { bytes, pages: document.getPageCount() }
}

/** Whether the browser's own file is what was asked for. */
export function isFinished(plan: FinishPlan): boolean {
  return !(
    plan.attachments.length > 0 ||
    plan.watermark ||
    plan.testStamp ||
    hasProperties(plan.properties) ||
    plan.embed.length > 0 ||
    plan.compress ||
    plan.encryption
  )
}

/**
 * An estimate of the memory that finishing takes, in bytes: the parsed objects are several times the file, the
 * result stands beside them, and re-encoding holds one image as pixels. Nothing where the file passes through.
 */
export function finishBytes(raw: Uint8Array, plan: FinishPlan): number {
  if (isFinished(plan)) return 0
  const files = [...plan.attachments, ...plan.embed].reduce((sum, { bytes }) => sum + bytes.length, 0)
  return 4 * (raw.length + files) + (plan.compress ? 40 << 20 : 0)
}
