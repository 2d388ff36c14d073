/** What a PDF is and holds. Verdicts are on the file as it came. */

import { Buffer } from 'node:buffer'
import type { PDFDocument } from 'pdf-lib'
import { type AllPermissions, permissionsOf } from '../encrypt'
import { MAX_DEPTH } from '../field-tree'
import { type AcceptsContents, findEmbeddedFile } from '../import/find-embedded-file'
import { type ImportedPdf, type ParsedFrom, readUntrusted } from '../import/open-foreign'
import { isTagged } from '../merge/tags'
import { readAllContents } from '../pdfa/contents'
import { languageOf } from '../pdfa/language-tags'
import { numberAt } from '../pdfa/objects'
import { listAllFields } from '../unlisted-fields'
import type { WorkBudget } from '../work-budget'
import { type EmbeddedFileFacts, embeddedFilesOf } from './embedded-files'
import { type FieldFacts, fieldsOf, type SignatureFacts } from './list-fields'
import { type FontFacts, fontsOf } from './list-fonts'
import { type LayerFacts, layersOf } from './list-layers'
import { type PageFacts, pagesOf } from './list-pages'
import { type Properties, propertiesOf } from './properties'
import { countShownCodes } from './text'
import { type Claim, claimsOf, type Verdict, verdictOn } from './verdict'

export type Inspection = {
  /** Of the header, such as `1.7`. */
  version: string
  pages: number
  page_sizes: PageFacts[]
  properties: Properties
  language: string | null
  /** Codes that the contents show, those that are only there to be searched for too. */
  text_length: number
  tagged: boolean
  encryption: { method: string; permissions: AllPermissions } | null
  fonts: FontFacts[]
  conformance: { claims: Claim[]; verdicts: Verdict[] }
  embedded_files: EmbeddedFileFacts[]
  fields: FieldFacts[]
  signatures: SignatureFacts[]
  layers: LayerFacts[]
  /** What is wrong with the file although it can be read. */
  warnings: string[]
}

const DEEP_FIELDS = `The form has fields more than ${MAX_DEPTH} levels deep, which are not listed.`

/** Rows of each list. */
const MAX_ROWS = 500

/**
 * Reads all of it and judges what is asked for, or what the file claims. `invoice` has the contents of the first
 * embedded file that `isInvoice` accepts. Throws `asset_failed` as `importPdf`, and WorkLimitExceeded.
 */
export async function inspectPdf(
  file: ImportedPdf,
  {
    asked,
    work,
    isInvoice,
  }: { asked: readonly Claim[] | undefined; work: WorkBudget; isInvoice: AcceptsContents },
): Promise<{ inspection: Inspection; invoice: Uint8Array | undefined }> {
  return await readUntrusted(file, work, async (document, from) => {
    const textFacts = await textFactsOf(document)
    const claims = claimsOf(document)
    const verdicts = await verdictsOn(document, file.bytes, { from, asked: asked ?? claims })
    listAllFields(document)
    const { fields, signatures, hidesDeepFields } = fieldsOf(document, file.bytes)
    const inspection: Inspection = {
      version: versionOf(file.bytes),
      pages: document.getPageCount(),
      page_sizes: pagesOf(document).slice(0, MAX_ROWS),
      properties: propertiesOf(document),
      language: languageOf(document.catalog) ?? null,
      ...textFacts,
      tagged: isTagged(document),
      encryption: encryptionOf(from),
      conformance: { claims, verdicts },
      embedded_files: embeddedFilesOf(document).slice(0, MAX_ROWS),
      fields: fields.slice(0, MAX_ROWS),
      signatures: signatures.slice(0, MAX_ROWS),
      layers: layersOf(document).slice(0, MAX_ROWS),
      warnings: [
        ...from.damages.map((damage) => `The file ${damage}.`),
        ...(hidesDeepFields ? [DEEP_FIELDS] : []),
      ],
    }
    return { inspection, invoice: await findEmbeddedFile(document.context, isInvoice) }
  })
}

/** What the contents show. They are gone from memory before a verdict reads them again. */
async function textFactsOf(document: PDFDocument): Promise<Pick<Inspection, 'text_length' | 'fonts'>> {
  const contents = await readAllContents(document)
  const text_length = await countShownCodes(contents)
  const fonts = await fontsOf(document, contents)
  return { text_length, fonts: fonts.slice(0, MAX_ROWS) }
}

async function verdictsOn(
  document: PDFDocument,
  bytes: Uint8Array,
  { from, asked }: { from: ParsedFrom; asked: readonly Claim[] },
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const claim of asked) verdicts.push(await verdictOn(document, { bytes, claim, from }))
  return verdicts
}

function versionOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 8192)).toString('latin1')
  return /%PDF-(\d\.\d)/.exec(start)?.[1] ?? ''
}

/** Names of what `V` and the crypt filters say (ISO 32000-2, 7.6.2). */
function encryptionOf({ encryption }: ParsedFrom): Inspection['encryption'] {
  if (!encryption) return null
  const version = numberAt(encryption, 'V') ?? 0
  const bits = numberAt(encryption, 'Length') ?? 40
  const isAes = /\/AESV2/.test(encryption.toString())
  const method =
    version >= 5 ? 'AES-256' : isAes ? 'AES-128' : `RC4-${version === 4 ? 128 : version === 1 ? 40 : bits}`
  return { method, permissions: permissionsOf(numberAt(encryption, 'P') ?? 0) }
}
