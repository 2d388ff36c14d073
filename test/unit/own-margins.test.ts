/** The margins of a document's own `@page` rule, by which its window is guessed. */
import { describe, expect, it } from 'vitest'
import { withOwnMargins } from '../../src/render/own-margins'

const mm = (length: number) => expect.closeTo(length / 25.4, 6)

describe('the margins of a document', () => {
  it.each([
    ['@page{margin:20mm}', [20, 20, 20, 20]],
    ['@page { margin: 17mm 20mm 24mm; @bottom-left { color: red } }', [17, 20, 24, 20]],
    ['@page{margin:1cm 0}', [10, 0, 10, 0]],
    ['@page{margin:1mm 2mm 3mm 4mm}@page :first{margin:9mm}', [1, 2, 3, 4]],
    ['@page{margin:1mm}@page{margin:2mm}', [2, 2, 2, 2]],
    ['@media print {p{color:red}}@page{margin:3mm}', [3, 3, 3, 3]],
  ])('are those that %s sets', (css, [top, right, bottom, left]) => {
    expect(withOwnMargins({}, `<style>${css}</style>`)).toEqual({
      margin_top: mm(top ?? 0),
      margin_right: mm(right ?? 0),
      margin_bottom: mm(bottom ?? 0),
      margin_left: mm(left ?? 0),
    })
  })

  it('give way to those of the request', () => {
    expect(withOwnMargins({ margin_left: 2, margin_top: undefined }, '@page{margin:25.4mm}')).toEqual({
      margin_top: mm(25.4),
      margin_right: mm(25.4),
      margin_bottom: mm(25.4),
      margin_left: 2,
    })
  })

  it.each([
    ['of other units', '@page{margin:10%}'],
    ['of too many lengths', '@page{margin:1mm 1mm 1mm 1mm 1mm}'],
    ['of a sheet of another server', '<link href=a.css><style>@page{margin:20mm}</style>'],
    ['beside queries of the window', '@page{margin:20mm}@media print and (min-width:600px){p{color:red}}'],
  ])('%s are left to the audit', (_, html) => {
    expect(withOwnMargins({ scale: 1 }, html)).toEqual({ scale: 1 })
  })
})
