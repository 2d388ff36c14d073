/**
 * pdf-lib compares references by identity, and so keeps each that it ever made: 200 bytes for as long as the isolate
 * lives, of which one file of a stranger can have a million. This module, when it is imported, has it keep only those
 * that files usually have, and others as long as a document does. To find them takes a twentieth of the time, too.
 */
import { PDFRef } from 'pdf-lib'

/** Numbers of objects up to which references are kept for good. */
const MAX_KEPT = 20_000

const kept: PDFRef[] = []
const others = new Map<string, WeakRef<PDFRef>>()
const ended = new FinalizationRegistry((tag: string) => {
  // Another one of that name may have been made since.
  if (!others.get(tag)?.deref()) others.delete(tag)
})

PDFRef.of = (objectNumber: number, generationNumber = 0): PDFRef => {
  if (generationNumber !== 0 || !(objectNumber <= MAX_KEPT)) return other(objectNumber, generationNumber)
  const known = kept[objectNumber]
  if (known) return known
  const ref = make(objectNumber, 0)
  kept[objectNumber] = ref
  return ref
}

function other(objectNumber: number, generationNumber: number): PDFRef {
  const tag = tagOf(objectNumber, generationNumber)
  const known = others.get(tag)?.deref()
  if (known) return known
  const ref = make(objectNumber, generationNumber)
  others.set(tag, new WeakRef(ref))
  ended.register(ref, tag)
  return ref
}

/** As the constructor of pdf-lib does, which is its own. */
function make(objectNumber: number, generationNumber: number): PDFRef {
  const tag = tagOf(objectNumber, generationNumber)
  return Object.assign(Object.create(PDFRef.prototype), { objectNumber, generationNumber, tag })
}

function tagOf(objectNumber: number, generationNumber: number): string {
  return `${objectNumber} ${generationNumber} R`
}
