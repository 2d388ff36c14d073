/** Names that a document gives its elements stand in the place of the browser's own: no way to confuse what reads it. */
import { beforeAll, expect, it } from 'vitest'
import { applySchema } from '../support/schema'
import { render } from '../support/service'

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

const fixtures = import.meta.glob<string>('../fixtures/print/bad/*.html', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const sources = import.meta.glob<string>('../../src/in-page/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** All that the code in the page reads of anything, and more. */
const properties = [
  ...new Set(
    Object.values(sources).flatMap((text) =>
      [...text.matchAll(/[.,{] ?([a-z]\w+)/gi)].map(([, name]) => name),
    ),
  ),
]

/** The document with a form in the place of each of its sections, whose fields have every fourth of these names. */
function withForms(html: string, names: readonly (string | number | undefined)[]): string {
  const fields = names.map((name) => `<input type="hidden" name="${name}">`)
  const quarters = [0, 1, 2, 3].map((quarter) => fields.filter((_, index) => index % 4 === quarter).join(''))
  let forms = 0
  const sections = /<(\/?)(main|section|article|header|nav|footer|aside|li|td|pre|figure)\b([^>]*)>/g
  return html.replace(sections, (_, slash, tag, rest) =>
    slash ? `</form></${tag}>` : `<${tag}${rest}><form${rest}>${quarters[forms++ % 4]}`,
  )
}

it.each(['kanban-board', 'shop-carousel', 'wiki-town'])(
  'what goCreditMode does with %s does not depend on the names of fields',
  async (fixture) => {
    const html = fixtures[`../fixtures/print/bad/${fixture}.html`] ?? ''
    const [plain, named] = await Promise.all(
      [properties.map((_, index) => index), properties].map((names) =>
        render(withForms(html, names), { goCreditMode: true }),
      ),
    )
    expect(properties).toContain('getBoundingClientRect')
    expect(named?.headers.get('x-optimization')).toBe(plain?.headers.get('x-optimization'))
    expect(named?.pages.map(({ text }) => text)).toEqual(plain?.pages.map(({ text }) => text))
    expect(named?.headers.get('x-warnings') ?? '').not.toContain('goCreditMode')
  },
)
