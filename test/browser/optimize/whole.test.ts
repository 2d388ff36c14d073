/** Nothing of a document is cut: tables wider than the page, frames that scroll, and what a caller is told of the rest. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { OptimizationReport } from '../../../src/optimize/summary'
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

const GRID = 'table{border-collapse:collapse}td,th{padding:8px 12px;border:1px solid #999;white-space:nowrap}'

describe('a table that is wider than the page is printed whole', () => {
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

  it('from right to left', async () => {
    const result = await optimized(page(GRID, `<body dir=rtl>${table(12, 14)}`))
    expect(missing(result, cells(12, 14))).toEqual([])
  })
})

describe('what a frame hides is printed', () => {
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
  it('names the texts that are cut after all', async () => {
    const slide = '<p style="position:absolute;left:1500px;top:20px;white-space:nowrap">Beyond the edge</p>'
    const html = page('', `<div style="position:relative;width:1800px;height:300px">${slide}Slide</div>`)
    const { report, pages } = await optimized(html)
    const printed = pages.some(({ text }) => text.includes('Beyond the edge'))
    expect(report.cut_texts ?? []).toEqual(printed ? [] : ['Beyond the edge'])
    expect(Boolean(report.left.too_wide)).toBe(!printed)
  })
})
