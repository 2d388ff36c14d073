/** Appends PDFs to a document so that what works in them goes on working. */
import { type PDFDocument, PDFName, PDFPage, PDFPageLeaf } from 'pdf-lib'
import { openSource, type SourcePdf } from '../arrange/open-source'
import { titleOf } from '../document-properties'
import { asProblem, unusableFile } from '../import/open-foreign'
import { budgetOf } from '../work-budget'
import { addDestinations, renameDestinations } from './destinations'
import { addFields, prepareFields } from './fields'
import { Graft } from './graft'
import { addLayers } from './layers'
import { addToOutline, hasOutline } from './outline'
import { addPageLabels } from './page-labels'
import { addTags, isTagged, prepareTags, replaceStructureRoot } from './tags'

/** Pages a whole document may have after merging. */
const MAX_PAGES = 1000
/** Characters of a file's title in the outline. */
const MAX_OUTLINE_TITLE = 1000

/** Where a file's pages stand in the result, counted from 1. */
export type MergedFile = {
  name: string
  pointer: string
  firstPage: number
  lastPage: number
  tagged: boolean
  /** What of the file is not what it was, in words that follow its name. */
  warnings: string[]
}

/** Entries of a page that belong to the document it comes from. */
const left = 'Parent Thumb B AA AF PieceInfo Metadata OutputIntents DPart'
  .split(' ')
  .map((key) => PDFName.of(key))

/**
 * Appends the files in order, page sizes as they are. Links, named destinations, outlines, form fields, layers
 * and (if both have them) tags survive; names are made unique. Throws `asset_failed` as `openSource` does.
 */
export async function merge(
  document: PDFDocument,
  files: SourcePdf[],
  needs: { tagged?: boolean } = {},
): Promise<MergedFile[]> {
  const work = budgetOf(document.context)
  const sources = []
  for (const file of files) {
    const { document: source, warnings } = await openSource(file, work, needs)
    sources.push({ file, source, warnings })
    work.countPages(source.getPageCount())
    await work.takeTurns()
  }
  const outlined = hasOutline(document) || sources.some(({ source }) => hasOutline(source))
  const merged: MergedFile[] = []
  for (const { file, source, warnings } of sources) {
    try {
      const pages = await append(document, source, file, merged.length + 1, outlined)
      const lost = pages.tagged && !isTagged(document) ? ['lost its tags: set `tagged` to keep them'] : []
      merged.push({ ...pages, warnings: [...warnings, ...lost] })
    } catch (error) {
      throw asProblem(error, file)
    }
    await work.takeTurns()
  }
  return merged
}

async function append(
  document: PDFDocument,
  source: PDFDocument,
  file: SourcePdf,
  serial: number,
  outlined: boolean,
): Promise<Omit<MergedFile, 'warnings'>> {
  const firstPage = document.getPageCount() + 1
  const pages = source.getPages()
  if (firstPage + pages.length - 1 > MAX_PAGES)
    throw unusableFile(file, `makes the document longer than ${MAX_PAGES} pages`)
  const graft = new Graft(source.context, document.context)
  const tags = prepareTags(document, source, serial)
  const destinations = renameDestinations(document, source)
  prepareFields(document, source)
  if (tags.joins) replaceStructureRoot(document, source, graft)
  // All pages before the first is copied: it may lead to any other, which is copied with it.
  for (const { node } of pages) for (const key of left) node.delete(key)
  const work = budgetOf(document.context)
  for (const page of pages) {
    addPage(document, page, graft)
    work.countPages(1)
    await work.takeTurns()
  }

  addDestinations(document, destinations, graft)
  addFields(document, source, graft)
  addLayers(document, source, graft)
  addPageLabels(document, source, firstPage - 1, graft)
  if (tags.joins) addTags(document, source, tags.offset, serial, graft)
  const opening = pages[0]
  if (outlined && opening) {
    addToOutline(
      document,
      source,
      titleOf(source)?.slice(0, MAX_OUTLINE_TITLE) || file.name,
      graft.copy(opening.ref),
      graft,
    )
  }
  const { name, pointer } = file
  return { name, pointer, firstPage, lastPage: firstPage + pages.length - 1, tagged: isTagged(source) }
}

function addPage(document: PDFDocument, page: PDFPage, graft: Graft) {
  const ref = graft.copy(page.ref)
  const leaf = document.context.lookup(ref)
  if (!(leaf instanceof PDFPageLeaf)) throw new Error('a copied page is no page')
  document.addPage(PDFPage.of(leaf, ref, document))
}
