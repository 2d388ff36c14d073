/**
 * ISO 14289-1 7.18.1 and 7.18.5 want every link in a `Link` element, by which readers reach it. Chromium leaves those of
 * running headers and footers outside the structure tree, their text being an artifact, and those inside a drawing with
 * a label in the drawing's own element, whose inside it does not tag.
 */
import {
  type PDFContext,
  type PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from 'pdf-lib'
import { numberTree, treeEntries } from '../merge/trees'
import { arrayAt, dictAt, dictOf, nameAt, numberAt } from './objects'
import { kids, kidTags, setKids, tagsOf, treeRoot, wrap } from './structure-tree'

/**
 * Gives each such link an element of its own: where it stands, or after the document's other content, in the order of
 * the pages.
 */
export function tagLooseLinks(doc: PDFDocument): void {
  const root = treeRoot(doc)
  const rootRef = doc.catalog.get(PDFName.of('StructTreeRoot'))
  const links = looseLinks(doc)
  const wrapped = wrapHeldLinks(doc)
  if (!root || !(rootRef instanceof PDFRef) || links.length + wrapped.size === 0) return
  const { context } = doc
  const parents = treeEntries(root.lookup(PDFName.of('ParentTree')), 'Nums').flatMap(
    ([key, value]): [number, PDFObject][] =>
      key instanceof PDFNumber ? [[key.asNumber(), wrapped.get(key.asNumber()) ?? value]] : [],
  )
  const listed = new Set(parents.map(([key]) => key))
  for (const [key, element] of wrapped) if (!listed.has(key)) parents.push([key, element])
  const top = kidTags(root)[0] ?? { ref: rootRef, dict: root }
  const declared = Math.max(numberAt(root, 'ParentTreeNextKey') ?? 0, 0)
  let key = parents.reduce((next, [used]) => Math.max(next, used + 1), declared)
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

/** Puts each link that another element holds into one of its own there; returns those by the link's `StructParent`. */
function wrapHeldLinks(doc: PDFDocument): Map<number, PDFRef> {
  const wrapped = new Map<number, PDFRef>()
  for (const tag of [...tagsOf(doc)].filter(({ type }) => type !== 'Link')) {
    const before = kids(tag.dict)
    const after = before.map((kid) => {
      const key = numberAt(linkAt(doc.context, kid), 'StructParent')
      if (key === undefined) return kid
      const link = wrap(tag, 'Link', [kid])
      wrapped.set(key, link)
      return link
    })
    if (after.some((kid, at) => kid !== before[at])) setKids(tag.dict, after)
  }
  return wrapped
}

/** The link that an element's kid refers to. */
export function linkAt(context: PDFContext, kid: PDFObject): PDFDict | undefined {
  const reference = dictOf(context.lookup(kid))
  const found = nameAt(reference, 'Type') === 'OBJR' ? dictAt(reference, 'Obj') : undefined
  return nameAt(found, 'Subtype') === 'Link' ? found : undefined
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
