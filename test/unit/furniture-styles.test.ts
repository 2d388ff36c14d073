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
      'a:hover::after{color:red;content:var(--platen-leader-0,"") " p. " var(--platen-target-0,"");letter-spacing:var(--platen-spacing,inherit)}b::after{content:var(--platen-target-1,"")}',
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

  it.each([
    'a::after { content: target-counter(attr(href), chapter) }',
    'a::after { content: leader(".") target-counters(attr(href), page, ".") }',
    'h1 { string-set: chapter counter(chapter) content() }',
    'a::after { content: leader(constructor) }',
    '@page { @top-left { content: string(chapter, start) element(x) } }',
    'p { content: string(chapter) }',
    '/* content: leader(".") */ p::after { content: "leader(x)" }',
  ])('stay as they are where it cannot be filled in: %s', (css) => {
    expect(rewritten(css).css).toBe(css)
  })

  it('have bookmarks in custom properties, those alone with values that we know', () => {
    const { css, bookmarks } = rewritten(
      'h1{bookmark-level:2 !important;bookmark-label:"§ " content();bookmark-state:closed}h2{bookmark-level:0;bookmark-label:counter(x)}@page{bookmark-level:1}',
    )
    expect(css).toBe(
      'h1{--platen-bookmark-level:2!important;--platen-bookmark-label:0;--platen-bookmark-state:closed}h2{bookmark-level:0;bookmark-label:counter(x)}@page{bookmark-level:1}',
    )
    expect(bookmarks).toEqual({ found: true, labels: [[{ text: '§ ' }, {}]] })
  })

  it('have calls of footnotes by whole selectors, whatever commas these hold', () => {
    const { css } = rewritten(':is(a, b)::footnote-call, [title="x, y"]::footnote-marker, p{color:red}')
    expect(css).toBe('[data-platen-call~="0"]::before,[data-platen-marker~="0"]::before, p{color:red}')
  })

  it('are read to their end in time, whatever they hold', () => {
    const css = `${'a{content:leader('.repeat(20_000)}${'a{string-set:x '.repeat(20_000)}`
    const uses = Array.from({ length: 5000 }, (_, at) => `a{content:target-text(attr(a${at}))}`).join('')
    expect(rewritten(css + uses).targets.length).toBeLessThanOrEqual(100)
  })
})
