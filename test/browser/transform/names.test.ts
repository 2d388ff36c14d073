/** Names that a document gives its elements stand in the place of the browser's own: no way to confuse what reads it. */
import { beforeAll, expect, it } from 'vitest'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

beforeAll(() => applySchema())

it.each([
  '<img name="images">',
  '<img name="querySelector"><img name="querySelectorAll">',
  '<img name="fonts"><img name="styleSheets">',
  '<img name="readyState">',
  '<img name="title">',
  '<form name="body"></form><form name="documentElement"></form>',
  '<form name="createElement"></form><form name="getElementById"></form>',
  '<form><input name="closest"><input name="matches"><table style="width:3000px"><td>x</table></form>',
  '<b id="platenLoad"></b><b id="platenPaper"></b><b id="platenOptimize"></b>',
  '<svg><a href="x"><text>x</text></a></svg>',
  '<script>document.body.remove()</script>',
  '<script>document.documentElement.remove()</script>',
])('a document with %s is printed', async (markup) => {
  const options = {
    title: 'Given',
    wait_for: 'p',
    header_html: `<b>head</b>${markup.replace(/<script.*/, '')}`,
  }
  const { pages, title } = await render(`<p>Text</p>${markup}`, {
    goCreditMode: true,
    options: markup.includes('remove') ? { header_html: '<b>head</b>' } : options,
  })
  expect(pages).toHaveLength(1)
  expect(pages[0]?.text).toContain('head')
  if (!markup.includes('remove'))
    expect([pages[0]?.text, title]).toEqual([expect.stringContaining('Text'), 'Given'])
})
