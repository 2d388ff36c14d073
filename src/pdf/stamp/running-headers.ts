/** Headers and footers of single pages, which the browser printed on empty pages of the same sizes. */
import type { PDFDocument } from 'pdf-lib'
import { Graft } from '../merge/graft'
import { loadTrusted } from '../open-own'
import { pageContent, pageResources } from '../pdfa/objects'
import { budgetOf } from '../work-budget'
import { drawOver, type Size } from './overlay'
import { unusedName } from './page-resources'

/** Pages that follow each other and have the same header and footer. `total` is the number of the document's last page. */
export type HeaderGroup = { which: 'first' | 'last' | 'others'; sizes: Size[]; number: number; total: number }

/** What is drawn, and how each group is printed: on as many pages; nothing if its header and footer are empty. */
export type RunningHeaders = {
  first: boolean
  last: boolean
  /** Number of the first page. */
  start: number
  print: (group: HeaderGroup) => Promise<Uint8Array> | undefined
}

/** Draws headers and footers over all pages of a document, as artifacts. */
export async function drawRunningHeaders(document: PDFDocument, headers: RunningHeaders): Promise<void> {
  const groups = groupsOf(
    // What is beyond the page (`crop-marks.ts`) is not the header's.
    document.getPages().map((page) => page.getTrimBox()),
    headers,
  )
  const printed = await Promise.all(groups.map((group) => headers.print(group)))
  for (const [index, group] of groups.entries()) {
    const bytes = printed[index]
    if (bytes) await drawGroup(document, { bytes, firstPage: group.number - headers.start })
  }
}

/** The first page by itself if it differs, the last if it does and is not the first, and those between. */
function groupsOf(sizes: Size[], { first, last, start }: RunningHeaders): HeaderGroup[] {
  const total = start + sizes.length - 1
  const begin = first ? 1 : 0
  const end = Math.max(begin, sizes.length - (last ? 1 : 0))
  return [
    { which: 'first' as const, sizes: sizes.slice(0, begin), number: start, total },
    { which: 'others' as const, sizes: sizes.slice(begin, end), number: start + begin, total },
    { which: 'last' as const, sizes: sizes.slice(end), number: start + end, total },
  ].filter((group) => group.sizes.length > 0)
}

async function drawGroup(
  document: PDFDocument,
  { bytes, firstPage }: { bytes: Uint8Array; firstPage: number },
): Promise<void> {
  const work = budgetOf(document.context)
  const source = await loadTrusted(bytes, work)
  const graft = new Graft(source.context, document.context)
  const pages = document.getPages().slice(firstPage, firstPage + source.getPageCount())
  const name = unusedName(pages, 'XObject', 'Header')
  for (const [index, page] of pages.entries()) {
    const sheet = source.getPage(index)
    const resources = pageResources(sheet)
    const form = document.context.flateStream(pageContent(sheet), {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: graft.copyValue(sheet.node.MediaBox()),
      Resources: resources ? graft.copyValue(resources) : {},
    })
    const value = document.context.register(form)
    await drawOver(page, { content: `/${name} Do`, resources: [{ category: 'XObject', name, value }] })
    work.countPages(1)
    await work.takeTurns()
  }
}
