/** A PDF with a little of everything that belongs to its pages, for what takes pages out of it or puts them together. */
import { PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString, StandardFonts } from 'pdf-lib'

export type SampleInit = {
  /** Each page says `<name> page <n>`. */
  name: string
  pages: number
  /** Adds a link from every page to the last, an outline with an item for each page, labels i, ii … and a field a page. */
  rich?: boolean
}

/** A document of A5 pages with a title and, if `rich`, what leads from page to page. */
export async function samplePdf({ name, pages, rich = false }: SampleInit): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const { context, catalog } = document
  document.setTitle(`${name} title`)
  document.setAuthor('Ada Lovelace')
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let page = 1; page <= pages; page++)
    document.addPage([420, 595]).drawText(`${name} page ${page}`, { font, x: 40, y: 500, size: 20 })
  if (!rich) return document.save()
  const all = document.getPages()
  const last = all.at(-1)?.ref
  const form = document.getForm()
  for (const [index, page] of all.entries()) {
    const link = context.obj({
      ...{ Type: 'Annot', Subtype: 'Link', Rect: [40, 400, 200, 420], Border: [0, 0, 0] },
      Dest: last && [last, 'Fit'],
    })
    page.node.addAnnot(context.register(link))
    const field = form.createTextField(`field ${index + 1}`)
    field.setText(`secret ${index + 1}`)
    field.addToPage(page, { x: 40, y: 300 })
  }
  const root = context.obj({ Type: 'Outlines', Count: PDFNumber.of(all.length) })
  const rootRef = context.register(root)
  const items = all.map((page, index) =>
    context.obj({
      Title: PDFHexString.fromText(`Item ${index + 1}`),
      Parent: rootRef,
      Dest: [page.ref, 'Fit'],
    }),
  )
  const refs = items.map((item) => context.register(item))
  for (const [index, item] of items.entries()) {
    const [before, after] = [refs[index - 1], refs[index + 1]]
    if (before) item.set(PDFName.of('Prev'), before)
    if (after) item.set(PDFName.of('Next'), after)
  }
  const [first, end] = [refs[0], refs.at(-1)]
  if (first && end) {
    root.set(PDFName.of('First'), first)
    root.set(PDFName.of('Last'), end)
  }
  catalog.set(PDFName.of('Outlines'), rootRef)
  catalog.set(PDFName.of('PageLabels'), context.obj({ Nums: [0, { S: 'r' }] }))
  catalog.set(PDFName.of('Lang'), PDFString.of('en'))
  return document.save()
}

/** A `data:` address of a PDF; `name` is its file's. */
export function pdfUrl(bytes: Uint8Array, name?: string): string {
  const parameter = name === undefined ? '' : `;name=${name}`
  return `data:application/pdf${parameter};base64,${Buffer.from(bytes).toString('base64')}`
}
