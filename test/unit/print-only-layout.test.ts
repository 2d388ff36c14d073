import { expect, it } from 'vitest'
import { isPrintedNext, PrintOnlyLayout } from '../../src/browser/print-only-layout'
import type { PrintRequest } from '../../src/browser/print-request'

type Request = ConstructorParameters<typeof PrintOnlyLayout>[0]
type Page = ConstructorParameters<typeof PrintOnlyLayout>[1]

/** What is said to a page that is laid out for `media`, in order. */
function pageOf(media: Page['tab']['media'], request: Partial<Request> = {}) {
  const said: string[] = []
  const tab = { media } as Page['tab']
  const layout = new PrintOnlyLayout(
    { html: '<p>long'.repeat(3000), scripted: false, ...request },
    {
      tab,
      callInPage: ((name: string, isWanted: boolean) =>
        Promise.resolve(said.push(`${name} ${isWanted}`))) as unknown as Page['callInPage'],
      emulateMedia: async (asked) => {
        tab.media = asked
        said.push(`media ${asked}`)
      },
    },
  )
  return { layout, said }
}

it('a page that is printed is laid out for that alone, and as before when it is measured again', () => {
  const { layout, said } = pageOf('print')
  layout.end()
  expect(said).toEqual([])
  layout.begin()
  expect(said.splice(0)).toEqual(['media ', 'layOutForScreen false'])
  layout.end()
  expect(said.splice(0)).toEqual(['layOutForScreen true', 'media print'])
  layout.begin()
  expect(said).toEqual(['media ', 'layOutForScreen false'])
})

it('a page that is not told what it is laid out for is not told after a print, either', () => {
  const { layout, said } = pageOf('')
  layout.begin()
  layout.end()
  expect(said).toEqual(['layOutForScreen false', 'layOutForScreen true'])
})

it.each<[string, Partial<Request>]>([
  ['a short document', { html: '<p>short' }],
  ['one whose scripts would see it', { scripted: true }],
  ['one that is printed as on a screen', { media: 'screen' }],
  [
    'one sheet that is measured in its window',
    {
      sheet: { width: 794, height: 1123, margins: {}, defaultMargin: 38, preferCssPageSize: false, scale: 1 },
    },
  ],
])('%s is laid out for the screen, too', (_, request) => {
  const { layout, said } = pageOf('', request)
  layout.begin()
  layout.end()
  expect(said).toEqual([])
})

const plain: PrintRequest = {
  html: '<h1>Invoice 42</h1>',
  url: undefined,
  viewport: { width: 716, height: 16 },
  scripted: false,
  grow: { top: false, bottom: false },
  print: {},
  timeoutMs: 1000,
}
const paper = { width: 794, height: 1123, margins: {}, defaultMargin: 38, preferCssPageSize: false, scale: 1 }

it('a document that nothing measures is printed next when it is ready', () => {
  expect(isPrintedNext(plain)).toBe(true)
  expect(isPrintedNext({ ...plain, largerPages: { paper, isKnown: false } })).toBe(true)
})

it.each<[string, Partial<PrintRequest>]>([
  ['scripts', { scripted: true }],
  ['a medium of its own', { media: 'screen' }],
  ['tags', { print: { generateTaggedPDF: true } }],
  ['a header', { header: '<b>1</b>' }],
  ['a page size that is compared', { paperToCheck: paper }],
  ['larger pages', { largerPages: { paper, isKnown: true } }],
  ['findings that are to be placed', { layout: { paper, backgrounds: true } }],
  ['style sheets of another server', { html: '<link rel=stylesheet href=a.css>' }],
  ['an animation', { html: '<p style="animation: rise 1s">' }],
])('one with %s is not', (_, more) => {
  expect(isPrintedNext({ ...plain, ...more })).toBe(false)
})
