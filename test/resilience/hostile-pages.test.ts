/** Documents that hang or fill the machine: each ends in time, costs nothing and does not disturb the next. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { readPdf } from '../support/pdf'
import { applySchema } from '../support/schema'
import { post, problemOf, render } from '../support/service'

const { site } = inject('origins')

beforeAll(() => applySchema())

async function textOf(response: Response): Promise<string> {
  expect(response.status).toBe(200)
  return (await readPdf(await response.bytes())).text.trim()
}

describe('a hostile document', () => {
  it.each([
    ['an endless loop', '<script>for (;;);</script>'],
    ['an endless loop after loading', '<script>setTimeout(() => { for (;;); })</script><p>Text'],
    ['an endless chain of microtasks', '<script>const go = () => Promise.resolve().then(go); go()</script>'],
  ])('with %s is a 504 in time, costs nothing and leaves the next one alone', endsInTime)

  it.concurrent.each([
    ['an image that never comes', `<img src="${site}/silent?hostile">`],
    ['a style sheet that never comes', `<link rel="stylesheet" href="${site}/silent?sheet"><p>Text`],
    ['a script that never comes', `<script src="${site}/silent?script"></script><p>Text`],
  ])('with %s is a 504 in time, costs nothing and leaves the next one alone', endsInTime)

  async function endsInTime(_: string, html: string) {
    const account = await newAccount({ credits: 10 })
    const begun = Date.now()
    const request = { html, options: { timeout: 2, wait_for: { ms: 500 } } }
    const problem = await problemOf(request, account)
    expect(problem).toMatchObject({ status: 504, code: 'render_timeout' })
    expect(Date.now() - begun).toBeLessThan(8_000)
    expect(await account.account.credits()).toMatchObject({ credits_left: 10 })
    expect(await textOf(await post(account, { html: '<p>next' }))).toBe('next')
    expect(await account.account.credits()).toMatchObject({ credits_left: 8 })
  }

  it.each([
    ['dialogues', 'for (;;) alert(1)'],
    ['messages to the console', 'for (;;) console.log(1)'],
    ['messages to other pages', 'for (;;) new BroadcastChannel("x").postMessage(1)'],
    ['navigations within itself', 'for (let n = 0; ; n++) location.hash = n'],
    ['entries of its history', 'for (let n = 0; ; n++) history.replaceState(n, "")'],
    [
      'forms',
      'const form = document.createElement("form"); document.body.append(form); for (;;) form.submit()',
    ],
  ])('with %s without end ends in time, and does not hold up another at the same time', async (_, script) => {
    const account = await newAccount({ credits: 10 })
    const html = `<p>Text<script>setTimeout(() => { try { ${script} } catch { for (;;); } }, 50)</script>`
    const hostile = problemOf({ html, options: { timeout: 12, wait_for: { ms: 500 } } }, account)
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const begun = Date.now()
    expect((await render('<p>next')).text.trim()).toBe('next')
    expect(Date.now() - begun).toBeLessThan(7000)
    expect([422, 504]).toContain((await hostile).status)
  })

  it.each([
    [
      'images of long addresses',
      'setInterval(() => { for (let times = 0; times < 10; times++) new Image().src = address() + "x".repeat(5e4) })',
    ],
    [
      'images',
      'setInterval(() => { for (let times = 0; times < 3000; times++) new Image().src = address() })',
    ],
    [
      'imported style sheets',
      'for (;;) document.head.insertAdjacentHTML("beforeend", "<style>@import url(" + address() + ")</style>")',
    ],
    ['requests', 'for (;;) fetch(address()).catch(() => {})'],
    [
      'preloads',
      'for (;;) document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "image", href: address() }))',
    ],
    [
      'images of a style',
      'setInterval(() => { document.body.style.backgroundImage = Array.from({ length: 2000 }, () => "url(" + address() + ")") })',
    ],
  ])('that asks for %s without end is refused, and leaves the next one alone', async (_, script) => {
    const account = await newAccount({ credits: 10 })
    const html = `<p>x</p><script>let n = 0; const address = () => 'http://nowhere.invalid/' + n++
      setTimeout(() => { ${script} }, 20)</script>`
    const problem = await problemOf({ html, options: { timeout: 20, wait_for: { ms: 15_000 } } }, account)
    expect(problem).toMatchObject({ status: 422, code: 'document_invalid' })
    expect(problem.detail).toContain('it requests files more than 1000 times')
    expect((await render('<p>next')).text.trim()).toBe('next')
    expect(await account.account.credits()).toMatchObject({ credits_left: 10 })
  })

  it('that floods is told to its account: after the second, documents are printed apart, and after each more none for ten seconds', async () => {
    const account = await newAccount({ plan: 'Pro', credits: 10 })
    const flood = {
      html: '<p>x<script>for (;;) fetch("http://nowhere.invalid/" + Math.random()).catch(() => {})</script>',
      goCreditMode: false,
    }
    expect((await problemOf(flood, account)).detail).not.toContain('one at a time')
    expect((await problemOf(flood, account)).detail).toContain('one at a time, within 10 s each')
    const paused = await problemOf({ html: '<p>next', goCreditMode: false }, account)
    expect(paused).toMatchObject({ status: 503, code: 'pool_full' })
    const seconds = Number(paused.headers.get('retry-after'))
    expect([seconds > 3, seconds <= 10]).toEqual([true, true])
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    expect(await textOf(await post(account, { html: '<p>next', goCreditMode: false }))).toBe('next')
  })

  it('of a million nodes is printed or a 504 in time, and leaves the next one alone', async () => {
    const account = await newAccount({ credits: 10 })
    const html = `<p>x</p><script>
      const box = document.createElement('div')
      for (let n = 0; n < 1e6; n++) box.append(document.createElement('b'))
      document.body.append(box)</script>`
    const response = await post(account, { html, goCreditMode: false, options: { timeout: 10 } })
    expect([200, 504]).toContain(response.status)
    await response.arrayBuffer()
    const left = response.status === 200 ? 9 : 10
    expect(await account.account.credits()).toMatchObject({ credits_left: left })
    expect((await render('<p>next')).text.trim()).toBe('next')
  })

  it('that fills the memory of its page is an error, and leaves the next one alone', async () => {
    const account = await newAccount({ credits: 10 })
    const html = '<script>const all = []; for (;;) all.push(new Array(1e6).fill(all.length))</script>'
    const response = await post(account, { html, options: { timeout: 8 } })
    expect([502, 504]).toContain(response.status)
    expect(await account.account.credits()).toMatchObject({ credits_left: 10 })
    expect(await textOf(await post(account, { html: '<p>next' }))).toBe('next')
  })
})

describe('a timeout', () => {
  it('holds for the files of a header, too', async () => {
    const header_html = Array.from({ length: 5 }, (_, n) => `<img src="${site}/silent?header${n}">`).join('')
    const begun = Date.now()
    const problem = await problemOf({ html: '<p>Text', options: { header_html, timeout: 1 } })
    expect(problem).toMatchObject({ status: 504, code: 'render_timeout' })
    expect(Date.now() - begun).toBeLessThan(8_000)
  })
})
