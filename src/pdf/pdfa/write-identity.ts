/** What a file says of itself: version, identifier, output intent, properties and the claim of conformance. */
import {
  getDefaultSRGBProfile,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHeader,
  PDFHexString,
  PDFName,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib'
import { isTextString } from '../decode-text'
import { type ConformanceTarget, partOf } from './level'
import { flateStream } from './objects'
import { packet, type XmpProperties, xmpDate } from './xmp-packet'

/** `language` is the catalog's, a BCP 47 tag. */
export async function identify(
  doc: PDFDocument,
  target: ConformanceTarget,
  now: Date,
  language?: string,
): Promise<void> {
  const part = partOf(target.level)
  doc.context.header = PDFHeader.forVersion(1, part === 1 ? 4 : 7)
  if (part) addOutputIntent(doc)
  const properties = alignedProperties(doc, now)
  await ensureIdentifier(doc, properties, now)
  const data = new TextEncoder().encode(packet({ ...target, properties, language }))
  const stream = doc.context.stream(data, { Type: 'Metadata', Subtype: 'XML' })
  const known = doc.catalog.get(PDFName.of('Metadata'))
  if (known instanceof PDFRef) doc.context.assign(known, stream)
  else doc.catalog.set(PDFName.of('Metadata'), doc.context.register(stream))
}

/** sRGB for every colour without a profile of its own (ISO 19005-1 6.2.2, ISO 19005-2 6.2.3). */
function addOutputIntent({ context, catalog }: PDFDocument): void {
  const profile = flateStream(context, getDefaultSRGBProfile(), context.obj({ N: 3 }))
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of('sRGB IEC61966-2.1'),
    Info: PDFString.of('sRGB IEC61966-2.1'),
    DestOutputProfile: context.register(profile),
  })
  catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]))
}

/** Makes the information dictionary hold what XMP can express too, and answers it. */
function alignedProperties(doc: PDFDocument, now: Date): XmpProperties {
  const properties: XmpProperties = {
    title: expressible(doc.getTitle()),
    author: expressible(doc.getAuthor()),
    subject: expressible(doc.getSubject()),
    keywords: expressible(doc.getKeywords()),
    creator: expressible(doc.getCreator()),
    producer: expressible(doc.getProducer()),
    created: doc.getCreationDate() ?? now,
    modified: now,
  }
  const { context } = doc
  const info = PDFDict.withContext(context)
  for (const [key, value] of Object.entries(INFO_KEYS)) {
    const property = properties[key as keyof XmpProperties]
    if (property instanceof Date) info.set(PDFName.of(value), PDFString.of(pdfDate(property)))
    else if (property !== undefined) info.set(PDFName.of(value), PDFHexString.fromText(property))
  }
  context.trailerInfo.Info = context.register(info)
  return properties
}

const INFO_KEYS: Record<keyof XmpProperties, string> = {
  title: 'Title',
  author: 'Author',
  subject: 'Subject',
  keywords: 'Keywords',
  creator: 'Creator',
  producer: 'Producer',
  created: 'CreationDate',
  modified: 'ModDate',
}

/** Without the characters that XML 1.0 cannot hold; nothing at all counts as absent. */
function expressible(text: string | undefined): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
  const clean = text?.toWellFormed().replace(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '')
  return clean || undefined
}

function pdfDate(date: Date): string {
  return `D:${xmpDate(date).replace(/[-:TZ]/g, '')}Z`
}

/** Whether the trailer has both file identifiers (ISO 32000-1 14.4), and neither is empty. */
export function hasIdentifier({ context }: PDFDocument): boolean {
  const ids = context.lookup(context.trailerInfo.ID)
  const parts = ids instanceof PDFArray ? ids.asArray().map((_, at) => ids.lookup(at)) : []
  return parts.length === 2 && parts.every((id) => isTextString(id) && id.asBytes().length > 0)
}

/** File identifiers, kept if there are some; else from what tells files apart. */
async function ensureIdentifier(doc: PDFDocument, properties: XmpProperties, now: Date): Promise<void> {
  const { context } = doc
  if (hasIdentifier(doc)) return
  const sizes = context
    .enumerateIndirectObjects()
    .map(([, object]) => (object instanceof PDFStream ? object.getContentsSize() : 0))
  const seed = new TextEncoder().encode(JSON.stringify([now, properties, sizes]))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', seed))
  const id = PDFHexString.fromBytes(digest.slice(0, 16))
  context.trailerInfo.ID = context.obj([id, id])
}
