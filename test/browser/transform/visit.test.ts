/** What is done with a page before it is printed: its window, clicks, scrolling, and what is hidden. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { readPdf } from '../../support/pdf'
import { applySchema } from '../../support/schema'
import { post, problemOf, render, richAccount } from '../../support/service'

const { site } = inject('origins')
beforeAll(() => applySchema())

async function printed(request: object) {
  const answer = await post(await richAccount(), {
    url: `${site}/visited.html`,
    goCreditMode: false,
    ...request,
  })
  if (answer.status !== 200) expect.unreachable(`${answer.status} ${await answer.text()}`)
  const warnings = decodeURIComponent(answer.headers.get('x-warnings') ?? '')
  return { ...(await readPdf(await answer.bytes())), warnings }
}

describe('a page by its address', () => {
  it('loads in the window that is asked for, for scripts that see who asks', async () => {
    const { text, warnings } = await printed({
      user_agent: 'Mine/2',
      accept_language: 'de-AT, de;q=0.8',
      options: { viewport: { width: 1280, height: 900, device_scale: 2 } },
    })
    expect(text).toContain('window 1280 900 2 Mine/2 de-AT,de')
    expect(warnings).toBe('')
  })

  it('is scrolled through, so that what comes on the way is there', async () => {
    expect((await printed({})).text).toContain('far: fetched by a script')
    expect((await printed({ options: { scroll: false } })).text).not.toContain('fetched by a script')
  })

  it('is clicked in order, each time to its end, and is without what is hidden, whenever that came', async () => {
    const { text, warnings } = await printed({
      options: { click: ['.accept', '#second'], hide: ['#late, #tail', '#never'], wait_for: '#banner' },
    })
    expect(text).not.toMatch(/COOKIES|LATE/)
    expect(text).toContain('2 GONE')
    expect(warnings).toBe('options.hide: nothing matches "#never"')
  })

  it('stays where a click would lead away, and what a click does not find is a warning, or an error', async () => {
    const { text, warnings } = await printed({ options: { click: ['.away', '.no-such'], hide: ['#banner'] } })
    expect(text).toContain('window')
    expect(text).not.toContain('COOKIES')
    expect(warnings).toContain('options.click: nothing matches ".no-such"')
    expect(warnings).toContain('tried to navigate away')
    const strict = await problemOf({
      url: `${site}/visited.html`,
      options: { click: ['.no-such'], strict: true },
    })
    expect(strict).toMatchObject({ status: 422, code: 'strict_warning' })
  })
})

describe('HTML', () => {
  it('that is long is printed by the styles of a screen where these are asked for', async () => {
    const style =
      '@media print{.screen{display:none}}@media screen{.print{display:none}}@keyframes in{from{opacity:0}}p{animation:in 9s}'
    const html = `<style>${style}</style><p class="screen">on a screen<p class="print">on paper${'<p>a line of it'.repeat(2000)}<p>end`
    for (const [media, shown] of [
      ['screen', 'on a screen'],
      ['print', 'on paper'],
      [undefined, 'on paper'],
    ] as const) {
      const { pages } = await render(html, { goCreditMode: false, options: media ? { media } : {} })
      expect(pages[0]?.text.trim().startsWith(shown)).toBe(true)
      expect(pages.at(-1)?.text).toContain('end')
    }
  })

  const html = `<!doctype html><style>div{display:block !important}.c:checked ~ p{display:none}</style><div id="a" style="display:block !important">HIDDEN</div>
    <input type="checkbox" class="c"><p>CHECKED AWAY</p><details><summary>More</summary>OPENED</details><p>kept</p>`

  it('without scripts is clicked and hidden from as well', async () => {
    const { pages, headers } = await render(html, { options: { hide: ['#a'], click: ['summary'] } })
    expect(pages[0]?.text).toContain('OPENED')
    expect(pages[0]?.text).not.toContain('HIDDEN')
    expect(headers.get('x-warnings')).toBeNull()
    const hidden = await render(html, { goCreditMode: true, options: { hide: ['#a', 'p'] } })
    expect(hidden.pages[0]?.text).not.toMatch(/HIDDEN|kept/)
  })

  it('in Markdown too', async () => {
    const answer = await post(await richAccount(), {
      markdown: '# T\n\nkept\n\n> gone\n\n<details><summary>More</summary>OPENED</details>',
      options: { hide: ['blockquote'], click: ['summary'] },
    })
    const { text } = await readPdf(await answer.bytes())
    expect(text).toContain('kept')
    expect(text).toContain('OPENED')
    expect(text).not.toContain('gone')
  })
})

it.each([
  ['..a', 'is not a CSS selector'],
  ['a,', 'is not a CSS selector'],
  ['.a{} body', 'is not a CSS selector'],
  ['> a', 'is not a CSS selector'],
  ['a b >', 'is not a CSS selector'],
  ['a::before', '::before'],
  ['button:has-text("Accept")', 'of other programs'],
  [':nonsense', 'do not know'],
])('a selector that is none (%s) is refused before anything is fetched', async (selector, message) => {
  for (const name of ['click', 'hide']) {
    const problem = await problemOf({ html: '<p>x</p>', options: { [name]: ['p', selector] } })
    expect(problem).toMatchObject({ status: 400, errors: [{ pointer: `/options/${name}/1` }] })
    expect(problem.errors?.[0]?.message).toContain(message)
  }
})

it('a selector that only the browser knows to be none is an error that names its option', async () => {
  const problem = await problemOf({ html: '<p>x</p>', options: { hide: [':has(:has(a))'] } })
  expect(problem).toMatchObject({ status: 422, code: 'document_invalid' })
  expect(problem.detail).toContain('`hide`')
})
