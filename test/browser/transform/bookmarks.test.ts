/** Bookmarks that styles ask for: the outline of the file. */
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFRef } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

beforeAll(() => applySchema())

const warningsOf = (headers: Headers) => decodeURIComponent(headers.get('x-warnings') ?? '')

/** The items as `level title page`, with a sign for those that are closed. */
async function outlineOf(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes)
  const pages = document.getPages().map(({ ref }) => ref)
  const read = (parent: PDFDict, level: number): string[] => {
    const lines: string[] = []
    for (
      let item = parent.lookup(PDFName.of('First'));
      item instanceof PDFDict;
      item = item.lookup(PDFName.of('Next'))
    ) {
      const title = item.lookup(PDFName.of('Title'), PDFHexString).decodeText()
      const page = item.lookup(PDFName.of('Dest'), PDFArray).get(0)
      const count = item.lookup(PDFName.of('Count'))
      const closed = count instanceof PDFNumber && count.asNumber() < 0 ? ' closed' : ''
      lines.push(`${level} ${title} ${page instanceof PDFRef ? pages.indexOf(page) + 1 : 0}${closed}`)
      lines.push(...read(item, level + 1))
    }
    return lines
  }
  const root = document.catalog.lookup(PDFName.of('Outlines'))
  return root instanceof PDFDict ? read(root, 1) : []
}

const book = (css: string) =>
  `<!doctype html><html lang="en"><title>Book</title><style>h1{break-before:page}${css}</style><h1>Öne</h1><h2>One a</h2><p class="mark" title="Key">A mark<h2 class="no">Not this</h2><h1>Two</h1><h3>Deep</h3>`

describe('bookmark-level', () => {
  it('makes an outline with labels and states, headings by default, and pages as with it off', async () => {
    const css = `.mark{bookmark-level:2;bookmark-label:"see " attr(title) ": " content()}.no{bookmark-level:none}h1{bookmark-state:closed !important}`
    const { bytes, headers, pages } = await render(book(css), { options: { pdf_format: 'PDF/A-2b' } })
    expect(warningsOf(headers)).toBe('')
    expect(pages).toHaveLength(2)
    expect(await outlineOf(bytes)).toEqual([
      '1 Öne 1 closed',
      '2 One a 1',
      '2 see Key: A mark 1',
      '1 Two 2 closed',
      '2 Deep 2',
    ])
  })

  it('goes with a contents list and with headings’ own outline, and is left out where that is refused', async () => {
    const css = `h2,h3{bookmark-level:none}`
    const both = await render(book(css), { options: { toc: true, outline: true } })
    expect(await outlineOf(both.bytes)).toEqual(['1 Öne 2', '1 Two 3'])
    const none = await render(book(css), { options: { outline: false } })
    expect(await outlineOf(none.bytes)).toEqual([])
  })

  it('names what it does not know', async () => {
    const { headers } = await render(
      book('h1{bookmark-level:first}h2{bookmark-label:counters(x, ".") content()}'),
    )
    expect(warningsOf(headers)).toContain('CSS that this browser ignores: bookmark-level, bookmark-label')
  })
})
