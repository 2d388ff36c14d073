/**
 * Pages often share one dictionary of resources: a page that is taken out would take the images and forms of all others
 * along. So each page keeps those that it draws. What nothing draws may break PDF/A too.
 */
import { PDFDict, type PDFDocument, PDFName, type PDFPage, PDFStream } from 'pdf-lib'
import {
  dictAt,
  dropUnreachable,
  entriesOf,
  isType3,
  nameAt,
  pageContent,
  pageResources,
} from '../pdfa/objects'
import { readInTurns } from '../read-in-turns'
import { budgetOf } from '../work-budget'

const [RESOURCES, XOBJECT] = [PDFName.of('Resources'), PDFName.of('XObject')]

/**
 * Returns whether anything was dropped. Pages with fewer than `least` images and forms are not looked at. Throws
 * WorkLimitExceeded.
 */
export async function dropUnusedImages(document: PDFDocument, { least = 2 } = {}): Promise<boolean> {
  let isChanged = false
  const pages = document.getPages()
  const users = Map.groupBy(pages, (page) => dictAt(pageResources(page), 'XObject'))
  for (const [objects, sharing] of users) {
    if (!objects || objects.keys().length < least) continue
    for (const page of sharing) if (await keepDrawn(page, objects)) isChanged = true
  }
  return isChanged
}

/** Takes images and forms that no page draws out of the document. Returns whether there were any. Throws WorkLimitExceeded. */
export async function dropUndrawn(document: PDFDocument): Promise<boolean> {
  const isChanged = await dropUnusedImages(document, { least: 1 })
  if (isChanged) dropUnreachable(document)
  return isChanged
}

/**
 * Has `work` done while the document has no images and forms that no page draws, and puts them back. `isChanged` tells
 * whether there are any. Throws WorkLimitExceeded.
 */
export async function withoutUndrawn(
  document: PDFDocument,
  work: (isChanged: boolean) => Promise<void>,
): Promise<void> {
  const { context } = document
  const objects = context.enumerateIndirectObjects()
  budgetOf(context).charge('objects', objects.length)
  const pages = document.getPages().map(({ node }) => ({ node, resources: node.get(RESOURCES) }))
  try {
    await work(await dropUndrawn(document))
  } finally {
    for (const [ref, object] of objects) context.assign(ref, object)
    for (const { node, resources } of pages) {
      if (resources) node.set(RESOURCES, resources)
      else node.delete(RESOURCES)
    }
  }
}

async function keepDrawn(page: PDFPage, objects: PDFDict): Promise<boolean> {
  const { context } = page.doc
  const resources = pageResources(page)
  const drawn = await drawnNames(page)
  if (!drawn || !resources || hasType3Font(resources)) return false
  const kept = objects.entries().filter(([key]) => drawn.has(key))
  // A form without resources of its own uses the page's.
  const usesThePages = kept.some(([, value]) => {
    const form = context.lookup(value)
    const dict = form instanceof PDFStream ? form.dict : undefined
    return nameAt(dict, 'Subtype') === 'Form' && !dict?.has(PDFName.of('Resources'))
  })
  if (usesThePages || kept.length === objects.keys().length) return false
  const own = resources.clone(context)
  own.set(XOBJECT, PDFDict.fromMapWithContext(new Map(kept), context))
  page.node.set(RESOURCES, own)
  return true
}

/** What the content draws by name; undefined if it could not be read to its end. */
async function drawnNames(page: PDFPage): Promise<Set<PDFName> | undefined> {
  const content = pageContent(page)
  const drawn = new Set<PDFName>()
  let read = 0
  await readInTurns(content, budgetOf(page.doc.context), ({ operator, operands, end }) => {
    if (operator === 'Do') drawn.add(PDFName.of((operands[0] ?? '').slice(1)))
    read = end
  })
  return content.slice(read).trim() === '' ? drawn : undefined
}

/** The glyphs of such a font are content, and use the page's resources if the font has none. */
function hasType3Font(resources: PDFDict): boolean {
  return entriesOf(resources, 'Font').some(({ object }) => object instanceof PDFDict && isType3(object))
}
