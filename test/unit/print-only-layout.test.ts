import { expect, it } from 'vitest'
import { PrintOnlyLayout } from '../../src/browser/print-only-layout'

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
