/** Takes out of a foreign document what acts by itself or leads out of it; pages, links and forms stay. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFRef } from 'pdf-lib'
import { isHarmlessAction } from './actions'
import { dictionaries, streamDictionaries } from './dictionaries'

/** Annotations that carry or play files, or draw a printer's own marks from them (12.5.6). */
const carriers = new Set(
  ['FileAttachment', 'Movie', 'Sound', 'Screen', 'RichMedia', '3D', 'Projection', 'TrapNet'].map((name) =>
    PDFName.of(name),
  ),
)

/** Catalog entries that run, embed, sign or reach outside. */
const dangerous = ['OpenAction', 'AA', 'Collection', 'Perms', 'Legal', 'Requirements']

/** Where an action may stand: of links, fields and outline items, and the one that a web capture left (14.10.5). */
const actions = ['A', 'PA'].map((name) => PDFName.of(name))

/** What makes a stream another file's: its data (7.3.8.2), the page it stands for (8.10.4), a printer's original. */
const external = ['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI'].map((name) => PDFName.of(name))

/**
 * Removes scripts, launches, remote and embedded go-to, form submission, additional actions, embedded programs, contents
 * from other files, XFA and signatures (which merging breaks). Links to the web, to mail and to telephones stay.
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
  for (const dict of streamDictionaries(context)) for (const key of external) dict.delete(key)
}

function cleanDict(dict: PDFDict) {
  dict.delete(PDFName.of('AA'))
  dict.delete(PDFName.of('AF'))
  dict.delete(PDFName.of('EF'))
  for (const key of actions) {
    const action = dict.lookup(key)
    // Attributes of structure elements have the same key, but no type of action.
    if (!(action instanceof PDFDict) || !action.has(PDFName.of('S'))) continue
    if (isHarmlessAction(action)) action.delete(PDFName.of('Next'))
    else dict.delete(key)
  }
  if (dict.get(PDFName.of('FT')) === PDFName.of('Sig')) dict.delete(PDFName.of('V'))
  const annotations = dict.lookup(PDFName.of('Annots'))
  if (annotations instanceof PDFArray) dropCarriers(annotations)
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
