/** Data grids that draw what is in sight: a table takes the place of those alone that can be read whole. */
import { beforeAll, describe, expect, it } from 'vitest'
import { applySchema } from '../support/schema'
import { render } from '../support/service'

beforeAll(() => applySchema())

const ROWS = 20
const COLUMNS = 16

type Grid = {
  /** Milliseconds between the last event of scrolling and the drawing of what is in sight. */
  delay?: number
  dir?: 'ltr' | 'rtl'
  /** Expressions of the page, by the row `y` and the column `x`. */
  cell?: string
  /** What follows the pane, within the grid. */
  foot?: string
  /** Rows that are drawn, of those that there are. */
  drawn?: number
  attributes?: string
}

function grid({
  delay = 0,
  dir = 'ltr',
  cell = "'r' + y + 'c' + x",
  foot = '',
  drawn = ROWS,
  attributes,
}: Grid) {
  const css =
    '.grid{width:600px;font:14px sans-serif}.pane{height:300px;overflow:auto}.rows{position:relative;width:1600px;height:600px}.row{position:absolute;height:30px;width:1600px}.cell{position:absolute;width:100px}'
  const side = dir === 'rtl' ? 'right' : 'left'
  const script = `const pane = document.querySelector('.pane'), rows = pane.firstChild
    let timer
    function draw() {
      const column = Math.floor(Math.abs(pane.scrollLeft) / 100), row = Math.floor(pane.scrollTop / 30), lines = []
      for (let y = row; y < Math.min(${drawn}, row + 12); y++) {
        const cells = []
        for (let x = column; x < Math.min(${COLUMNS}, column + 7); x++)
          cells.push('<div class=cell role=gridcell style="${side}:' + x * 100 + 'px">' + (${cell}) + '</div>')
        lines.push('<div class=row role=row style="top:' + y * 30 + 'px">' + cells.join('') + '</div>')
      }
      rows.innerHTML = lines.join('')
    }
    pane.addEventListener('scroll', () => { clearTimeout(timer); timer = setTimeout(draw, ${delay}) }); draw()`
  const counts = attributes ?? `aria-rowcount=${ROWS} aria-colcount=${COLUMNS}`
  return `<!doctype html><html lang=en dir=${dir}><title>x</title><style>${css}</style>
    <div class=grid role=grid ${counts}><div class=pane><div class=rows></div></div>${foot}</div><p>After<script>${script}</script>`
}

async function printed(options: Grid) {
  const { pages, headers } = await render(grid(options), { goCreditMode: true })
  const runs = pages.flatMap(({ runs }) => runs)
  const words = new Set(runs.flatMap(({ text }) => text.split(/\s+/)))
  const all = Array.from(
    { length: ROWS * COLUMNS },
    (_, at) => `r${Math.floor(at / COLUMNS)}c${at % COLUMNS}`,
  )
  return { runs, words, missing: all.filter((text) => !words.has(text)), warnings: headers.get('x-warnings') }
}

const unfinished = /a data grid has drawn 12 of its 20 rows/

describe('a data grid is printed as a table of all its cells', () => {
  it.each<[string, Grid]>([
    ['that draws at once', {}],
    ['that states no counts', { attributes: '' }],
    ['that draws a tenth of a second after it was scrolled', { delay: 100 }],
    ['that runs from right to left', { dir: 'rtl' }],
  ])('%s', async (_, options) => {
    expect(await printed(options)).toMatchObject({ missing: [], warnings: null })
  })

  it('whose first column is at the right, from right to left', async () => {
    const { runs } = await printed({ dir: 'rtl' })
    const places = ['r0c0', 'r0c1', 'r0c2'].map((name) => runs.find(({ text }) => text === name)?.x ?? 0)
    expect(places).toEqual(places.toSorted((one, other) => other - one))
  })
})

describe('a data grid stays as it is, with the warning', () => {
  it.each<[string, Grid]>([
    [
      'whose cells hold fields',
      { cell: `x === 1 ? '<input size=5 value=r' + y + 'c1>' : 'r' + y + 'c' + x` },
    ],
    [
      'whose cells hold bars',
      { cell: `x === 1 ? '<div style="background:red;height:9px;width:50px"></div>' : 'r' + y + 'c' + x` },
    ],
    ['with a status line', { foot: '<div>Total-4711</div>' }],
    ['some of whose cells never come', { cell: "y === 15 ? 'Loading…' : 'r' + y + 'c' + x" }],
  ])('%s', async (_, options) => {
    const { warnings, missing } = await printed(options)
    expect(warnings).toMatch(unfinished)
    expect(missing).not.toEqual([])
  })

  it('that does not draw all of its rows', async () => {
    expect((await printed({ drawn: 14 })).warnings).toMatch(unfinished)
  })

  it('with the texts outside its cells', async () => {
    expect((await printed({ foot: '<div>Total-4711</div>' })).words).toContain('Total-4711')
  })
})
