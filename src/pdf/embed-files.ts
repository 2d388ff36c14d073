/** Files inside the file (ISO 32000-2, 7.11.4), found by name and associated with the document (14.13). */
import { createHash } from 'node:crypto'
import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { unusableFile } from './import/open-foreign'
import { archivalProblem } from './inspect/verdict'
import { UniqueNames } from './merge/destinations'
import { keyText, nameTree, treeEntries } from './merge/trees'
import { type Level, partOf } from './pdfa/level'
import { deflateStream } from './streams'
import { type WorkBudget, WorkLimitExceeded } from './work-budget'

export type EmbeddedFile = {
  /** JSON Pointer of the field it came from. */
  pointer: string
  /** File name with its extension, in any script; made unique where it is taken. */
  name: string
  /** Media type without parameters, such as `text/csv`. */
  type: string
  bytes: Uint8Array
  /** When the file was last changed, as far as its server says. */
  modified?: Date | undefined
  /** How it relates to the document (14.13); `Unspecified` if nobody says it. */
  relationship?: string | undefined
  description?: string | undefined
}

/**
 * Attaches the files with name, type, size, MD5 and dates. The relationship of a caller's is `Unspecified`: only the
 * caller knows it, and PDF/A-3 (6.8) asks that one stands there.
 */
export function embedFiles(document: PDFDocument, files: EmbeddedFile[], now: Date): void {
  if (files.length === 0) return
  const { context, catalog } = document
  const names = ensured(catalog, 'Names')
  const entries = treeEntries(names.lookup(PDFName.of('EmbeddedFiles')), 'Names').map(
    ([key, value]) => [keyText(key) ?? '', value] as [string, typeof value],
  )
  const taken = new Set<string>()
  const associated = catalog.lookup(PDFName.of('AF'))
  const all = associated instanceof PDFArray ? associated : context.obj([])
  for (const file of files) {
    const name = uniqueFileName(file.name, taken)
    taken.add(name)
    const specification = context.register(fileSpecification(document, { ...file, name }, now))
    entries.push([treeKey(name), specification])
    all.push(specification)
  }
  names.set(PDFName.of('EmbeddedFiles'), context.register(nameTree(context, entries)))
  catalog.set(PDFName.of('AF'), all)
}

/** Names of the XML of an invoice in a PDF, of all versions of the standard. */
const INVOICE_NAMES = new Set(['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml'])

/**
 * Which of the files that a document brought may stay in it, and why others may not, in words that follow "the file".
 * PDF/A-1 has no files and PDF/A-2 only archival ones; the XML of `invoice` takes the place of the old, which is no loss
 * if it is the same; and of what is split nobody knows which part they belong to.
 */
export async function selectKept(
  files: EmbeddedFile[],
  {
    level,
    invoice,
    isSplit,
    work,
  }: { level: Level | undefined; invoice: Uint8Array | undefined; isSplit: boolean; work: WorkBudget },
): Promise<{ kept: EmbeddedFile[]; warnings: string[] }> {
  const kept: EmbeddedFile[] = []
  const warnings: string[] = []
  for (const file of files) {
    const lost = `lost its embedded file ${file.name}`
    if (invoice && Buffer.compare(file.bytes, invoice) === 0) continue
    if (invoice && INVOICE_NAMES.has(file.name.toLowerCase()))
      warnings.push(`${lost}: the new invoice takes its place`)
    else if (isSplit) warnings.push(`${lost}: parts of a document have none`)
    else if (level && partOf(level) === 1) warnings.push(`${lost}: PDF/A-1 allows none, PDF/A-3b does`)
    else if (partOf(level) === 2 && !(await isArchival(file, work)))
      warnings.push(`${lost}: PDF/A-2 allows only PDF/A files, PDF/A-3b all`)
    else kept.push(file)
  }
  return { kept, warnings }
}

/**
 * PDF/A-2 takes only files that are PDF/A-1 or -2 (ISO 19005-2 6.8). Throws `asset_failed` for one that does not claim to be
 * that, or breaks a rule that we know, and WorkLimitExceeded.
 */
export async function assertArchivalFiles(files: EmbeddedFile[], work: WorkBudget): Promise<void> {
  for (const file of files) {
    const problem = await archivalProblem(file, work)
    if (problem) throw unusableFile(file, `${problem}, and PDF/A-2 may embed no others: use PDF/A-3b`)
  }
}

/** Throws WorkLimitExceeded. */
async function isArchival(file: EmbeddedFile, work: WorkBudget): Promise<boolean> {
  try {
    return (await archivalProblem(file, work)) === undefined
  } catch (error) {
    if (error instanceof WorkLimitExceeded) throw error
    return false
  }
}

/** `report.csv`, then `report-2.csv`. */
function uniqueFileName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const stems = [...taken]
    .filter((other) => other.endsWith(ending))
    .map((other) => other.slice(0, other.length - ending.length))
  return `${new UniqueNames(stems).take(stem)}${ending}`
}

function fileSpecification(document: PDFDocument, file: EmbeddedFile, now: Date): PDFDict {
  const { context } = document
  const contents = deflateStream(file.bytes)
  const shorter = contents.length < file.bytes.length
  const stream = context.stream(shorter ? contents : file.bytes, {
    Type: 'EmbeddedFile',
    Subtype: PDFName.of(file.type),
    ...(shorter ? { Filter: 'FlateDecode' } : {}),
    Params: {
      Size: file.bytes.length,
      CheckSum: PDFHexString.of(createHash('md5').update(file.bytes).digest('hex')),
      CreationDate: PDFString.fromDate(now),
      ModDate: PDFString.fromDate(file.modified ?? now),
    },
  })
  const ref = context.register(stream)
  return context.obj({
    Type: 'Filespec',
    F: PDFHexString.fromText(file.name),
    UF: PDFHexString.fromText(file.name),
    EF: { F: ref, UF: ref },
    AFRelationship: file.relationship ?? 'Unspecified',
    ...(file.description ? { Desc: PDFHexString.fromText(file.description) } : {}),
  })
}

/** Keys are ordered by their bytes: UTF-16 with its mark, as readers show them. */
function treeKey(name: string): string {
  return keyText(PDFHexString.fromText(name)) ?? name
}

function ensured(dict: PDFDict, key: string): PDFDict {
  const known = dict.lookup(PDFName.of(key))
  if (known instanceof PDFDict) return known
  const made = dict.context.obj({})
  dict.set(PDFName.of(key), made)
  return made
}
