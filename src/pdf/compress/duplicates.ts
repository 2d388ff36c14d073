/** Merges objects that say the same: images used twice, fonts that several documents bring. */
import { createHash } from 'node:crypto'
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib'

/** Kinds of dictionaries that are values, not places: a page or a field may look like another and yet be its own. */
const values = new Set(['Font', 'FontDescriptor', 'ExtGState', 'Encoding'].map((name) => PDFName.of(name)))

/** Points every reference at the first of equal objects, until nothing more falls together. */
export function mergeDuplicates(context: PDFContext): void {
  for (let round = 0; round < 8; round++) {
    const replaced = duplicates(context)
    if (replaced.size === 0) return
    for (const [, object] of context.enumerateIndirectObjects()) redirect(object, replaced)
    for (const ref of replaced.keys()) context.delete(ref)
  }
}

function duplicates(context: PDFContext): Map<PDFRef, PDFRef> {
  const first = new Map<string, PDFRef>()
  const replaced = new Map<PDFRef, PDFRef>()
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const key = fingerprint(object)
    const known = key && first.get(key)
    if (known) replaced.set(ref, known)
    else if (key) first.set(key, ref)
  }
  return replaced
}

function fingerprint(object: PDFObject): string | undefined {
  const dict = object instanceof PDFStream ? object.dict : object
  if (!(dict instanceof PDFDict)) return
  const type = dict.get(PDFName.of('Type'))
  if (!(object instanceof PDFStream)) {
    return type instanceof PDFName && values.has(type) ? ordered(dict) : undefined
  }
  if (type === PDFName.of('Metadata')) return
  const length = PDFName.of('Length')
  return `${ordered(dict, length)} ${createHash('sha256').update(object.getContents()).digest('base64')}`
}

function ordered(dict: PDFDict, without?: PDFName): string {
  const entries = dict.entries().filter(([key]) => key !== without)
  return entries
    .map(([key, value]) => `${key} ${value}`)
    .sort()
    .join('\n')
}

function redirect(object: PDFObject, replaced: Map<PDFRef, PDFRef>) {
  if (object instanceof PDFStream) redirect(object.dict, replaced)
  else if (object instanceof PDFDict) {
    for (const [key, value] of object.entries()) {
      if (value instanceof PDFRef) {
        const kept = replaced.get(value)
        if (kept) object.set(key, kept)
      } else redirect(value, replaced)
    }
  } else if (object instanceof PDFArray) {
    object.asArray().forEach((value, index) => {
      if (value instanceof PDFRef) {
        const kept = replaced.get(value)
        if (kept) object.set(index, kept)
      } else redirect(value, replaced)
    })
  }
}
