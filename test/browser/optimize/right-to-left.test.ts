/** Pages that run from right to left are the mirror image of those from left to right: what is found, and what is printed. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { OptimizationReport } from '../../../src/optimize/summary'
import { everyThirdOf } from '../../support/runs'
import { applySchema } from '../../support/schema'
import { get, render, richAccount } from '../../support/service'

beforeAll(() => applySchema())

type Printed = Awaited<ReturnType<typeof render>>

/** `root`: its attributes, as those of the body. */
function page({ root = '', at = '' }: { root?: string; at?: string }, css: string, body: string): string {
  const style = `<style>body{margin:0;font:16px sans-serif}.line{display:flex;justify-content:space-between}${css}</style>`
  const line = '<div class=line><b>Start</b><b>End</b></div>'
  return `<!doctype html><html lang="en" ${root}><title>x</title>${style}<body ${at}>${line}${body}</body></html>`
}

/** How far each text is from the edge where its page begins, in points, with its page and its height on that. */
function placesOf({ pages }: Printed, isRtl: boolean) {
  return pages.flatMap(({ runs, width }, at) =>
    runs.map(({ text, x, y, width: length }) => ({
      text: text.trim(),
      page: at + 1,
      start: isRtl ? width - x - length : x,
      y,
    })),
  )
}

/** Whether all stand where those stand in the mirror: the browser rounds edges of pages to whole pixels. */
function expectMirrored(rtl: Printed, ltr: Printed) {
  const [mirrored, places] = [placesOf(rtl, true), placesOf(ltr, false)]
  expect(mirrored.map(({ text }) => text).sort()).toEqual(places.map(({ text }) => text).sort())
  for (const { text, page: at, start, y } of places) {
    const found = mirrored.find((place) => place.text === text && place.page === at)
    expect(found, text).toBeDefined()
    expect(Math.abs((found?.start ?? 0) - start), text).toBeLessThan(2)
    expect(Math.abs((found?.y ?? 0) - y), text).toBeLessThan(2)
  }
}

async function optimized(html: string) {
  const rendered = await render(html, { goCreditMode: true })
  const status = await get(await richAccount(), `/v1/status/${rendered.headers.get('x-task-id')}`)
  const { optimization } = await status.json<{ optimization: OptimizationReport }>()
  return { ...rendered, report: optimization }
}

const RTL = [
  ['the root', { root: 'dir=rtl' }],
  ['the body', { at: 'dir=rtl' }],
] as const

describe.each(RTL)('where %s runs from right to left', (_, where) => {
  it.each(everyThirdOf([[0.8], [1.2], [0.55]]))(
    'a print at a scale of %s begins at the right edge',
    async (scale) => {
      const text = '<p style="width:200px;margin:0">Text</p>'
      const [rtl, ltr] = await Promise.all(
        [where, {}].map((at) => render(page(at, '', text), { options: { scale } })),
      )
      if (rtl && ltr) expectMirrored(rtl, ltr)
    },
  )

  it('so does a body of a width of its own', async () => {
    const [rtl, ltr] = await Promise.all(
      [where, {}].map((at) =>
        render(page(at, 'body{width:300px;margin:20px}', ''), { options: { scale: 0.8 } }),
      ),
    )
    if (rtl && ltr) expectMirrored(rtl, ltr)
  })

  it.each(
    everyThirdOf([
      [
        'a box that is too wide',
        '.wide{width:1000px;background:#eee}',
        '<div class="wide line"><i>One</i><i>Two</i></div>',
      ],
      [
        'a box in a frame that is narrower',
        '.wide{width:1000px}.frame{overflow:hidden}',
        '<div class=frame><div class="wide line"><i>One</i><i>Two</i></div></div>',
      ],
      [
        'a table that is too wide',
        'td{white-space:nowrap;padding:6px 10px;border:1px solid}',
        `<table>${[1, 2, 3].map((row) => `<tr>${Array.from({ length: 14 }, (_, column) => `<td>Row${row}Cell${column}`).join('')}`).join('')}</table>`,
      ],
      [
        'what is placed by coordinates in a pane',
        '.pane{position:relative;overflow:auto;width:400px;height:80px}.pane i{position:absolute;top:20px}',
        `<div class=pane>${[0, 300, 520].map((at) => `<i style="inset-inline-start:${at}px">At${at}</i>`).join('')}</div>`,
      ],
      [
        'a pane in which a tile stands over the box of a text, beside its letters,',
        'main{height:300px;overflow:auto}section{position:relative}u{position:absolute;inset-inline-start:0;width:80px;height:40px;background:#ace}p{text-align:end;height:60px;margin:0}',
        `<main>${Array.from({ length: 12 }, (_, at) => `<section><u>Tile${at}</u><p>Text${at}</p></section>`).join('')}</main>`,
      ],
    ]),
  )('%s is found and repaired as in the mirror', async (_, css, body) => {
    const [rtl, ltr] = await Promise.all([where, {}].map((at) => optimized(page(at, css, body))))
    if (!rtl || !ltr) throw new Error('nothing was printed')
    expect(rtl.report.found).toEqual(ltr.report.found)
    expect(rtl.report.left).toEqual(ltr.report.left)
    expectMirrored(rtl, ltr)
  })

  // The browser makes the document smaller by what it does not print, of pages that run from right to left alone.
  it.each(
    everyThirdOf([
      ['hangs over', '.out{margin-inline-start:-100px;width:300px}'],
      ['stands wholly beyond', '.out{position:absolute;inset-inline-start:-300px;width:200px}'],
    ]),
  )('what %s the edge where lines begin does not move the print', async (_, css) => {
    const html = (at: typeof where | object) => page(at, css, '<div class=out>Out</div>')
    const [rtl, ltr] = await Promise.all([where, {}].map((at) => optimized(html(at))))
    if (!rtl || !ltr) throw new Error('nothing was printed')
    expect(rtl.report.found).toEqual(ltr.report.found)
    const startOf = (places: ReturnType<typeof placesOf>) =>
      places.find(({ text }) => text === 'Start')?.start
    expect(startOf(placesOf(rtl, true))).toBeCloseTo(startOf(placesOf(ltr, false)) ?? 0, 0)
  })

  it('says what is cut off at its end, without goCreditMode', async () => {
    const [rtl, ltr] = await Promise.all(
      [where, {}].map((at) => render(page(at, 'table{width:1300px}', '<table><td>Cell</table>'))),
    )
    expect(ltr?.headers.get('x-warnings')).toContain('1300 px is cut off')
    expect(rtl?.headers.get('x-warnings')).toBe(ltr?.headers.get('x-warnings'))
  })
})
