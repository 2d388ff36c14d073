/** Pages that the browser printed in another way than the rest: what they show takes the place of what stands there. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFPage } from 'pdf-lib'
import { Graft } from './merge/graft'
import { loadTrusted } from './open-own'
import { pageContent, pageResources, setPageContent } from './pdfa/objects'
import { budgetOf } from './work-budget'

/** Pages of `file`, and their places in the document from 0; undefined for those that it does not have. */
export type PageReplacement = { file: Uint8Array; places: readonly (number | undefined)[] }

/** Replaces them. Tags stay those of the document: a page whose marks are not the same is left alone, and told. */
export async function replaceContents(
  document: PDFDocument,
  replacements: readonly PageReplacement[],
): Promise<string[]> {
  const work = budgetOf(document.context)
  let left = 0
  for (const { file, places } of replacements) {
    const source = await loadTrusted(file, work)
    const graft = new Graft(source.context, document.context)
    for (const [index, place] of places.entries()) {
      if (place === undefined || place >= document.getPageCount() || index >= source.getPageCount()) continue
      const [page, other] = [document.getPage(place), source.getPage(index)]
      const content = pageContent(other)
      work.countPages(1)
      await work.takeTurns()
      if (marksOf(content) !== marksOf(pageContent(page))) left++
      else {
        replace(page, { content, resources: pageResources(other), graft })
        moveLinks(page, other)
      }
    }
  }
  return left > 0 ? [`@page :nth(): ${left} page(s) are left as they are: their tags would be lost`] : []
}

function replace(
  page: PDFPage,
  {
    content,
    resources,
    graft,
  }: { content: string; resources: ReturnType<typeof pageResources>; graft: Graft },
): void {
  setPageContent(page, content)
  if (resources) page.node.set(PDFName.of('Resources'), graft.copyValue(resources))
}

/** The text may have moved as a whole, and its links with it. */
function moveLinks(page: PDFPage, other: PDFPage): void {
  const [own, moved] = [page, other].map(({ node }) =>
    (node.Annots()?.asArray() ?? []).map((annotation) => node.context.lookup(annotation)),
  )
  if (own?.length !== moved?.length) return
  for (const [at, annotation] of (own ?? []).entries()) {
    const twin = moved?.[at]
    if (!(annotation instanceof PDFDict && twin instanceof PDFDict)) continue
    for (const key of ['Rect', 'QuadPoints']) {
      const place = twin.get(PDFName.of(key))
      if (place instanceof PDFArray && annotation.has(PDFName.of(key)))
        annotation.set(PDFName.of(key), place.clone(annotation.context))
    }
  }
}

/** The parts of a content that tags refer to (ISO 32000-2, 14.7.5). */
function marksOf(content: string): string {
  return [...content.matchAll(/\/MCID (\d+)/g)].map(([, id]) => id).join()
}
