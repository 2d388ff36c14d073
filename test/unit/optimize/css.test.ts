import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeCss } from '../../../src/optimize/allowed-css'

describe('a stranger’s style sheet', () => {
  it('keeps what breaks, wraps, narrows and spaces, and makes it win', () => {
    const css = 'h2 { break-after: avoid } @media print { td { white-space: normal; padding: 2px 4px } }'
    expect(safeCss(css)).toBe(
      'h2{break-after:avoid!important}td{white-space:normal!important;padding:2px 4px!important}',
    )
  })

  it.each([
    ['hides', 'p{display:none}'],
    ['hides by visibility', 'p{visibility:hidden}'],
    ['makes transparent', 'p{opacity:0}'],
    ['recolours', 'p{color:transparent}'],
    ['moves away', 'p{position:absolute;left:-9999px}'],
    ['moves away by a margin', 'p{margin-left:-9999px}'],
    ['moves away by a wide margin', 'p{margin-left:5000px}'],
    ['moves away by transform', 'p{transform:translateX(-200%)}'],
    ['indents out of sight', 'p{text-indent:-999em}'],
    ['cuts off', 'p{overflow:hidden;height:0;max-height:1px}'],
    ['clips', 'p{clip-path:inset(100%)}'],
    ['makes tiny', 'p{font-size:1px}'],
    ['makes tiny in another unit', 'p{font-size:0.1em}'],
    ['makes tiny by a share', 'p{font-size:8%}'],
    ['makes tiny by zoom', 'p{zoom:0.01}'],
    ['makes tiny by a zoom of a share', 'p{zoom:1%}'],
    ['makes lines overlap', 'p{line-height:0}'],
    ['makes lines overlap by a length', 'p{line-height:1px}'],
    ['makes lines overlap by a share', 'p{line-height:1%}'],
    ['makes a box of nothing', 'p{width:0}'],
    ['computes', 'p{font-size:calc(1px - 1px)}'],
    ['reads a variable', 'p{font-size:var(--x)}'],
    ['reads an attribute', 'p{width:attr(data-w px)}'],
    ['loads', 'p{background:url(https://tracker.example/x)}'],
    ['loads through an allowed property', 'p{width:url(x)}'],
    ['imports', '@import "https://tracker.example/x.css";'],
    ['writes text', 'p::before{content:"Paid"}'],
    ['brings a font', '@font-face{font-family:x;src:url(x)}'],
    ['sets the page', '@page{size:A3;margin:0}'],
    ['forges a mark of ours', '[data-platen]{width:50px}'],
    ['ends the element', '</style><script>alert(1)</script>'],
    ['is prose', 'Sure! I would set the width of the table to 100%.'],
    ['is JSON', '{"css":"p{width:100%}"}'],
    ['is empty', ''],
  ])('that %s leaves nothing', (_, css) => {
    expect(safeCss(css)).toBe('')
  })

  it('loses a bad declaration and keeps its good neighbour', () => {
    expect(safeCss('table{zoom:.8;opacity:0;width:100%}')).toBe(
      'table{zoom:.8!important;width:100%!important}',
    )
  })

  it('never throws, and never lets a bracket, an address or an at-rule of its own through', () => {
    const pieces = [
      'p',
      '{',
      '}',
      'width',
      ':',
      '50%',
      ';',
      'url(x)',
      '@import',
      '"',
      "'",
      '/*',
      '*/',
      '\\',
      '</style>',
      'zoom:.8',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        expect(safeCss(parts.join(''))).not.toMatch(/url\(x\)[^{]*!important|@|<\/style/i)
      }),
    )
  })
})
