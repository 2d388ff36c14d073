/** Pages that run from right to left are the mirror image of those from left to right. */
import { beforeAll, describe, expect, it } from 'vitest'
import { everyThirdOf } from '../../support/runs'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

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
})
