/** What styles ask of pages, in words that the browser keeps. */
import { describe, expect, it } from 'vitest'
import { FurnitureCss } from '../../src/render/furniture-styles'

function rewritten(css: string) {
  const styles = new FurnitureCss()
  return { css: styles.rewrite(css), ...styles.uses }
}

describe('styles that ask for pages', () => {
  it('have page numbers, texts and leaders in custom properties', () => {
    const { css, targets, leaders } = rewritten(
      'a:hover::after{color:red;content:leader(".") " p. " target-counter(attr(href url), page, lower-roman)}b::after{content:target-text(url(#x))}',
    )
    expect(css).toBe(
      'a:hover::after{color:red;content:var(--platen-leader-0,"") "\u00a0p.\u00a0" var(--platen-target-0,"");margin-inline-start:var(--platen-gap,0)}b::after{content:var(--platen-target-1,"")}',
    )
    expect(leaders).toEqual(['.'])
    expect(targets).toEqual([
      { source: { attr: 'href' }, style: 'lower-roman' },
      { source: { id: 'x' }, style: undefined },
    ])
  })

  it('have texts of the document in styles of the page counter', () => {
    const { css, strings, sets } = rewritten(
      'h1 { string-set: chapter "§ " content(), mark attr(id) } @page { @top-left { content: "x" string(chapter) string(mark, last) } }',
    )
    expect(css).toBe(
      'h1 { --platen-string-set:0} @page { @top-left { content: "x" counter(page,platen-string-0) counter(page,platen-string-1) } }',
    )
    expect(strings).toEqual([
      { name: 'chapter', which: 'first' },
      { name: 'mark', which: 'last' },
    ])
    expect(sets).toEqual([
      [
        { name: 'chapter', parts: [{ text: '§ ' }, {}] },
        { name: 'mark', parts: [{ attr: 'id' }] },
      ],
    ])
  })

  it('have counters of the document too', () => {
    const { targets, sets } = rewritten(
      'a::after { content: target-counter(attr(href), Ch, upper-roman) } h1 { string-set: chapter "Part, " counter( Ch , lower-alpha) ": " content(), b counter(c) }',
    )
    const counter = (name: string, style: string) => ({ counter: { name, style } })
    expect(targets).toEqual([{ source: { attr: 'href' }, style: undefined, ...counter('Ch', 'upper-roman') }])
    expect(sets).toEqual([
      [
        { name: 'chapter', parts: [{ text: 'Part, ' }, counter('Ch', 'lower-alpha'), { text: ': ' }, {}] },
        { name: 'b', parts: [counter('c', 'decimal')] },
      ],
    ])
  })

  it.each([
    'a::after { content: target-counter(attr(href), pages) }',
    'a::after { content: leader(".") target-counters(attr(href), page, ".") }',
    'h1 { string-set: chapter counter(page) content() }',
    'h1 { string-set: chapter content(before) }',
    'a::after { content: leader(constructor) }',
    '@page { @top-left { content: string(chapter, start) element(x) } }',
    'p { content: string(chapter) }',
    '/* content: leader(".") */ p::after { content: "leader(x)" }',
  ])('stay as they are where it cannot be filled in: %s', (css) => {
    expect(rewritten(css).css).toBe(css)
  })

  it('have bookmarks in custom properties, those alone with values that we know', () => {
    const { css, bookmarks } = rewritten(
      'h1{bookmark-level:2 !important;bookmark-label:"§ " content();bookmark-state:closed}h2{bookmark-level:0;bookmark-label:counters(x)}@page{bookmark-level:1}',
    )
    expect(css).toBe(
      'h1{--platen-bookmark-level:2!important;--platen-bookmark-label:0;--platen-bookmark-state:closed}h2{bookmark-level:0;bookmark-label:counters(x)}@page{bookmark-level:1}',
    )
    expect(bookmarks).toEqual({ found: true, labels: [[{ text: '§ ' }, {}]] })
  })

  it('have rules for single pages under names of no page', () => {
    const { css, nths } = rewritten(
      '@page :nth(odd){}@page:nth( 3 ){}@page a:nth(-n+2), :nth(2n of b){}@page :nth(3){}@page :nth(x){}@page a:nth(2 of b){}',
    )
    expect(css).toBe(
      '@page :right{}@page platen-nth-0{}@page platen-nth-1, platen-nth-2{}@page platen-nth-0{}@page :nth(x){}@page a:nth(2 of b){}',
    )
    expect(nths).toEqual([
      { a: 0, b: 3, name: undefined, isOfGroup: false },
      { a: -1, b: 2, name: 'a', isOfGroup: false },
      { a: 2, b: 0, name: 'b', isOfGroup: true },
    ])
  })

  it.each<[string, object | undefined]>([
    [
      '@page{bleed:.25in;marks:crop cross}',
      { bleed: 0.25, outset: 0.25 + 8 / 25.4, crop: true, cross: true },
    ],
    ['@page{marks:crop}@page a{bleed:0}', { bleed: 0, outset: 8 / 25.4, crop: true, cross: false }],
    ['@page{bleed:1in !important;marks:none}', { bleed: 1, outset: 1, crop: false, cross: false }],
    ['@page{bleed:-1mm;marks:circle}p{bleed:3mm}', undefined],
    ['@page{bleed:3mm}@page{bleed:auto}', undefined],
    ['@page{bleed:2in}@page{bleed:2.1in}', { bleed: 2, outset: 2, crop: false, cross: false }],
  ])('say what the sheet has beyond the page: %s', (css, asked) => {
    const styles = new FurnitureCss()
    styles.rewrite(css)
    expect(styles.bleed.asked).toEqual(asked)
  })

  it('go on in sheets that the page loads: in one list, without a bleed, with page numbers of that sheet alone', () => {
    const styles = new FurnitureCss()
    styles.rewrite('h1{string-set:a content()}')
    const css = styles.rewriteLinked(
      'h2{string-set:b content();counter-reset:page 1}@page{bleed:3mm;marks:crop}',
    )
    expect(css).toBe('h2{--platen-string-set:1;counter-reset:page 1}@page{bleed:3mm;marks:crop}')
    expect([styles.uses.sets.length, styles.bleed.asked]).toEqual([2, undefined])
    expect(styles.rewriteLinked('b{counter-reset:page}@page{@top-left{content:counter(page)}}')).toBe(
      'b{--platen-page-set:1}@page{@top-left{content:counter(page,platen-page-0)}}',
    )
  })

  it('have calls of footnotes by whole selectors, whatever commas these hold', () => {
    const { css } = rewritten(':is(a, b)::footnote-call, [title="x, y"]::footnote-marker, p{color:red}')
    expect(css).toBe('[data-platen-call~="0"]::before,[data-platen-marker~="0"]::before, p{color:red}')
  })

  it('are read to their end in time, whatever they hold', () => {
    const css = `${'a{content:leader('.repeat(20_000)}${'a{string-set:x '.repeat(20_000)}`
    const nth = `@page :nth(${'1 of '.repeat(20_000)}`
    const uses = Array.from({ length: 5000 }, (_, at) => `a{content:target-text(attr(a${at}))}`).join('')
    expect(rewritten(css + nth + uses).targets.length).toBeLessThanOrEqual(100)
  })
})
