/** Nothing of a document is cut: tables wider than the page, frames that scroll, and what a caller is told of the rest. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { OptimizationReport } from '../../../src/optimize/summary'
import { everyThirdOf } from '../../support/runs'
import { applySchema } from '../../support/schema'
import { get, render, richAccount } from '../../support/service'

beforeAll(() => applySchema())

const page = (css: string, body: string) =>
  `<!doctype html><html lang="en"><title>x</title><style>${css}</style>${body}</html>`

/** Cells are named by row and column, so that each can be found. */
function table(rows: number, columns: number, cell = (row: number, column: number) => `r${row}c${column}`) {
  const line = (tag: string, text: (column: number) => string) =>
    `<tr>${Array.from({ length: columns }, (_, column) => `<${tag}>${text(column)}</${tag}>`).join('')}</tr>`
  const body = Array.from({ length: rows }, (_, row) => line('td', (column) => cell(row, column))).join('')
  return `<table><thead>${line('th', (column) => `Column-${column}`)}</thead><tbody>${body}</tbody></table>`
}

async function optimized(html: string) {
  const rendered = await render(html, { goCreditMode: true })
  const status = await get(await richAccount(), `/v1/status/${rendered.headers.get('x-task-id')}`)
  const { optimization } = await status.json<{ optimization: OptimizationReport }>()
  return { ...rendered, report: optimization }
}

/** The texts that stand on no page, or beyond its edge. */
function missing({ pages }: Awaited<ReturnType<typeof optimized>>, texts: string[]): string[] {
  const seen = new Set(
    pages.flatMap(({ runs, width }) =>
      runs
        .filter(({ x, width: length }) => x >= 0 && x + length <= width)
        .flatMap(({ text }) => text.split(/\s+/)),
    ),
  )
  return texts.filter((text) => !seen.has(text))
}

function cells(rows: number, columns: number): string[] {
  const columnsOf = (row: number) => Array.from({ length: columns }, (_, column) => `r${row}c${column}`)
  return Array.from({ length: rows }, (_, row) => columnsOf(row)).flat()
}

/** A head and lines of boxes in the place of a table's. */
function boxTable(columns: number, line: (cells: string) => string): string {
  const row = (text: (column: number) => string) =>
    line(Array.from({ length: columns }, (_, column) => `<span>${text(column)}</span>`).join(''))
  const body = Array.from({ length: 20 }, (_, at) => row((column) => `r${at}c${column} of ${at * column}`))
  return `<div class=head>${row((column) => `Head-${column}`)}</div><div class=body>${body.join('')}</div>`
}

/** Where texts begin on the first page. */
function placesOf({ pages }: Awaited<ReturnType<typeof optimized>>, texts: string[]): number[] {
  return texts.map((text) => {
    const run = pages[0]?.runs.find((one) => one.text.split(/\s+/).includes(text))
    return Math.round(run?.x ?? Number.NaN)
  })
}

const GRID = 'table{border-collapse:collapse}td,th{padding:8px 12px;border:1px solid #999;white-space:nowrap}'

describe('a table of boxes that is wider than the page keeps its columns', () => {
  const CELLS = 'span{flex:0 0 130px;padding:4px;white-space:nowrap}'
  const heads = Array.from({ length: 15 }, (_, column) => `Head-${column}`)
  const first = heads.map((_, column) => `r0c${column}`)
  const last = heads.map((_, column) => `r19c${column}`)

  it.each([
    ['grid', '.t{display:grid;grid-template-columns:repeat(15,130px)}.head,.body{display:contents}', ''],
    ['lines', 'p{display:flex;margin:0}', 'p'],
    ['lines that scroll', '.t{overflow-x:auto}p{display:flex;margin:0;width:max-content}', 'p'],
  ])('made of %s', async (_, css, tag) => {
    const line = (text: string) => (tag ? `<${tag}>${text}</${tag}>` : text)
    const flat = (html: string) => (tag ? html : html.replaceAll(/<\/?div[^>]*>/g, ''))
    const result = await optimized(
      page(`body{font:13px Arimo}${CELLS}${css}`, `<div class=t>${flat(boxTable(15, line))}</div>`),
    )
    expect(missing(result, [...heads, ...first, ...last])).toEqual([])
    const places = placesOf(result, heads)
    expect(places).toEqual([...new Set(places)].sort((one, other) => one - other))
    expect(placesOf(result, first)).toEqual(places)
    expect(placesOf(result, last)).toEqual(places)
  })
})

describe('a component whose own tree cuts a table', () => {
  it.each([
    ['is left as it is, and told', 15, { hidden_overflow: 1 }],
    ['that fits is not told', 3, {}],
  ])('%s', async (_, columns, left) => {
    const css = '<style>td{white-space:nowrap;padding:8px 14px}div{overflow:auto}</style>'
    const tree = `<template shadowrootmode=open>${css}<div>${table(60, columns)}</div></template>`
    const { report, pages } = await optimized(page('', `<x-table>${tree}</x-table>`))
    expect(report.left).toEqual(left)
    expect(report.pages?.after).toBe(pages.length)
  })
})

describe('a table that is wider than the page is printed whole', () => {
  it('whose code wraps though its lines say that they must not, and keeps its spaces', async () => {
    const css =
      '.side{display:inline-block;width:50%;overflow-x:auto}span{white-space:pre;overflow-wrap:normal}'
    const line = (at: number) =>
      `<tr><td>${at}</td><td><span>    const${at} = call(withAnArgument, andAnotherArgument, thatReachesFar${at}) // end${at}</span></td></tr>`
    const side = (first: number) =>
      `<div class=side><table>${[0, 1, 2].map((at) => line(first + at)).join('')}</table></div>`
    const result = await optimized(page(css, side(10) + side(20)))
    expect(missing(result, ['end10', 'end12', 'end20', 'end22'])).toEqual([])
    expect(result.report.left).toEqual({})
  })

  it('whose code stays beside the sign before it in its line', async () => {
    const css =
      '.side{display:inline-block;width:50%;overflow-x:auto}td{white-space:nowrap}span{display:inline-block;width:100%;white-space:pre}'
    const line = (at: number) =>
      `<tr><td>${at}</td><td><b>sign${at}</b> <span>begin${at} = call(withAnArgument, andAnotherArgument, thatReachesFar) // end${at}</span></td></tr>`
    const side = `<div class=side><table>${[1, 2, 3].map(line).join('')}</table></div>`
    const result = await optimized(page(css, side.repeat(2)))
    expect(missing(result, ['end1', 'end2', 'end3'])).toEqual([])
    const runs = result.pages.flatMap((printed) => printed.runs)
    const heightOf = (word: string) => runs.find(({ text }) => text.includes(word))?.y
    expect(heightOf('begin1')).toBeCloseTo(heightOf('sign1') ?? 0, 0)
    expect(result.report).toMatchObject({ repaired: ['wide_table'], left: {} })
  })

  it('in a container that is narrower than the page', async () => {
    const css = `${GRID}body{margin:0;font:16px sans-serif}.container{max-width:540px;margin:0 auto;padding:24px}.frame{overflow-x:auto}`
    const result = await optimized(
      page(css, `<div class=container><div class=frame>${table(12, 9)}</div></div>`),
    )
    expect(missing(result, cells(12, 9))).toEqual([])
    expect(result.report).toMatchObject({ repaired: ['wide_table'], left: {} })
  })

  it('of 22 columns that must not wrap: split between columns, each part with the first', async () => {
    const long = (row: number, column: number) => `r${row}c${column} and&nbsp;further&nbsp;words`
    const result = await optimized(page(GRID, table(12, 22, long)))
    expect(missing(result, cells(12, 22))).toEqual([])
    expect(result.text.match(/r3c0\b/g)?.length).toBeGreaterThan(1)
    expect(result.report.left).toEqual({})
    const sizes = result.pages.flatMap(({ runs }) => runs.map(({ size }) => size))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(6)
  })

  it('of 25 columns in a frame that scrolls', async () => {
    const result = await optimized(page(`${GRID}div{overflow:auto}`, `<div>${table(8, 25)}</div>`))
    expect(missing(result, cells(8, 25))).toEqual([])
  })

  it('with columns of fixed widths under a title row, as a spreadsheet exports it', async () => {
    const rows = Array.from(
      { length: 12 },
      (_, row) =>
        `<tr>${Array.from({ length: 19 }, (_, column) => `<td>r${row}c${column}</td>`).join('')}</tr>`,
    ).join('')
    const columns = '<col style="width:100px">'.repeat(19)
    const sheet = `<table style="table-layout:fixed;width:1900px"><colgroup>${columns}</colgroup><tr><td colspan="19">Sales</td></tr>${rows}</table>`
    const result = await optimized(
      page('td{white-space:nowrap;border:1px solid #aaa;overflow:hidden}', sheet),
    )
    expect(missing(result, ['Sales', ...cells(12, 19)])).toEqual([])
  })

  it('with cells that span columns and rows: split where none does', async () => {
    const days = Array.from({ length: 14 }, (_, at) => at)
    const head = `<thead><tr><th rowspan=2>Station</th>${days.map((day) => `<th colspan=2>Day${day}</th>`).join('')}</tr>
      <tr>${days.map((day) => `<th>Low${day}</th><th>High${day}</th>`).join('')}</tr></thead>`
    const values = cells(8, 29).map((text) => `<td>${text}</td>`)
    const rows = Array.from(
      { length: 8 },
      (_, row) => `<tr>${values.slice(row * 29, row * 29 + 29).join('')}</tr>`,
    )
    const result = await optimized(page(GRID, `<table>${head}<tbody>${rows.join('')}</tbody></table>`))
    const heads = days.flatMap((day) => [`Day${day}`, `Low${day}`, `High${day}`])
    expect(missing(result, [...heads, ...cells(8, 29)])).toEqual([])
    expect(result.report.left).toEqual({})
    expect(result.text.match(/Station/g)?.length).toBeGreaterThan(1)
  })

  it('with fields, which keep what they hold', async () => {
    const field = (row: number, column: number) =>
      `<input value="r${row}c${column}" style="width:110px" ${column === 0 ? 'type=text name=first' : ''}>`
    const result = await optimized(page(GRID, table(6, 16, field)))
    expect(missing(result, cells(6, 16))).toEqual([])
    expect(result.report.left.wide_table).toBeUndefined()
  })

  it('from right to left', async () => {
    const result = await optimized(page(GRID, `<body dir=rtl>${table(12, 14)}`))
    expect(missing(result, cells(12, 14))).toEqual([])
  })
})

it('repairs are judged by what they lead to, where style changes take their time', async () => {
  const css =
    '*{transition:all 2s}body{margin:0;font:14px sans-serif}section{height:300px;border:1px solid #999;border-radius:8px}h2{color:#fafafa}'
  const sections = Array.from({ length: 8 }, (_, at) => `<section><h2>Part-${at}</h2><p>Text</section>`)
  const result = await optimized(page(css, sections.join('')))
  expect(result.report.found).toMatchObject({ lost_background: 8, split_figure: expect.any(Number) })
  expect(result.report.left).toEqual({})
  expect(result.report.pages).toEqual({ before: 3, after: result.pages.length })
})

it.each([
  ['of a page as high as the window gets no page of its own', 'min-height:100vh', {}],
  ['of the only page stays there, where the next page would be its own', 'height:100vh', { repeated_bar: 1 }],
])('a button over the foot %s', async (_, height, left) => {
  const css = `body{margin:0}main{${height};display:flex;flex-direction:column;justify-content:space-between}a{position:fixed;bottom:10px;right:20px;background:#c00;color:#fff;padding:10px}footer{text-align:right}`
  const result = await optimized(
    page(css, '<main><p>Body</p><footer>All rights reserved, everywhere</footer></main><a>Upgrade</a>'),
  )
  expect(result.report.found).toEqual({ repeated_bar: 1 })
  expect(result.pages).toHaveLength(1)
  expect(result.report.left).toEqual(left)
})

it('no line is cut of what is moved down beneath a bar', async () => {
  const css =
    'body{margin:0}nav{position:fixed;top:0;left:0;right:0;height:56px;background:#222;color:#fff}main{position:relative;top:56px}td{height:40px}'
  const body = `<nav>Bar</nav><main>${table(60, 3)}</main>`
  const result = await optimized(page(css, body))
  expect(missing(result, cells(60, 3))).toEqual([])
  expect(result.report.found.split_row).toBeGreaterThan(0)
  expect(result.report.left).toEqual({})
  const seen = result.text.split(/\s+/)
  expect(cells(60, 3).filter((text) => seen.indexOf(text) !== seen.lastIndexOf(text))).toEqual([])
})

it.each([
  ['padding', 'body{padding-top:56px}'],
  ['a margin', 'main{margin-top:70px}'],
  ['a move', 'main{position:relative;top:56px}'],
])('a bar that stands where it was fixed needs no room beside it, left by %s', async (_, room) => {
  const css = `body{margin:0}nav{position:fixed;top:0;left:0;right:0;height:56px;background:#222;color:#fff}table{margin:0}tr{height:40px}td{padding:0}${room}`
  const rows = '<tr><td>one<td>two<td>three'.repeat(50)
  const result = await optimized(page(css, `<nav>Bar</nav><main><table>${rows}</table></main>`))
  expect(result.report.found.repeated_bar).toBe(1)
  expect(result.report.left).toEqual({})
  expect(result.pages).toHaveLength(2)
})

it('a bar that is one of the boxes of a row stands once, at the head, where a heading has room for it', async () => {
  const css =
    'body{margin:0}.all{display:flex;position:relative}nav{position:fixed;top:0;left:0;right:0;height:60px;background:#eee}nav b{position:absolute;right:20px;top:20px}main{flex:1}h1{margin:0;padding-top:80px}p{margin:0;height:60px}'
  const body = `<div class=all><nav>Bar<b>Search</b></nav><main><h1>Heading</h1>${'<p>Text</p>'.repeat(40)}</main></div>`
  const result = await optimized(page(css, body))
  expect(result.report.found.repeated_bar).toBe(1)
  expect(result.report.left).toEqual({})
  expect(result.text.match(/Bar/g)).toHaveLength(1)
})

it('a panel that fills its line begins beneath its heading, and is divided among pages', async () => {
  const css =
    'body{margin:0}h1{margin:0 0 20px}.panel{display:inline-block;width:100%;border:1px solid}p{height:40px;margin:0}'
  const body = `<h1>Projects</h1><div><div class=panel>${'<p>Text</p>'.repeat(30)}</div></div>`
  const result = await optimized(page(css, body))
  expect(result.report.left).toEqual({})
  expect(result.pages).toHaveLength(2)
  expect(result.pages[0]?.text).toContain('Text')
})

describe('what a frame hides is printed', () => {
  it('but not with pages that are blank, as of rows that a grid has still to draw', async () => {
    const css =
      'body{margin:0}.grid{position:relative}.left,.right{overflow:hidden}.left{position:absolute;top:0;left:0;width:200px}.right{margin-left:200px}.body{height:300px;overflow:scroll}.rows{height:4000px;position:relative}table{position:absolute;top:0;border-collapse:collapse}td{height:40px;padding:0 9px;white-space:nowrap}'
    const rows = (name: string, columns: number) =>
      Array.from({ length: 8 }, (_, row) => `<tr>${`<td>${name}-${row}`.repeat(columns)}`).join('')
    const side = (name: string, columns: number) =>
      `<div class=${name}><div class=body><div class=rows><table>${rows(name, columns)}</table></div></div></div>`
    const result = await optimized(page(css, `<div class=grid>${side('left', 1)}${side('right', 14)}</div>`))
    expect(result.pages.filter(({ text }) => text.trim() === '')).toEqual([])
    expect(result.report.pages?.after).toBe(result.pages.length)
  })

  it('though what is shown then has smaller faults of its own', async () => {
    const css =
      'body{margin:0}main{height:100vh;overflow:hidden}.card{border:1px solid #bbb;border-radius:8px;padding:12px;margin:10px;height:430px}'
    const cards = Array.from(
      { length: 9 },
      (_, at) => `<div class=card><h3>Order-${at}</h3><p>Customer-${at}</p></div>`,
    )
    const result = await optimized(page(css, `<main>${cards.join('')}</main>`))
    const texts = cards.flatMap((_, at) => [`Order-${at}`, `Customer-${at}`])
    expect(missing(result, texts)).toEqual([])
    expect(result.report.left.hidden_overflow).toBeUndefined()
  })

  it('though texts of it lie over each other, and a page’s edge is to cut the head of a card: they were made so', async () => {
    const css =
      'body{margin:0;font:16px sans-serif}main{height:100vh;overflow-x:hidden}p{margin:0;height:40px}.card{border:1px solid;margin-top:60px;break-inside:avoid}.head{margin:-24px 16px 0;height:120px;background:#0f0;position:relative}.row{position:relative;height:40px}.row i{position:absolute;left:0;top:8px}.row p{padding-left:24px}'
    const lines = Array.from({ length: 24 }, (_, at) => `<p>Line-${at}</p>`)
    const rows = Array.from(
      { length: 12 },
      (_, at) => `<div class=row><i>Sign-${at}</i><p>Order-${at}</p></div>`,
    )
    const card = `<div class=card><div class=head>Chart</div>${'<p>Text</p>'.repeat(4)}</div>`
    const result = await optimized(page(css, `<main>${lines.join('')}${card}${rows.join('')}</main>`))
    expect(
      missing(
        result,
        rows.map((_, at) => `Order-${at}`),
      ),
    ).toEqual([])
    expect(result.report.left.hidden_overflow).toBeUndefined()
  })

  it('and no page is left for a block as high as a window, beside a menu that is scaled away', async () => {
    const css =
      'body{margin:8px}main{overflow:hidden;position:relative}section:last-child{min-height:calc(100vh + 1px);position:relative}.menu{position:absolute;top:90%;height:120px;overflow:hidden;transform:scaleY(0)}'
    const menu = '<div class=menu aria-hidden=true><p>https://example.com</p></div>'
    const body = `<main><section style="height:900px">First</section><section><p>Last</p>${menu}</section></main>`
    const result = await optimized(page(css, body))
    expect(result.pages).toHaveLength(1)
    expect(result.report).toMatchObject({ repaired: ['empty_page'], left: {} })
    expect(missing(result, ['First', 'Last'])).toEqual([])
  })

  it('in a grid whose cells are placed by coordinates', async () => {
    const cell = (row: number, column: number) =>
      `<div class=cell role=gridcell style="left:${column * 110}px;top:${row * 40}px">r${row}c${column}</div>`
    const grid = Array.from({ length: 14 * 9 }, (_, at) => cell(Math.floor(at / 9), at % 9)).join('')
    const css =
      'body{margin:0}.grid{overflow:hidden;height:300px}.rows{position:relative;width:990px;height:560px}.cell{position:absolute;width:110px;height:40px}'
    const result = await optimized(page(css, `<div class=grid><div class=rows>${grid}</div></div><p>After`))
    expect(missing(result, [...cells(14, 9), 'After'])).toEqual([])
    expect(result.report.left).toEqual({})
  })

  it.each(
    everyThirdOf([
      ['that numbers its rows and columns', 'aria-rowindex', 'aria-colindex'],
      ['that names its columns', 'data-row', 'data-field'],
      ['that numbers nothing', 'data-row', 'data-column'],
    ]),
  )('in a grid %s and draws what is in sight alone', async (_, rowIndex, columnIndex) => {
    const css =
      '.grid{width:600px;font:14px sans-serif}.pane{height:300px;overflow:auto}.rows{position:relative;width:1600px;height:600px}.row{position:absolute;height:30px;width:1600px}.cell{position:absolute;width:100px}'
    const script = `const pane = document.querySelector('.pane'), rows = pane.firstChild
      function draw() {
        const column = Math.floor(pane.scrollLeft / 100), row = Math.floor(pane.scrollTop / 30), lines = []
        const cells = (y, role, text) => Array.from({ length: Math.min(7, 16 - column) }, (_, at) => column + at).map((x) =>
          '<div class=cell role=' + role + ' ${columnIndex}=' + (x + 1) + ' style="left:' + x * 100 + 'px">' + text(x) + '</div>').join('')
        for (let y = row; y < Math.min(20, row + 12); y++)
          lines.push('<div class=row role=row ${rowIndex}=' + (y + 2) + ' style="top:' + y * 30 + 'px">' + cells(y, 'gridcell', (x) => 'r' + y + 'c' + x) + '</div>')
        rows.innerHTML = lines.join('')
      }
      pane.addEventListener('scroll', draw); draw()`
    const grid = `<div class=grid role=grid aria-rowcount=21 aria-colcount=16><div class=pane><div class=rows></div></div></div><p>After<script>${script}</script>`
    const result = await optimized(page(css, grid))
    expect(missing(result, [...cells(20, 16), 'After'])).toEqual([])
    expect(result.headers.get('x-warnings')).toBeNull()
  })

  it('in a grid of two panes that says nothing of it: a column that stays in place, and ten that scroll', async () => {
    const css =
      '.grid{display:flex;width:600px;font:14px sans-serif}.left{width:150px;flex:none}.right{min-width:0}.head{overflow:hidden}.body{height:300px;overflow:auto}.left .body{overflow:hidden}.rows{position:relative;height:1200px}table{table-layout:fixed;border-collapse:collapse;position:absolute}.head table{position:static}td,th{width:150px;height:30px;padding:0;border:0}'
    const script = `const [left, right] = document.querySelectorAll('.body'), head = document.querySelector('.right .head')
      const row = (y, from, to) => '<tr>' + Array.from({ length: to - from }, (_, at) => '<td>' + (from ? 'r' + y + 'c' + (from + at) : '<input type=checkbox' + (y % 2 ? ' checked' : '') + '>r' + y + 'c0')).join('')
      function draw() {
        left.scrollTop = right.scrollTop
        head.scrollLeft = right.scrollLeft
        const first = Math.floor(right.scrollTop / 30), shown = Array.from({ length: Math.min(12, 40 - first) }, (_, at) => first + at)
        for (const [side, from, to] of [[left, 0, 1], [right, 1, 11]])
          side.firstChild.innerHTML = '<table style="width:' + (to - from) * 150 + 'px;top:' + first * 30 + 'px">' + shown.map((y) => row(y, from, to)).join('') + '</table>'
      }
      right.addEventListener('scroll', draw); draw()`
    const pane = (name: string, width: number, heads: string[]) =>
      `<div class=${name}><div class=head><table style="width:${width}px"><tr><th>${heads.join('<th>')}</table></div><div class=body><div class=rows style="width:${width}px"></div></div></div>`
    const heads = Array.from({ length: 10 }, (_, at) => `Column-${at + 1}`)
    const grid = `<div class=grid>${pane('left', 150, ['Name'])}${pane('right', 1500, heads)}</div><p>After<script>${script}</script>`
    const result = await optimized(page(css, grid))
    expect(missing(result, [...cells(40, 11), 'Name', ...heads, 'After'])).toEqual([])
    const line = (text: string) =>
      result.pages.flatMap(({ runs }) => runs).find((run) => run.text === text)?.y
    expect(Math.abs((line('r3c1') ?? 0) - (line('r3c0') ?? 99))).toBeLessThan(3)
  })

  it('in a long grid of two panes that both scroll, which is scrolled to few places', async () => {
    const css =
      '.grid{display:flex;width:600px;font:14px sans-serif}.body{height:300px;overflow:auto}.left{width:150px;flex:none}.right{width:450px}.rows{position:relative;height:6000px}table{table-layout:fixed;border-collapse:collapse;position:absolute}td{width:150px;height:30px;padding:0;border:0}'
    const script = `const [left, right] = document.querySelectorAll('.body'), places = new Set()
      const row = (y, from, to) => '<tr>' + Array.from({ length: to - from }, (_, at) => '<td>r' + y + 'c' + (from + at)).join('')
      function draw(top) {
        for (const pane of [left, right]) pane.scrollTop = top
        places.add(right.scrollLeft + ' ' + top)
        document.querySelector('p').textContent = 'Places-' + (places.size < 48 ? 'few' : 'many')
        const first = Math.floor(top / 30), shown = Array.from({ length: Math.min(12, 200 - first) }, (_, at) => first + at)
        for (const [side, from, to] of [[left, 0, 1], [right, 1, 8]])
          side.firstChild.innerHTML = '<table style="width:' + (to - from) * 150 + 'px;top:' + first * 30 + 'px">' + shown.map((y) => row(y, from, to)).join('') + '</table>'
      }
      for (const pane of [left, right]) pane.addEventListener('scroll', () => draw(pane.scrollTop))
      draw(0)`
    const pane = (name: string, width: number) =>
      `<div class="body ${name}"><div class=rows style="width:${width}px"></div></div>`
    const grid = `<div class=grid>${pane('left', 150)}${pane('right', 1050)}</div><p></p><script>${script}</script>`
    const result = await optimized(page(css, grid))
    expect(missing(result, [...cells(200, 8), 'Places-few'])).toEqual([])
  })

  it('in a chart of bars, which stay beside the rows of another pane that name them', async () => {
    const css =
      'body{margin:0}.chart{display:flex;height:320px;font:14px sans-serif}.names{flex:none;width:200px;overflow:hidden}.name,.line{height:30px;line-height:30px}.bars{flex:1;min-width:0;overflow:hidden}.lines{position:relative;width:700px;height:300px}.line{position:relative}.bar{position:absolute;top:0;width:60px;white-space:nowrap}'
    const rows = Array.from({ length: 10 }, (_, at) => at)
    const names = rows.map((at) => `<div class=name>Task-${at}</div>`).join('')
    const bars = rows.map(
      (at) => `<div class=line><div class=bar style="left:${at * 70}px">Bar-${at}</div></div>`,
    )
    const body = `<div class=chart><div class=names>${names}</div><div class=bars><div class=lines>${bars.join('')}</div></div></div>`
    const result = await optimized(page(css, body))
    const place = (text: string) =>
      result.pages.flatMap(({ runs }) => runs).find((run) => run.text === text)?.y ?? 0
    expect(
      missing(
        result,
        rows.flatMap((at) => [`Task-${at}`, `Bar-${at}`]),
      ),
    ).toEqual([])
    for (const at of rows) expect(Math.abs(place(`Task-${at}`) - place(`Bar-${at}`))).toBeLessThan(3)
  })

  it('in a grid of which no table can take the place, and that is slow to draw again what it showed', async () => {
    const css =
      '.grid{width:600px;font:14px sans-serif}.pane{height:300px;overflow:auto}.rows{position:relative;width:600px;height:1200px}.row{position:absolute;height:30px;width:600px}.cell{position:absolute;width:300px}'
    // Timers without end use up what runs ahead.
    const script = `const pane = document.querySelector('.pane'), rows = pane.firstChild
      let timer
      function draw() {
        const first = Math.floor(pane.scrollTop / 30), lines = []
        for (let y = first; y < first + 11; y++) {
          const cells = ['one', 'two'].map((name, x) => '<div class=cell role=gridcell style="left:' + x * 300 + 'px">' + name + '-' + y + '</div>')
          lines.push('<div class=row role=row style="top:' + y * 30 + 'px">' + cells.join('') + '</div>')
        }
        rows.innerHTML = lines.join('')
      }
      pane.addEventListener('scroll', () => {
        rows.innerHTML = ''
        clearTimeout(timer)
        timer = setTimeout(draw, 700)
      })
      setInterval(() => {}, 100)
      draw()`
    const grid = `<div class=grid role=grid aria-rowcount=40><div class=pane><div class=rows></div></div></div><p>After<script>${script}</script>`
    const result = await optimized(page(css, grid))
    expect(missing(result, ['one-0', 'two-0', 'one-9', 'two-9', 'After'])).toEqual([])
  })

  it('though scripts draw again what gets another size, or stands in another window', async () => {
    const names = ['observed', 'intersected', 'changed', 'polled', 'framed', 'window', 'media']
    const css = '@page{margin:3cm}div{height:40px;overflow:hidden}p{height:90px;margin:0}'
    const box = (name: string) => `<div id=${name}><p>${name}-1</p><p>${name}-2</p></div>`
    const script = `const boxes = Object.fromEntries([...document.querySelectorAll('div')].map((box) => [box.id, box]))
      const first = innerWidth, height = boxes.observed.offsetHeight
      const empty = (name) => { boxes[name].textContent = '' }
      new ResizeObserver(() => boxes.observed.offsetHeight !== height && empty('observed')).observe(boxes.observed)
      let seen = 0
      new IntersectionObserver(() => seen++ > 0 && empty('intersected'), { threshold: [0, 0.5, 1] }).observe(boxes.intersected.lastChild)
      new MutationObserver(() => empty('changed')).observe(boxes.changed, { attributes: true })
      setInterval(() => boxes.polled.offsetHeight !== height && empty('polled'), 1)
      const look = () => { if (boxes.framed.offsetHeight !== height) empty('framed'); requestAnimationFrame(look) }
      look()
      addEventListener('resize', () => empty('window'))
      matchMedia('(width: ' + first + 'px)').addEventListener('change', () => empty('media'))`
    const result = await optimized(page(css, `${names.map(box).join('')}<script>${script}</script>`))
    expect(
      missing(
        result,
        names.flatMap((name) => [`${name}-1`, `${name}-2`]),
      ),
    ).toEqual([])
    expect(result.report).toMatchObject({ repaired: ['hidden_overflow'], left: {} })
  })

  it('and is drawn once for the window of the print, some time after it is told, where a wider one was asked for', async () => {
    const script = `const line = document.querySelector('b')
      const draw = () => { line.style.width = innerWidth + 'px'; line.textContent = 'drawn-for-' + innerWidth }
      addEventListener('resize', () => setTimeout(draw, 1800)); setInterval(() => {}, 50); draw()`
    const css = 'body{margin:0}b{display:block;text-align:right}'
    const options = { viewport: { width: 1280, height: 800 } }
    const html = page(css, `<b></b><script>${script}</script>`)
    const { pages } = await render(html, { goCreditMode: true, options })
    const [line] = pages.flatMap(({ runs }) => runs.filter(({ text }) => text.includes('drawn-for-71')))
    expect(line?.size).toBeCloseTo(12, 0)
  })

  it('in a grid that numbers the heads of its columns from the first that is drawn', async () => {
    const css =
      '.pane{width:400px;height:200px;overflow:auto}table{position:relative;table-layout:fixed;border-spacing:0}td,th{width:100px;height:30px;padding:0}'
    const script = `const pane = document.querySelector('.pane')
      const row = (cells) => '<tr>' + cells.join('') + '</tr>'
      function draw() {
        const first = Math.min(11, Math.floor(pane.scrollLeft / 100)), drawn = [0, 1, 2, 3, 4].map((at) => first + at)
        const heads = drawn.map((column, at) => '<th role=columnheader aria-colindex=' + (at + 1) + '>Head' + column + '</th>')
        const line = (y) => row(drawn.map((column) => '<td role=gridcell aria-colindex=' + (column + 1) + '>r' + y + 'c' + column + '</td>'))
        pane.innerHTML = '<div style="width:1600px"><table style="left:' + first * 100 + 'px;width:500px"><thead>' + row(heads) + '</thead><tbody>' +
          [0, 1, 2].map(line).join('') + '</tbody></table></div>'
      }
      pane.addEventListener('scroll', draw); draw()`
    const grid = `<div role=grid aria-colcount=16><div class=pane></div></div><script>${script}</script>`
    const result = await optimized(page(css, grid))
    const heads = Array.from({ length: 16 }, (_, column) => `Head${column}`)
    expect(missing(result, [...cells(3, 16), ...heads])).toEqual([])
  })

  it('in a table whose head is a table of its own, which scripts scroll with its body', async () => {
    const css =
      '.head{overflow:hidden}.body{overflow:auto}table{width:2400px}td,th{padding:0;width:150px}i{display:block;height:0;overflow:hidden}'
    const head = (text: string) =>
      Array.from({ length: 16 }, (_, at) => `<th>${text.replace('#', `Head${at}`)}</th>`).join('')
    const body = Array.from(
      { length: 8 },
      (_, row) =>
        `<tr>${cells(8, 16)
          .slice(row * 16, row * 16 + 16)
          .map((text) => `<td>${text}</td>`)
          .join('')}</tr>`,
    )
    const html = `<div role=table><div class=head><table><thead><tr>${head('#')}</tr></thead></table></div>
      <div class=body><table><thead style="font-size:0">${head('<i>#</i>')}</thead>${body.join('')}</table></div></div>
      <script>const [head, body] = document.querySelectorAll('div div'); body.onscroll = () => { head.scrollLeft = body.scrollLeft }</script>`
    const result = await optimized(page(css, html))
    const heads = Array.from({ length: 16 }, (_, column) => `Head${column}`)
    expect(missing(result, [...cells(8, 16), ...heads])).toEqual([])
    expect(result.report.left).toEqual({})
  })

  it('in a pane that fills the box around it, as calendars have it', async () => {
    const hours = Array.from({ length: 24 }, (_, at) => `<div class=hour>Hour${at}</div>`).join('')
    const css =
      'table{width:100%}.view{position:relative;height:300px}.fill{position:absolute;inset:0}.scroller{overflow:hidden auto}.hour{height:60px;width:90px}.event{position:absolute;top:480px;left:200px}'
    const view = `<div class=view><div class=fill><div class="view" style="height:100%"><div class="fill scroller">${hours}<div class=event>Event8</div></div></div></div></div>`
    const html = `<table><thead><tr><th>Monday<tbody><tr><td>${view}</table><p>After`
    const result = await optimized(page(css, html))
    const names = Array.from({ length: 24 }, (_, at) => `Hour${at}`)
    expect(missing(result, [...names, 'Event8', 'After'])).toEqual([])
    expect(result.report.left).toEqual({})
    // Over two pages, on which a head that is repeated would move what is placed by coordinates.
    expect(result.pages.length).toBe(2)
    const runs = result.pages.flatMap((printed) => printed.runs)
    const yOf = (word: string) => runs.find(({ text }) => text.includes(word))?.y
    expect(yOf('Event8')).toBe(yOf('Hour8'))
  })

  it('in a pane beside a closed drawer, which stays closed', async () => {
    const lines = (word: string) => Array.from({ length: 12 }, (_, at) => `<p>${word}${at}`).join('')
    const css =
      '.card{position:relative;overflow:hidden;border:1px solid}.pane{height:200px;overflow:auto}.drawer{position:absolute;top:0;left:0;width:100%;height:200px;overflow:auto;background:#345;color:#fff;transform:translate(101%,0)}'
    const card = `<div class=card><div class=pane>${lines('Message')}</div><div class=drawer>${lines('Contact')}</div></div>`
    const result = await optimized(page(css, `${card}<p>After`))
    const names = Array.from({ length: 12 }, (_, at) => `Message${at}`)
    expect(missing(result, [...names, 'After'])).toEqual([])
    expect(missing(result, ['Contact0'])).toEqual(['Contact0'])
    expect(result.report.cut_texts).toContain('Contact0')
  })

  it('in a row of slides whose captions are placed by coordinates: one below the other, as large as they are', async () => {
    const slides = Array.from({ length: 4 }, (_, at) => `<div class=slide><b>Caption${at}</b></div>`).join('')
    const css =
      'body{margin:0}.window{overflow:hidden}.track{display:flex}.slide{flex:0 0 100%;position:relative;height:200px}b{position:absolute;left:40px;bottom:20px;font-size:24px}'
    const result = await optimized(page(css, `<div class=window><div class=track>${slides}</div></div>`))
    const captions = result.pages.flatMap(({ runs }) => runs.filter(({ text }) => text.includes('Caption')))
    expect(captions.map(({ size }) => Math.round(size))).toEqual([18, 18, 18, 18])
    expect(result.report.left).toEqual({})
  })

  it('in the days of a calendar', async () => {
    const day = (at: number) =>
      `<td>${at}<div class=event>10:30 Meeting of the committee about item${at}</div></td>`
    const weeks = Array.from(
      { length: 5 },
      (_, week) => `<tr>${Array.from({ length: 7 }, (_, at) => day(week * 7 + at)).join('')}</tr>`,
    )
    const css =
      'table{width:100%;table-layout:fixed}td{border:1px solid;height:80px;vertical-align:top}.event{white-space:nowrap;overflow:hidden}'
    const result = await optimized(page(css, `<table>${weeks.join('')}</table>`))
    expect(
      missing(
        result,
        Array.from({ length: 35 }, (_, at) => `item${at}`),
      ),
    ).toEqual([])
  })
})

describe('the report', () => {
  it('has nothing of text that a picture stands in place of', async () => {
    const css =
      'a{display:block;width:34px;height:34px;background:#369;white-space:nowrap}.next{overflow:hidden;text-indent:100%}.logo{text-indent:-9999px}'
    const html = page(css, '<p>Shown<a class=next>Next</a><a class=logo><span>Company</span></a>')
    const result = await optimized(html)
    expect(result.report.found).toEqual({})
    expect(result.report.cut_texts).toBeUndefined()
  })

  it('names the texts that are cut after all', async () => {
    const slide = '<p style="position:absolute;left:1500px;top:20px;white-space:nowrap">Beyond the edge</p>'
    const html = page('', `<div style="position:relative;width:1800px;height:300px">${slide}Slide</div>`)
    const { report, pages } = await optimized(html)
    const printed = pages.some(({ text }) => text.includes('Beyond the edge'))
    expect(report.cut_texts ?? []).toEqual(printed ? [] : ['Beyond the edge'])
    expect(Boolean(report.left.too_wide)).toBe(!printed)
  })
})
