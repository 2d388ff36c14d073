/** The files that a caller's document brings with it (ISO 32000-2, 7.11.4), as plain data: they are attached anew. */
import { type PDFDict, type PDFDocument, PDFName, PDFStream } from 'pdf-lib'
import { treeEntries } from '../merge/trees'
import { textAt } from '../pdfa/annotations'
import { arrayAt, dictAt, dictOf, nameAt } from '../pdfa/objects'
import { decodeStream, isLossless } from '../streams'
import { WorkLimitExceeded } from '../work-budget'

export type AttachedFile = {
  name: string
  /** Media type without parameters. */
  type: string
  bytes: Uint8Array
  /** How it relates to the document (14.13), such as `Data`. */
  relationship: string
  description?: string | undefined
}

/** Files of one document: as many as may be attached to it by its caller, and as large. */
const MAX_FILES = 50
const MAX_BYTES = 25 * 2 ** 20

const RELATIONSHIPS = new Set(['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'])

/**
 * What the document names in its list of embedded files or as associated with it, and how many of these cannot be taken
 * along: broken ones, and what is over 50 files or 25 MB. To be asked before `sanitize`. Throws WorkLimitExceeded.
 */
export function attachedFilesOf({ catalog, context }: PDFDocument): { files: AttachedFile[]; lost: number } {
  const named = treeEntries(dictAt(catalog, 'Names')?.lookup(PDFName.of('EmbeddedFiles')), 'Names')
  const associated = arrayAt(catalog, 'AF')?.asArray() ?? []
  const all = [...named.map(([, value]) => value), ...associated].map((value) =>
    dictOf(context.lookup(value)),
  )
  const specifications = new Set(all.filter((dict) => dict?.has(PDFName.of('EF'))))
  const files: AttachedFile[] = []
  let size = 0
  for (const specification of specifications) {
    const file = specification && files.length < MAX_FILES ? readFile(specification) : undefined
    if (!file || size + file.bytes.length > MAX_BYTES) continue
    size += file.bytes.length
    files.push(file)
  }
  return { files, lost: specifications.size - files.length }
}

/** Undefined for what cannot be unpacked. */
function readFile(specification: PDFDict): AttachedFile | undefined {
  const entries = dictAt(specification, 'EF')
  const stream = ['UF', 'F']
    .map((key) => entries?.lookup(PDFName.of(key)))
    .find((one) => one instanceof PDFStream)
  if (!(stream instanceof PDFStream) || !isLossless(stream.dict)) return undefined
  const path = textAt(specification, 'UF') ?? textAt(specification, 'F') ?? ''
  const relationship = nameAt(specification, 'AFRelationship') ?? ''
  const type = nameAt(stream.dict, 'Subtype') ?? ''
  try {
    return {
      name: fileName(path),
      type: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream',
      bytes: decodeStream(stream),
      relationship: RELATIONSHIPS.has(relationship) ? relationship : 'Unspecified',
      description: textAt(specification, 'Desc')?.slice(0, 500),
    }
  } catch (error) {
    if (error instanceof WorkLimitExceeded) throw error
    return undefined
  }
}

/** The last part of a path, which says nothing of the computer that it comes from. */
function fileName(path: string): string {
  const last = path.split(/[/\\:]/).at(-1) ?? ''
  return last.replace(/\p{C}/gu, '').trim().slice(0, 200) || 'file'
}
