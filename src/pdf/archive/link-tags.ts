/**
 * Links outside the structure tree, as Chromium leaves those of running headers and footers: their text is an artifact,
 * but ISO 14289-1 7.18.1 and 7.18.5 want every link in a `Link` element, by which readers reach it.
 */
import { type PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import { numberTree, treeEntries } from '../merge/trees'
import { arrayAt, dictOf, nameAt, numberAt } from './objects'
import { kids, kidTags, setKids, treeRoot } from './tags'

/** Gives each such link an element of its own, after the document's other content, in the order of the pages. */
export function tagLooseLinks(doc: PDFDocument): void {
  const root = treeRoot(doc)
  const rootRef = doc.catalog.get(PDFName.of('StructTreeRoot'))
  const links = looseLinks(doc)
  if (!root || !(rootRef instanceof PDFRef) || links.length === 0) return
  const { context } = doc
  const parents = treeEntries(root.lookup(PDFName.of('ParentTree')), 'Nums').flatMap(
    ([key, value]): [number, PDFObject][] => (key instanceof PDFNumber ? [[key.asNumber(), value]] : []),
  )
  const top = kidTags(root)[0] ?? { ref: rootRef, dict: root }
  let key = Math.max(numberAt(root, 'ParentTreeNextKey') ?? 0, 0, ...parents.map(([used]) => used + 1))
  const elements = links.map(({ ref, dict, page }) => {
    const content = { Type: 'OBJR', Obj: ref, Pg: page }
    const element = context.register(
      context.obj({ Type: 'StructElem', S: 'Link', P: top.ref, Pg: page, K: content }),
    )
    dict.set(PDFName.of('StructParent'), PDFNumber.of(key))
    parents.push([key++, element])
    return element
  })
  setKids(top.dict, [...kids(top.dict), ...elements])
  root.set(PDFName.of('ParentTree'), context.register(numberTree(context, parents)))
  root.set(PDFName.of('ParentTreeNextKey'), PDFNumber.of(key))
}

function looseLinks(doc: PDFDocument): { ref: PDFRef; dict: PDFDict; page: PDFRef }[] {
  return doc.getPages().flatMap((page) =>
    (arrayAt(page.node, 'Annots')?.asArray() ?? []).flatMap((ref) => {
      const dict = ref instanceof PDFRef ? dictOf(doc.context.lookup(ref)) : undefined
      const isLoose = nameAt(dict, 'Subtype') === 'Link' && !dict?.has(PDFName.of('StructParent'))
      return dict && ref instanceof PDFRef && isLoose ? [{ ref, dict, page: page.ref }] : []
    }),
  )
}
