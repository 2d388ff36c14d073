/**
 * Named destinations. Chromium writes them as a dictionary of names, whose entries (4,095) and names (127 bytes) are
 * bounded (ISO 19005-1 6.1.12, ISO 19005-2 6.1.13); the name tree of PDF 1.2 (ISO 32000-1 12.3.2.3) is not.
 */
import {
  type PDFContext,
  type PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
} from 'pdf-lib'
import { annotationsOf } from './annotations'
import { dictAt, dictOf, ensureDict } from './objects'

const MAX_ENTRIES = 4_095
const MAX_NAME_LENGTH = 127
const LEAF = 1_000

/** Moves the names into a tree where the dictionary would not conform; what leads to them follows. */
export function moveLongDestinations(doc: PDFDocument): void {
  const { catalog, context } = doc
  const dests = dictAt(catalog, 'Dests')
  const names = dictAt(catalog, 'Names')
  if (!dests || names?.has(PDFName.of('Dests')) || !isTooLarge(dests)) return
  catalog.delete(PDFName.of('Dests'))
  ensureDict(catalog, 'Names').set(PDFName.of('Dests'), nameTree(context, dests))
  for (const { dict } of annotationsOf(doc)) {
    renameIn(dict, 'Dest')
    renameIn(dictAt(dict, 'A'), 'D')
  }
  for (const item of outlineItems(doc)) {
    renameIn(item, 'Dest')
    renameIn(dictAt(item, 'A'), 'D')
  }
}

function isTooLarge(dests: PDFDict): boolean {
  const keys = dests.keys()
  return keys.length > MAX_ENTRIES || keys.some((key) => key.asBytes().length > MAX_NAME_LENGTH)
}

function renameIn(dict: PDFDict | undefined, key: string): void {
  const name = dict?.lookup(PDFName.of(key))
  if (name instanceof PDFName) dict?.set(PDFName.of(key), PDFHexString.fromBytes(name.asBytes()))
}

/** Keys in the order of their bytes, in leaves of bounded size. */
function nameTree(context: PDFContext, dests: PDFDict): PDFObject {
  const pairs = dests
    .entries()
    .map(([name, value]) => ({ key: PDFHexString.fromBytes(name.asBytes()), value }))
  pairs.sort((one, other) => (one.key.asString() < other.key.asString() ? -1 : 1))
  const leaves = []
  for (let at = 0; at < pairs.length; at += LEAF) {
    const part = pairs.slice(at, at + LEAF)
    const limits = [part[0]?.key, part.at(-1)?.key].filter((key) => key !== undefined)
    const list = part.flatMap(({ key, value }) => [key, value])
    leaves.push(context.register(context.obj({ Names: list, Limits: limits })))
  }
  return context.register(context.obj({ Kids: leaves }))
}

/** Every item of the outline, depth first; cycles end. */
function outlineItems(doc: PDFDocument): PDFDict[] {
  const found = new Set<PDFDict>()
  const open = [dictAt(dictAt(doc.catalog, 'Outlines'), 'First')]
  while (open.length > 0) {
    const item = open.pop()
    if (!item || found.has(item)) continue
    found.add(item)
    open.push(dictOf(item.lookup(PDFName.of('Next'))), dictAt(item, 'First'))
  }
  return [...found]
}
