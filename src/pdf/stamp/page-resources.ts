/** Adds to the resources of pages. */
import { PDFDict, PDFName, type PDFPage, type PDFRef } from 'pdf-lib'
import { entriesOf, pageResources } from '../pdfa/objects'

/** A name that none of the pages uses for a resource of this category. */
export function unusedName(pages: readonly PDFPage[], category: string, name: string): string {
  const used = new Set<string>()
  for (const page of pages) for (const { name } of entriesOf(pageResources(page), category)) used.add(name)
  let free = name
  for (let number = 2; used.has(free); number++) free = `${name}${number}`
  return free
}

/** Adds entries to a category (`XObject`, …). Pages may share their resources: each gets a copy of what is changed. */
export function addResources(page: PDFPage, category: string, entries: { [name: string]: PDFRef }): void {
  const inherited = page.node.getInheritableAttribute(PDFName.of('Resources'))
  const known = page.doc.context.lookup(inherited)
  const resources = known instanceof PDFDict ? known.clone() : page.doc.context.obj({})
  const found = resources.lookup(PDFName.of(category))
  const copy = found instanceof PDFDict ? found.clone() : page.doc.context.obj({})
  for (const [name, value] of Object.entries(entries)) copy.set(PDFName.of(name), value)
  resources.set(PDFName.of(category), copy)
  page.node.set(PDFName.of('Resources'), resources)
}
