/** What belongs together stays so: the lines of code, a drawing and its labels, a picture and the name below it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { find } from '../../support/pdf'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

beforeAll(() => applySchema())

const page = (css: string, body: string) =>
  `<!doctype html><html lang="en"><title>x</title><style>body{margin:0}${css}</style>${body}</html>`

async function optimized(html: string) {
  const { pages, headers } = await render(html, { goCreditMode: true })
  return { pages, summary: headers.get('x-optimization') ?? '' }
}

describe('text keeps its line ends where its lines are made to wrap:', () => {
  const lines = [
    'function first() {',
    '    call(anArgument);',
    `    call(${'another, '.repeat(16)}last);`,
    '}',
  ]

  it.each([
    ['code in a box that scrolls', 'font:16px monospace;overflow:auto'],
    ['what is beyond the page', 'font:16px sans-serif;width:max-content'],
  ])('%s', async (_, css) => {
    const body = `<div><code>${lines.join('\n')}</code></div>`
    const { pages } = await optimized(page(`code{display:block;white-space:pre;${css}}`, body))
    const [head, second, third] = ['function', 'anArgument', 'another'].map((word) => find(pages[0], word))
    expect(pages[0]?.text).toContain('last);')
    expect(second?.y).not.toBeCloseTo(head?.y ?? 0, 0)
    expect(third?.y).not.toBeCloseTo(second?.y ?? 0, 0)
  })
})

describe('a drawing of scripts and its labels become smaller as one:', () => {
  /** Each label stands below a mark of the picture. */
  const at = [80, 300, 520, 740, 840]
  const marks = at.map((x, index) => `<text x=${x} y=${20 + index * 30}>Mark${index}</text>`)
  const labels = at.map((x, index) => `<b style="left:${x}px;top:${30 + index * 30}px">Leaf${index}</b>`)
  const drawing = `<div class=tree><svg width=900 height=200>${marks.join('')}</svg>${labels.join('')}</div>`

  it.each([
    ['in a box as wide as the page', '', 'repaired=too_wide'],
    ['with labels that would be too small', 'b{font-size:7px!important}', 'left=small_text'],
  ])('%s', async (_, css, outcome) => {
    const all = `.tree{position:relative;height:200px}.tree *{position:absolute}.tree svg{left:0;top:0}b{font:16px sans-serif}${css}`
    const { pages, summary } = await optimized(page(all, `<h1>Tree</h1>${drawing}`))
    expect(summary).toContain(outcome)
    for (const index of at.keys()) {
      const [mark, leaf] = [find(pages[0], `Mark${index}`), find(pages[0], `Leaf${index}`)]
      expect(Math.abs(mark.x - leaf.x)).toBeLessThan(1)
    }
    const [first, last] = [find(pages[0], 'Leaf0'), find(pages[0], 'Leaf4')]
    expect((last.x - first.x) / 760).toBeLessThan(0.65)
  })
})

it('a floating tile of a gallery is not divided between its picture and its name', async () => {
  const css =
    '.tile{float:left;width:60%;margin-bottom:20px;overflow:hidden}.icon{font-size:30px;line-height:40px}p{margin:0;line-height:40px}'
  const tiles = Array.from(
    { length: 30 },
    (_, at) => `<div class=tile><div class=icon>icon-${at}.</div><p>code-${at}.</p></div>`,
  )
  const { pages, summary } = await optimized(page(css, tiles.join('')))
  const pageOf = (word: string) => pages.findIndex(({ text }) => text.includes(word))
  for (const [at] of tiles.entries()) expect(pageOf(`icon-${at}.`)).toBe(pageOf(`code-${at}.`))
  expect(summary).toContain('repaired=split_figure')
})

it('a heading goes with cards that do not fit beneath it, though a gap is between them', async () => {
  const css =
    'p{height:40px;margin:0}h2{margin:0;padding:10px}.all{padding:20px}.row{display:flex;flex-wrap:wrap}.card{flex:1;margin:16px;height:400px;border:1px solid #999;border-radius:8px}'
  const card = (name: string) => `<div class=card>${name}</div>`
  const section = `<section><div><h2>Prices</h2></div><div class=all><div class=row>${card('Small')}${card('Large')}</div></div></section>`
  const { pages } = await optimized(page(css, '<p>Text</p>'.repeat(18) + section))
  expect(pages).toHaveLength(2)
  for (const word of ['Prices', 'Small', 'Large']) expect(pages[1]?.text).toContain(word)
})

it('two headings in a row go together, and more text goes with them', async () => {
  const css = 'p{line-height:40px;margin:0}h2,h3{margin:0;font-size:20px;line-height:50px}'
  const section = '<h2>Elements</h2><h3>Tables</h3><p>Rows</p>'
  const { pages } = await optimized(page(css, '<p>Text</p>'.repeat(23) + section + '<p>More</p>'.repeat(18)))
  expect(pages).toHaveLength(2)
  expect(pages[1]?.text).toMatch(/^\s*Elements\s+Tables\s+Rows/)
})

it('a page more is not made for one heading where little would be on it', async () => {
  const css = 'p{line-height:40px;margin:0}h2{margin:0;line-height:50px}div{break-inside:avoid}'
  const text = (count: number) => '<p>Text</p>'.repeat(count)
  const body = `${text(24)}<h2>Heading</h2>${text(20)}<div>${text(5)}</div>`
  const { pages, summary } = await optimized(page(css, body))
  expect(summary).toContain('pages=2>2; found=stranded_heading:1')
  expect(pages[0]?.text).toContain('Heading')
})
