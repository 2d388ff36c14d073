/** A repair does no harm: colours, bars and first pages stay what they were, and the audit sees the layout that is printed. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { find } from '../../support/pdf'
import { drawPage, samePixels } from '../../support/pixels'
import { everyThirdOf } from '../../support/runs'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

beforeAll(() => applySchema())

const page = (css: string, body: string) =>
  `<!doctype html><html lang="en"><title>x</title><style>${css}</style>${body}</html>`

/** Prints a document as it is and with goCreditMode. */
async function both(html: string) {
  const [plain, optimized] = await Promise.all([render(html), render(html, { goCreditMode: true })])
  return { plain, optimized, summary: optimized.headers.get('x-optimization') ?? '' }
}

describe('what is right already stays as it is, to the pixel', () => {
  it.each(
    everyThirdOf([
      [
        'light text on pages that are dark by @page',
        '@page{margin:.6in;background:#111827}body{color:#e5e7eb}',
        '<h1>Night</h1>',
      ],
      [
        'a dark cover',
        '@page:first{background:#1d2b3a}h1{color:#fbc847;break-after:page}',
        '<h1>Cover</h1><p>Text</p>',
      ],
      [
        'a button that hangs beside the text of a box as wide as the page',
        'main{height:930px}.buy{position:fixed;right:24px;bottom:24px;background:#f00}',
        '<main>Text</main><footer style="padding:20px 0">Made by us</footer><div class=buy>Buy this</div>',
      ],
      [
        'a brand’s colour on grey',
        '.box{background:#f6f6f6}.t{color:#1ee494}',
        '<p class="t">Invoice</p><p class="box t">Total</p>',
      ],
      [
        'a formula wider than the page, with a root',
        '.katex{display:block;white-space:nowrap}.katex i{display:inline-block;width:min-content}i b{display:inline-block;position:relative;top:6px;font-size:70%}u{display:inline-block;position:relative;width:60px;height:20px;overflow:hidden}u svg{position:absolute;left:0;top:0;width:400px;height:20px}',
        `<p>The sum is</p><div class="katex"><u>x<svg viewBox="0 0 400 20"><path d="M0 1h400"/></svg></u>${'<i>a<b>10</b></i> + <i>x<b>10</b></i> + '.repeat(14)}</div>`,
      ],
      [
        'a watermark, translucent beneath other text or pale and large over it',
        'body{background:#e5e5e5}b{position:absolute;left:20px;top:0;font-size:110px;color:rgba(255,255,255,.2)}i{position:absolute;top:300px;font-size:120px;color:#ddd;transform:rotate(-20deg)}',
        `<b>TICKET</b><i>DRAFT</i>${'<p>Name of the guest, seat and gate</p>'.repeat(16)}`,
      ],
      [
        'labels that have no room in a chart of a line’s height',
        'div{position:relative;display:inline-block;overflow:hidden;width:100px;height:20px}svg,a{position:absolute;left:0;top:0}svg{width:100px;height:20px;background:#ace}a{top:4px;width:90px}',
        'Alaska <div><svg></svg><a>A chart by somebody</a></div><br>'.repeat(4),
      ],
      [
        'a panel that hangs beside the page until it is called',
        '.panel{position:fixed;top:0;right:-360px;width:360px;height:100%;background:#eee}',
        `${'<p>Text</p>'.repeat(50)}<div class="panel">Settings</div>`,
      ],
      [
        'light text that is not inside of the box that it lies on',
        'body{background:#f8f9fa}.bar{height:90px;background:#5e72e4}.out,nav{position:absolute;color:#fff}.out{width:100%}',
        '<nav>Dashboard</nav><div class="bar"></div><div class="bar out"></div><nav>Billing</nav>',
      ],
    ]),
  )('%s', async (_, css, body) => {
    const { plain, optimized } = await both(page(css, body))
    expect(await samePixels(plain.bytes, optimized.bytes)).toBe(true)
  })

  const animated = (time: string) => `.menu{animation:up ${time}}@keyframes up{from{opacity:0}}`
  it.each([
    ['an animation of 100s', animated('100s'), ''],
    ['an animation of .3s', animated('.3s'), ''],
    [
      'an animation that ends before the document is whole',
      animated('.1s'),
      '<img alt="Red" src="{site}/red.png?after=600">',
    ],
    [
      'an animation that ends while scripts are waited for',
      animated('.1s'),
      '<script src="{site}/page.js?after=600" async></script>',
    ],
  ])(
    'text over which a menu comes up by %s, which a visitor would have closed',
    async (_, entrance, late) => {
      const css = `.menu{position:absolute;top:24px;left:0;background:#ff0}${entrance}`
      const rest = late.replace('{site}', inject('origins').site)
      const [menu, none] = await Promise.all([
        both(page(css, `<p>Text</p><div class=menu>Menu</div>${rest}`)),
        both(page(css, `<p>Text</p>${rest}`)),
      ])
      expect(await samePixels(menu.plain.bytes, none.plain.bytes)).toBe(true)
      expect(await samePixels(menu.optimized.bytes, none.optimized.bytes)).toBe(true)
    },
  )

  it('own styles that scripts set, which no attribute can hold', async () => {
    const body = `<div id="x"><p>Body</p></div><p>Second page</p>
      <script>x.style.setProperty('--head','"Chapter Alpha');x.style.setProperty('--foot','"Foot"')</script>`
    const css = '#x{break-after:page}#x::before{content:var(--head)}#x::after{content:var(--foot)}'
    const { plain, optimized } = await both(page(css, body))
    expect(plain.text).toContain('Chapter Alpha')
    expect(optimized.text).toBe(plain.text)
  })

  it('the head of a table that is hidden on paper', async () => {
    const css = 'thead{display:none}tr,td{display:block}tr{margin-bottom:9px;border:1px solid}'
    const rows = '<tr><td>One</td><td>Two</td><td>Three</td></tr>'.repeat(40)
    const { optimized } = await both(
      page(css, `<table><thead><tr><th>Hidden</th></tr></thead>${rows}</table>`),
    )
    expect(optimized.text).not.toContain('Hidden')
  })
})

describe('a repair', () => {
  it('keeps bars, dots and shares of heights that have no text', async () => {
    const css = `.wrap{width:1400px;display:flex}.card{width:690px}.bar{height:40px;background:#e5e7eb}
      .bar div{background:#e74a3b;height:100%;width:80%}.dot{display:inline-block;width:40px;height:40px;background:#00f}`
    const card = '<div class=card><h4>Sales</h4><div class=bar><div></div></div><span class=dot></span></div>'
    const { optimized, summary } = await both(page(css, `<div class=wrap>${card}${card}</div>`))
    expect(summary).toContain('repaired=too_wide')
    const colorAt = await drawPage(optimized.bytes)
    const colors = new Set(Array.from({ length: 400 }, (_, y) => [40, 500].map((x) => colorAt(x, y))).flat())
    expect([...colors]).toEqual(expect.arrayContaining(['#e74a3b', '#e5e7eb', '#0000ff']))
  })

  it('keeps the bars of a table that is made narrower as long as its cells say', async () => {
    const css =
      'body{margin:0}td{white-space:nowrap;padding:4px 10px}.pic{min-width:120px!important}i{display:block;height:40px;width:90%;background:#4d9221}'
    const numbers = Array.from({ length: 13 }, (_, at) => `<td>${at}.25 of 100`).join('')
    const row = `<tr><td>file.js<td class=pic><i></i>${numbers}`
    const { optimized, summary } = await both(page(css, `<table>${row}</table>`))
    expect(summary).toContain('wide_table')
    const colorAt = await drawPage(optimized.bytes)
    const bar = Array.from({ length: 590 }, (_, x) => colorAt(x, 50)).filter((color) => color === '#4d9221')
    expect(bar.length).toBeGreaterThan(45)
  })

  it('leaves nothing behind of a look at tables that took too long', async () => {
    const script = `let isFirst = true
      class Slow extends HTMLTableElement {
        static observedAttributes = ['data-platen-probe']
        attributeChangedCallback() { if (isFirst) for (isFirst = false; ; ); }
      }
      customElements.define('slow-table', Slow, { extends: 'table' })`
    const cells = Array.from({ length: 25 }, (_, at) => `<td style="min-width:90px">Cell${at}`).join('')
    const html = page('', `<table is=slow-table><tr>${cells}</table><p>After</p><script>${script}</script>`)
    const { plain, optimized } = await both(html)
    // On a busy machine it may not have worked for five seconds when most of its time is over.
    expect(optimized.headers.get('x-warnings')).toMatch(
      /could not be audited (?:within 5 seconds|in its time)/,
    )
    expect(await samePixels(plain.bytes, optimized.bytes)).toBe(true)
  })

  it('looks longer at a large document than at a small one', async () => {
    const script = `let isFirst = true
      class Slow extends HTMLTableElement {
        static observedAttributes = ['data-platen-probe']
        attributeChangedCallback() {
          const end = Date.now() + (isFirst ? 6000 : 0)
          for (isFirst = false; Date.now() < end; );
        }
      }
      customElements.define('slow-table', Slow, { extends: 'table' })`
    const cells = Array.from({ length: 25 }, (_, at) => `<td style="min-width:90px">Cell${at}`).join('')
    const large = `<!--${'x'.repeat(1_900_000)}-->`
    const html = page('', `<table is=slow-table><tr>${cells}</table>${large}<script>${script}</script>`)
    const { headers } = await render(html, { goCreditMode: true, options: { timeout: 60 } })
    expect(headers.get('x-warnings')).toBeNull()
    expect(headers.get('x-optimization')).toContain('repaired=wide_table')
  })

  it('leaves nothing behind of a table whose split took too long', async () => {
    const script = `const rows = document.querySelectorAll('tr').length
      let made = 0
      class Slow extends HTMLTableRowElement {
        connectedCallback() { if (++made === rows + 3) for (;;); }
      }
      customElements.define('slow-row', Slow, { extends: 'tr' })`
    const cells = (row: number) =>
      Array.from({ length: 25 }, (_, at) => `<td>Cell-${row}-${at} and&nbsp;more</td>`).join('')
    const table = [0, 1, 2, 3, 4].map((row) => `<tr is=slow-row>${cells(row)}</tr>`).join('')
    const html = page(
      'td{white-space:nowrap;padding:9px}',
      `<table>${table}</table><p>After</p><script>${script}</script>`,
    )
    const { plain, optimized } = await both(html)
    expect(await samePixels(plain.bytes, optimized.bytes)).toBe(true)
  })

  it('puts no bar on a page of its own', async () => {
    const css = 'main{height:1100px}.buy{position:fixed;right:20px;bottom:40px;background:#f00}'
    const text = '<p>Some text of the page</p>'.repeat(20)
    const { plain, optimized } = await both(
      page(css, `<main>${text}</main><div class=buy>Buy this now</div>`),
    )
    expect(optimized.pages.length).toBeLessThanOrEqual(plain.pages.length)
    expect(optimized.pages.every(({ text }) => text.trim() !== 'Buy this now')).toBe(true)
  })

  it('leaves the first page of a layout table as full as it was', async () => {
    const menu = '<p>Menu</p>'.repeat(12)
    const text =
      '<p>The article goes on for some lines of text that fill the page from its head to its foot.</p>'
    const inner = `<table><tr><td>Top</td></tr>${`<tr><td>${text.repeat(3)}</td></tr>`.repeat(12)}</table>`
    const html = page('', `<table><tr valign=top><td>${menu}</td><td>${inner}</td></tr></table>`)
    const { plain, optimized } = await both(html)
    const words = (text = '') => text.split(/\s+/).length
    expect(words(optimized.pages[0]?.text)).toBeGreaterThan(words(plain.pages[0]?.text) * 0.8)
  })

  it('lets a page with a least width of its own be as wide as the paper, upright and as large as it is', async () => {
    const css = `body{margin:0;min-width:992px!important}.row{display:flex;margin:0 -8px}table{width:100%}td{padding:12px}`
    const rows =
      '<tr><td>1</td><td>A product of some length</td><td>455-981-221</td><td>Total</td></tr>'.repeat(6)
    const { optimized } = await both(page(css, `<div class=row><table>${rows}</table></div>`))
    const last = optimized.pages[0]?.runs.filter(({ text }) => text.includes('Total')) ?? []
    expect(new Set(last.map(({ y }) => Math.round(y))).size).toBe(6)
    // Twelve points, as the document has it: the page is no longer made smaller to fit.
    for (const { size } of last) expect(size).toBeGreaterThan(11.5)
  })

  it('leaves a table as wide as the page that was to fill what is around it', async () => {
    const css = '.wrap{width:1100px}table{width:100%}th:last-child,td:last-child{text-align:right}'
    const rows = '<tr><td>Paper</td><td>12.00</td></tr>'.repeat(3)
    const text = `<p>${'Some text of the page. '.repeat(20)}</p>`
    const { optimized } = await both(page(css, `<div class=wrap>${text}<table>${rows}</table></div>`))
    const [first] = optimized.pages
    const prices = first?.runs.filter(({ text }) => text.includes('12.00')) ?? []
    expect(prices).toHaveLength(3)
    for (const { x } of prices) {
      expect(x).toBeGreaterThan((first?.width ?? 0) * 0.8)
      expect(x).toBeLessThan((first?.width ?? 0) - 40)
    }
  })

  it('moves nothing to a page where other text would lie over it', async () => {
    const css = 'p{margin:0;line-height:24px}section{height:400px}div{height:100%;border:1px solid}'
    const lines = (count: number) => '<p>Line</p>'.repeat(count)
    const card = `<section>${lines(2)}<div>${lines(12)}</div></section><footer>Made by us</footer>`
    const { optimized, summary } = await both(page(css, lines(34) + card + lines(20)))
    expect(summary).toContain('found=split_figure:1')
    const runs = optimized.pages[1]?.runs ?? []
    const at = runs.find(({ text }) => text.includes('Made'))?.y ?? 0
    const others = runs.filter(({ text }) => text.includes('Line'))
    expect(others.filter(({ y }) => Math.abs(y - at) < 9)).toEqual([])
  })

  it('of a least width of the whole page leaves all else as it is: what filled its box still does', async () => {
    const css = `body{margin:0;min-width:992px!important}.row{margin:0 -15px;display:flex}.col{width:100%;padding:0 15px}
      .card{border:1px solid}table{width:100%}td:last-child{text-align:right}`
    const table = '<table><tr><td>One</td><td>End</td></tr><tr><td>Two</td><td>End</td></tr></table>'
    const body = `<main style="padding:0 15px"><div class=row><div class=col><div class=card>${table}</div></div></div></main>`
    const { optimized, summary } = await both(page(css, body))
    expect(summary).toContain('repaired=too_wide;')
    const [first] = optimized.pages
    const ends = first?.runs.filter(({ text }) => text.includes('End')) ?? []
    expect(ends.map(({ x, width }) => Math.round((first?.width ?? 0) - x - width))).toEqual([43, 43])
  })

  it('of what is too wide keeps rows that hang over both edges as wide as what is around them', async () => {
    const css = `.wrap{width:1100px;padding:0 15px}.row{margin:0 -15px;display:flex}.col{padding:0 15px;width:100%;text-align:right}`
    const text = `<p>End</p>${'Some text of the page. '.repeat(20)}`
    const row = (inside: string) => `<div class=row><div class=col>${inside}</div></div>`
    const { optimized } = await both(page(css, `<div class=wrap>${row(row(text))}</div>`))
    const end = optimized.pages[0]?.runs.find(({ text }) => text.trim() === 'End')
    expect(end?.size).toBeGreaterThan(11)
    expect((optimized.pages[0]?.width ?? 0) - (end?.x ?? 0) - (end?.width ?? 0)).toBeLessThan(50)
  })

  const lines = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => `<p>${name}-${at}</p>`).join('')
  const LINES = 'body{margin:0}p{margin:0;line-height:24px}'

  it.each([
    [
      'that leaves the feet of most pages blank',
      `${LINES}section{border:1px solid;height:560px}`,
      Array.from({ length: 6 }, (_, at) => `<section>${lines(`Box${at}`, 20)}</section>`).join(''),
    ],
    [
      'that leaves a page nearly empty, in a document with forced breaks, and no cover loses its page',
      `${LINES}h1{break-after:page}figure{margin:0}`,
      `<h1>Cover</h1>${lines('Intro', 10)}<figure>${lines('Fig', 42)}</figure>`,
    ],
    [
      'that takes a page more, and leaves as much blank on those before',
      `${LINES}section{border:1px solid}`,
      `${lines('A', 28)}<section>${lines('Box', 24)}</section>${lines('B', 8)}<section>${lines('Frame', 25)}</section>${lines('C', 40)}`,
    ],
    [
      'that has the head of a page cut what hangs over it',
      `${LINES}.card{border:1px solid;margin-top:60px}.head{margin:-24px 16px 0;height:120px;background:#080;border-radius:8px;position:relative}`,
      `${lines('Line', 33)}<div class=card><div class=head>Chart</div>${lines('Card', 6)}</div>${lines('Last', 12)}`,
    ],
  ])('keeps no figure whole %s', async (_, css, body) => {
    const { plain, optimized, summary } = await both(page(css, body))
    expect(summary).toContain('left=split_figure')
    expect(optimized.pages.map(({ text }) => text)).toEqual(plain.pages.map(({ text }) => text))
  })

  it('squeezes no picture that scripts drew for the former width', async () => {
    const css =
      'body{margin:0;min-width:992px!important;color:#c00}.row{display:flex;flex-wrap:wrap}.row>*{flex:0 0 100%}canvas{max-width:100%}@media(min-width:780px){.row>*{flex-basis:50%}}'
    const script = `const pen = c.getContext('2d'); pen.fillRect(0, 0, c.width, c.height)`
    const canvas = '<canvas id=c width=700 height=200 style="width:700px;height:200px"></canvas>'
    const text = `<p>${'Some text of the page. '.repeat(11)}</p>`
    const body = `<div class=row><div>${canvas}</div></div>${text.repeat(13)}<script>${script}</script>`
    const { plain, optimized } = await both(page(css, body))
    const shapes = [plain, optimized].map(async ({ bytes }) => {
      const colorAt = await drawPage(bytes)
      const length = (at: (place: number) => string | undefined) =>
        Array.from({ length: 780 }, (_, place) => at(place)).filter((color) => color === '#000000').length
      return length((x) => colorAt(x, 60)) / length((y) => colorAt(60, y))
    })
    const [before = 0, after = 0] = await Promise.all(shapes)
    expect(after / before).toBeGreaterThan(0.85)
  })

  it('keeps the labels of a chart that is too wide where they stand over its picture', async () => {
    const css =
      'body{margin:0}#chart{width:900px}.frame{position:relative;width:900px;height:300px}.frame *{position:absolute;top:0}'
    const labels = '<div style="left:0">Left</div><div style="left:600px">Right</div>'
    const chart = `<div id=chart><div class=frame><canvas width=900 height=300></canvas>${labels}</div></div>`
    const { optimized, summary } = await both(page(css, `<h1>Sales</h1>${chart}`))
    expect(summary).toContain('repaired=too_wide')
    const [left, right] = ['Left', 'Right'].map((word) =>
      optimized.pages[0]?.runs.find(({ text }) => text.includes(word)),
    )
    // Points: two thirds of the picture, which is as wide as the page.
    const twoThirds = ((optimized.pages[0]?.width ?? 0) - 2 * 28.8) * (2 / 3)
    expect(Math.abs((right?.x ?? 0) - (left?.x ?? 0) - twoThirds)).toBeLessThan(8)
  })

  it('shows a drawing whole that its box cuts at its foot, as large as its page has room for it, in the middle', async () => {
    const css =
      'body{margin:0}.box{position:relative;height:400px;overflow:auto}.box *{position:absolute}button{font-size:9px}'
    const labels = Array.from(
      { length: 18 },
      (_, at) => `<div style="left:300px;top:${at * 80}px">Leaf-${at}</div>`,
    )
    const draw = `<script>document.querySelector('canvas').getContext('2d').fillRect(290, 0, 4, 1390)</script>`
    const drawing = `<canvas width=700 height=1600></canvas>${labels.join('')}<button style="left:280px;top:0">−</button>`
    const { plain, optimized, summary } = await both(
      page(css, `<h1>Map</h1><div class=box>${drawing}</div>${draw}`),
    )
    expect(summary).toContain('score=71>100')
    expect(optimized.pages).toHaveLength(1)
    const found = Array.from({ length: 18 }, (_, at) => find(optimized.pages[0], `Leaf-${at}`))
    expect(find(plain.pages[0], 'Leaf-0').size).toBeCloseTo(12, 1)
    expect(Math.min(...found.map(({ size }) => size))).toBeGreaterThan(7)
    const { width = 0 } = optimized.pages[0] ?? {}
    expect(Math.abs((found[0]?.x ?? 0) - width / 2)).toBeLessThan(60)
  })

  it('puts no text that its box has no room for beside another without a gap', async () => {
    const css =
      'body{margin:0;min-width:1100px!important}div{display:flex}address{flex:0 0 25%;min-width:0;font-size:16px}'
    const script = `const [text] = document.querySelectorAll('address'), range = document.createRange()
      range.selectNodeContents(text); text.style.fontSize = (16 * 181) / range.getBoundingClientRect().width + 'px'`
    const body = `<div><address>information@example.com</address><address>somebody@example.com</address><address style="margin-left:auto">Third</address></div><script>${script}</script>`
    const { optimized } = await both(page(css, body))
    const [one, other] = ['information', 'somebody'].map((word) =>
      optimized.pages[0]?.runs.find(({ text }) => text.includes(word)),
    )
    expect((other?.x ?? 0) - (one?.x ?? 0) - (one?.width ?? 0)).toBeGreaterThan(2)
  })

  it('keeps the bold line of a paragraph of its own with what it is the heading of', async () => {
    const css = `${LINES}pre{height:500px;background:#eee}`
    const html = page(
      css,
      `${lines('Line', 30)}<p><strong>Browser</strong></p><pre>Code</pre>${lines('Last', 40)}`,
    )
    const { optimized } = await both(html)
    const at = (text: string) => optimized.pages.findIndex((page) => page.text.includes(text))
    expect(at('Code')).toBe(1)
    expect(at('Browser')).toBe(1)
  })

  it('is looked at as it is printed where all boxes take their measure (`box-sizing`) from the root', async () => {
    const css =
      'html{box-sizing:border-box}*{box-sizing:inherit}body{margin:0}main{display:flex;flex-wrap:wrap}section{width:50%;height:300px;padding:0 20px}'
    const boxes = Array.from({ length: 12 }, (_, at) => `<section>Box ${at}</section>`)
    const { plain, summary } = await both(page(css, `<main>${boxes.join('')}</main>`))
    expect(plain.pages).toHaveLength(2)
    expect(summary).toContain('pages=2>2')
  })

  it('keeps a drawer closed that stands beside the page', async () => {
    const css =
      'body{margin:0}aside{position:fixed;left:-300px;top:0;width:300px;height:300px;overflow:hidden;white-space:nowrap}div{overflow:hidden;width:340px}'
    const menu = `<aside><div>${'<p>Menu of the site</p>'.repeat(20)}</div></aside>`
    const { plain, optimized, summary } = await both(page(css, menu + lines('Line', 20)))
    expect(summary).not.toContain('hidden_overflow')
    expect(await samePixels(plain.bytes, optimized.bytes)).toBe(true)
  })

  it('of a least width takes no page more: all is as large as the pages have room for', async () => {
    const css = 'body{margin:0;min-width:992px!important}p{margin:0 0 16px}'
    const text = `<p>${'Some text of the page. '.repeat(11)}</p>`
    const { plain, optimized } = await both(page(css, text.repeat(16)))
    expect([plain.pages.length, optimized.pages.length]).toEqual([1, 1])
    const sizes = [plain, optimized].map(({ pages: [first] }) => first?.runs[0]?.size ?? 0)
    expect(sizes[1]).toBeGreaterThan((sizes[0] ?? 0) * 1.04)
  })

  it('ends no page with the empty frame of a box whose heading goes to the next', async () => {
    const css = `${LINES}.card{display:flex;flex-direction:column;border:1px solid;background:#0f0}h6{margin:0;padding:12px}`
    const card = `<div class=card><h6>Heading</h6><div style="height:640px;break-inside:avoid">Content</div></div>`
    const { optimized, summary } = await both(page(css, lines('Line', 40) + card))
    expect(summary).toContain('repaired=stranded_heading')
    const colorAt = await drawPage(optimized.bytes)
    const foot = Array.from({ length: 60 }, (_, y) => colorAt(300, 752 + y))
    expect(foot).not.toContain('#00ff00')
    expect(optimized.pages[1]?.text).toMatch(/^\s*Heading\s+Content/)
  })

  it('keeps a heading with what it is of, also if buttons stand beside it', async () => {
    const css = `${LINES}.head{display:flex;justify-content:space-between;padding:10px}h5{margin:0}.row{line-height:48px}`
    const card = `<div class=head><h5>Orders</h5><span>Monthly</span></div><div class=row>First order</div>`
    const { optimized, summary } = await both(page(css, lines('Line', 41) + card + lines('Order', 20)))
    expect(summary).toContain('repaired=stranded_heading')
    expect(optimized.pages[1]?.text).toMatch(/^\s*Orders\s+Monthly\s+First/)
  })

  it('shows a whole table whose frame has a copy of its head that nobody sees, on a page with a least width', async () => {
    const css = `body,.c{min-width:992px!important;margin:0}.w{position:relative;overflow:auto}td,th{padding:9px 20px;white-space:nowrap}
      .copy{position:absolute;top:0;left:0;opacity:0;width:1900px}`
    const cells = (tag: string) => Array.from({ length: 16 }, (_, at) => `<${tag}>Col${at}</${tag}>`).join('')
    const head = `<thead><tr>${cells('th')}</tr></thead>`
    const table = `<table>${head}${`<tr>${cells('td')}</tr>`.repeat(4)}</table><table class=copy>${head}</table>`
    const { optimized, summary } = await both(page(css, `<div class=c><div class=w>${table}</div></div>`))
    expect(summary).toMatch(/score=\d+>100/)
    const ends = optimized.pages[0]?.runs.filter(({ text }) => text.includes('Col15')) ?? []
    expect(ends).toHaveLength(5)
    for (const { x, width, size } of ends) {
      expect(x + width).toBeLessThan((optimized.pages[0]?.width ?? 0) - 25)
      expect(size).toBeGreaterThan(5.9)
    }
  })

  it('brings the head of a card, which is pulled up over its page’s edge, back to the page', async () => {
    const css = `${LINES}.card{border:1px solid;margin-top:60px;break-inside:avoid}.head{margin:-24px 16px 0;height:120px;background:#0f0;border-radius:8px;position:relative}`
    const card = `<div class=card><div class=head>Chart</div>${lines('Card', 6)}</div>`
    const { plain, optimized } = await both(page(css, lines('Line', 38) + card))
    const heads = await Promise.all([plain, optimized].map(({ bytes }) => drawPage(bytes, 1)))
    const heights = heads.map(
      (colorAt) =>
        Array.from({ length: 130 }, (_, y) => colorAt(300, y)).filter((color) => color === '#00ff00').length,
    )
    expect(heights[0]).toBeLessThan(80)
    expect(heights[1]).toBeGreaterThan(85)
  })

  it.each([224, 350])('leaves no page to a side bar alone, of %d pixels', async (width) => {
    const css = `body{margin:0}.w{display:flex}.side{width:${width}px;min-height:100vh;background:#2e59d9;flex-shrink:0}.c{width:1400px}.card{border:1px solid;width:1300px}`
    const cards = '<div class=card><h4>Project</h4><p>Its text goes on for a while.</p></div>'.repeat(4)
    const html = page(css, `<div class=w><div class=side>Menu</div><div class=c>${cards}</div></div>`)
    const { optimized } = await both(html)
    expect(optimized.pages[0]?.text).toContain('Project')
  })
})

describe('the audit sees the layout that is printed', () => {
  const rows = '<tr><td>One</td><td>Two</td><td>Three</td></tr>'.repeat(30)
  const cards = `td{display:block;height:40px}@media (min-width:768px){td{display:table-cell}}`

  it.each(
    everyThirdOf([
      ['by media queries for the page’s width', cards],
      [
        'by those and margins of its own',
        `@page{margin:1.5in}td{display:block;height:40px}@media (min-width:640px){td{display:table-cell}}`,
      ],
      ['by named pages', 'table,tbody,tr,td{display:block}tr:nth-child(8){page:wide}'],
      [
        'by media queries for the paper’s direction',
        `${cards}@media (orientation:landscape){td{height:5px}}`,
      ],
    ]),
  )('where it is decided %s', async (_, css) => {
    const { plain, optimized, summary } = await both(page(css, `<table>${rows}</table>`))
    const [, before, after] = /pages=(\d+)>(\d+)/.exec(summary) ?? []
    expect([before, after]).toEqual([`${plain.pages.length}`, `${optimized.pages.length}`])
  })

  it('with bars that come up by a transition, which are there on paper', async () => {
    const css = `.bar{position:fixed;top:24px;left:0;width:100%;height:60px;background:#ff0;transition:opacity 20s}
      @starting-style{.bar{opacity:0}}`
    const body = `<div class=bar>Menu</div>${'<p>Text</p>'.repeat(60)}<script>document.title = 'x'</script>`
    const { summary } = await both(page(css, body))
    expect(summary).toContain('repaired=repeated_bar')
  })

  const line = '<p>line</p>'.repeat(60)
  it.each(
    everyThirdOf([
      [
        'heights in percent of a root without one',
        'body,main{height:100%;margin:0}main{overflow:hidden}section{break-after:page}',
        `<main>${'<section><h1>Slide</h1>text</section>'.repeat(6)}</main>`,
      ],
      [
        'heights in shares of a page that is as wide as its content',
        'body{margin:0;min-width:992px}.half{height:50vh}.more{height:60vh}',
        '<div class=half>One</div><div class=more>Two</div><p style="min-height:10vh">Three</p>',
      ],
      [
        'boxes out of the flow within an inline block',
        '.head{overflow:hidden;width:700px}.head div{display:inline-block;position:relative;width:2600px}.head i{position:absolute;left:2500px}',
        `<div class=head><div>Name<i>v</i></div></div>${line}`,
      ],
      [
        'boxes that clip: they hold their floats, and are narrower than their text in a row',
        'div,em{overflow:hidden}b{float:left;width:50%;height:150px}section{display:flex;width:400px}em{white-space:nowrap}',
        `<div><b>One</b></div>`.repeat(9) +
          `<section><em>${'Title '.repeat(40)}</em><p>${'word '.repeat(40)}</p></section>`.repeat(9),
      ],
      [
        'the text of a closed part',
        'p{margin:8px 0}',
        `<p>Names</p><details><summary>All</summary>${line}</details>`,
      ],
    ]),
  )('with %s', async (_, css, body) => {
    const { plain, optimized, summary } = await both(page(css, body))
    const [, before, after] = /pages=(\d+)>(\d+)/.exec(summary) ?? []
    expect([before, after]).toEqual([`${plain.pages.length}`, `${optimized.pages.length}`])
  })

  it('of a body that runs from right to left', async () => {
    const tall = `<tr><td>${'line<br>'.repeat(7)}</td><td>cell</td></tr>`.repeat(30)
    const { plain, summary } = await both(
      page('td{border:1px solid}', `<body dir=rtl><table>${tall}</table>`),
    )
    expect(summary).toContain(`pages=${plain.pages.length}>`)
    expect(summary).toMatch(/repaired=\S*split_row/)
  })
})
