/** Takes out of a foreign document what acts by itself or leads out of it; pages, links and forms stay. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFRef } from 'pdf-lib'
import { dictionaries } from './dictionaries'

/** Actions that only move within the document or open an address the reader asks about (12.6.4). */
const harmless = new Set(['GoTo', 'URI', 'Named'].map((name) => PDFName.of(name)))

/** Annotations that carry or play files (12.5.6). */
const carriers = new Set(
  ['FileAttachment', 'Movie', 'Sound', 'Screen', 'RichMedia', '3D'].map((name) => PDFName.of(name)),
)

/** Catalog entries that run, embed, sign or reach outside. */
const dangerous = ['OpenAction', 'AA', 'Collection', 'Perms', 'Legal', 'Requirements']

/**
 * Removes scripts, launches, remote and embedded go-to, form submission, additional actions, embedded programs,
 * XFA and signatures (which merging breaks). An `https:` or `mailto:` link stays, a `javascript:` or `file:` one goes.
 */
export function sanitise({ catalog, context }: PDFDocument): void {
  for (const key of dangerous) catalog.delete(PDFName.of(key))
  const names = catalog.lookup(PDFName.of('Names'))
  if (names instanceof PDFDict) {
    for (const key of names.keys()) if (key !== PDFName.of('Dests')) names.delete(key)
  }
  const form = catalog.lookup(PDFName.of('AcroForm'))
  if (form instanceof PDFDict) for (const key of ['XFA', 'CO', 'SigFlags']) form.delete(PDFName.of(key))

  for (const dict of dictionaries(context)) cleanDict(dict)
}

function cleanDict(dict: PDFDict) {
  dict.delete(PDFName.of('AA'))
  dict.delete(PDFName.of('AF'))
  dict.delete(PDFName.of('EF'))
  const action = dict.lookup(PDFName.of('A'))
  if (action instanceof PDFDict && action.get(PDFName.of('S')) instanceof PDFName) {
    if (isHarmless(action)) action.delete(PDFName.of('Next'))
    else dict.delete(PDFName.of('A'))
  }
  if (dict.get(PDFName.of('FT')) === PDFName.of('Sig')) dict.delete(PDFName.of('V'))
  const annotations = dict.lookup(PDFName.of('Annots'))
  if (annotations instanceof PDFArray) dropCarriers(annotations)
}

function isHarmless(action: PDFDict): boolean {
  const type = action.lookup(PDFName.of('S'))
  if (!(type instanceof PDFName) || !harmless.has(type)) return false
  if (type !== PDFName.of('URI')) return true
  const address = action.lookup(PDFName.of('URI'))
  const text =
    address && 'decodeText' in address && typeof address.decodeText === 'function' ? address.decodeText() : ''
  return !/^\s*(javascript|file|data|vbscript):/i.test(text)
}

function dropCarriers(annotations: PDFArray) {
  for (let index = annotations.size() - 1; index >= 0; index--) {
    const entry = annotations.get(index)
    const annotation = entry instanceof PDFRef ? annotations.lookup(index) : entry
    const subtype = annotation instanceof PDFDict ? annotation.lookup(PDFName.of('Subtype')) : undefined
    if (!(annotation instanceof PDFDict) || (subtype instanceof PDFName && carriers.has(subtype))) {
      annotations.remove(index)
    }
  }
}
