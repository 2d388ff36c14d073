/** Documents that hang or fill the machine: each ends in time, costs nothing and does not disturb the next. */
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { isolateMemory } from '../../src/memory/isolate-memory'
import { newAccount } from '../support/accounts'
import { readPdf } from '../support/pdf'
import { applySchema } from '../support/schema'
import { post, problemOf, render } from '../support/service'

const { site } = inject('origins')

/** Less than the time that a document has by default, and enough for a busy machine. */
const SOON_MS = 25_000

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
    expect(Date.now() - begun).toBeLessThan(SOON_MS)
    expect(await account.account.credits()).toMatchObject({ credits_left: 10 })
    expect(await textOf(await post(account, { html: '<p>next' }))).toBe('next')
    expect(await account.account.credits()).toMatchObject({ credits_left: 8 })
  }

  it('that is busy when it is given large frames keeps no other one’s files waiting', async () => {
    const [account, other] = [await newAccount({ credits: 10 }), await newAccount({ credits: 10 })]
    const frames = '<iframe src="/large.html?1"></iframe><iframe src="/large.html?2"></iframe>'
    const busy = `new MutationObserver(() => { for (;;); }).observe(document, { subtree: true, attributeFilter: ['srcdoc'] })`
    const html = `<script>${busy}</script>${frames}`
    let isOver = false
    const request = { html, goCreditMode: false, options: { timeout: 12, base_url: `${site}/` } }
    const hostile = problemOf(request, account).finally(() => (isOver = true))
    await vi.waitFor(() => expect(isolateMemory.assets.waiting()).toBeGreaterThan(0), SOON_MS)
    const images = Array.from({ length: 20 }, (_, n) => `<img src="${site}/red.png?busy=${n}">`)
    const printed = await textOf(
      await post(other, { html: `<p>Text${images.join('')}`, goCreditMode: false }),
    )
    expect([printed, isOver]).toEqual(['Text', false])
    expect(await hostile).toMatchObject({ status: 504 })
  })

  it.each([
    ['dialogues', 'for (;;) alert(1)'],
    ['messages to the console', 'for (;;) console.log(1)'],
    ['messages to other pages', 'for (;;) new BroadcastChannel("x").postMessage(1)'],
    ['navigations within itself', 'for (let n = 0; ; n++) location.hash = n'],
    [
      'long entries of its history',
      'for (let n = 0; ; n++) history.pushState("x".repeat(1e6), "", "#" + "x".repeat(1e6) + n)',
    ],
    ['entries of its history', 'for (let n = 0; ; n++) history.replaceState(n, "")'],
    [
      'forms',
      'const form = document.createElement("form"); document.body.append(form); for (;;) form.submit()',
    ],
  ])('with %s without end ends in time, and does not hold up another at the same time', async (_, script) => {
    const account = await newAccount({ credits: 10 })
    const html = `<p>Text<script>setTimeout(() => { try { ${script} } catch { for (;;); } }, 50)</script>`
    const order: string[] = []
    const request = { html, options: { timeout: 15, wait_for: { ms: 500 } } }
    const hostile = problemOf(request, account).finally(() => order.push('hostile'))
    await new Promise((resolve) => setTimeout(resolve, 3000))
    expect((await render('<p>next')).text.trim()).toBe('next')
    order.push('next')
    const { status } = await hostile
    expect([422, 504]).toContain(status)
    // One that is refused before its time is over holds up nobody.
    if (status === 504) expect(order).toEqual(['next', 'hostile'])
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
    const floods = `let n = 0; const address = () => 'http://nowhere.invalid/' + n++; ${script}`
    await isRefused(floods, { timeout: 20, says: 'it requests files more than 500 times' })
  })

  it.each([
    [
      'a title',
      'const title = document.head.appendChild(document.createElement("title")); for (let n = 0; ; n++) title.textContent = n',
    ],
    [
      'a title, with pauses,',
      'const title = document.head.appendChild(document.createElement("title")); let n = 0; setInterval(() => { for (let times = 0; times < 500; times++) title.textContent = n++ })',
    ],
    [
      'an attribute to wrong values',
      'const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect"); for (let n = 0; ; n++) rect.setAttribute("width", "bad" + n)',
    ],
    [
      'an attribute of a frame',
      'const frame = document.body.appendChild(document.createElement("iframe")); for (let n = 0; ; n++) frame.setAttribute("name", n)',
    ],
  ])('that changes %s without end is refused, and leaves the next one alone', async (_, script) => {
    await isRefused(script, { timeout: 50, says: 'the browser itself was kept busy' })
  })

  /** A script that begins after loading is the end of its document, which costs nothing; the next one is printed. */
  async function isRefused(script: string, { timeout, says }: { timeout: number; says: string }) {
    const account = await newAccount({ credits: 10 })
    const html = `<p>x</p><script>setTimeout(() => { ${script} }, 20)</script>`
    const options = { timeout, wait_for: { ms: (timeout - 5) * 1000 } }
    const problem = await problemOf({ html, options }, account)
    expect(problem).toMatchObject({ status: 422, code: 'document_invalid' })
    expect(problem.detail).toContain(says)
    expect((await render('<p>next')).text.trim()).toBe('next')
    expect(await account.account.credits()).toMatchObject({ credits_left: 10 })
  }

  it('that needs much of the browser only for its fonts is printed', async () => {
    const html = `<p>x</p><script>for (let n = 0; n < 600; n++) {
      const text = document.body.appendChild(document.createElement('p'))
      text.style.fontFamily = 'Unknown' + n
      text.textContent = String.fromCodePoint(0x4e00 + n)
      text.offsetWidth
    }</script>`
    const response = await post(await newAccount({ credits: 10 }), {
      html,
      goCreditMode: false,
      options: { timeout: 50 },
    })
    expect(response.status).toBe(200)
    await response.arrayBuffer()
  })

  it('that navigates within itself to long addresses is refused after a few', async () => {
    const script = 'setInterval(() => { location.hash = "x".repeat(1e6) + Math.random() }, 20)'
    const html = `<p>x<script>${script}</script>`
    const account = await newAccount({ credits: 10 })
    const problem = await problemOf({ html, options: { timeout: 20, wait_for: { ms: 15_000 } } }, account)
    expect(problem).toMatchObject({ status: 422, code: 'document_invalid' })
    expect(problem.detail).toContain('it navigates or creates frames more than 2000 times')
  })

  it('whose requests have long headers is refused after a few', async () => {
    const script = `const long = 'x'.repeat(1e5); setInterval(() => { fetch('http://nowhere.invalid/', { headers: { long } }).catch(() => {}) }, 10)`
    const html = `<p>x<script>${script}</script>`
    const account = await newAccount({ credits: 10 })
    const problem = await problemOf({ html, options: { timeout: 20, wait_for: { ms: 15_000 } } }, account)
    expect(problem.detail).toContain('it requests files more than 500 times')
  })

  it('that floods is told to its account: from the first on, documents are printed apart, and after each none for ten seconds', async () => {
    const account = await newAccount({ plan: 'Pro', credits: 10 })
    const flood = {
      html: '<p>x<script>for (;;) fetch("http://nowhere.invalid/" + Math.random()).catch(() => {})</script>',
      goCreditMode: false,
    }
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
    expect(Date.now() - begun).toBeLessThan(SOON_MS)
  })
})
