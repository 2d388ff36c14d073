/** Documents that ask for something without end: each is refused or ends in time, and does not disturb the next. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { newAccount } from '../support/accounts'
import { readPdf } from '../support/pdf'
import { applySchema } from '../support/schema'
import { post, problemIn, problemOf, render } from '../support/service'

beforeAll(() => applySchema())

describe('a hostile document', () => {
  // The first one would wait for its browser to be opened.
  beforeAll(() => render('<p>warm'))

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
    const within = (timeout: number) => ({ html, options: { timeout, wait_for: { ms: 500 } } })
    const hangUp = new AbortController()
    let endedWith: number | undefined
    const hostile = post(account, within(60), {}, hangUp.signal).then(
      ({ status }) => (endedWith = status),
      () => undefined,
    )
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect((await render('<p>next')).text.trim()).toBe('next')
    // One that is refused before its time is over holds up nobody.
    expect([undefined, 422]).toContain(endedWith)
    hangUp.abort()
    await hostile
    const { status } = await problemOf(within(5), await newAccount({ credits: 10 }))
    expect([422, 504]).toContain(status)
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
    await isRefused(floods, { timeout: 50, says: 'it requests files more than 500 times' })
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
    await isRefused(script, { timeout: 50, says: 'the browser itself was kept busy', mayStarve: true })
  })

  /**
   * A script that begins after loading is the end of its document, which costs nothing; the next one is printed. Whose
   * script `mayStarve` keeps nothing busy where other programs have the processors: there its time is its end.
   */
  async function isRefused(
    script: string,
    { timeout, says, mayStarve = false }: { timeout: number; says: string; mayStarve?: boolean },
  ) {
    const account = await newAccount({ credits: 10 })
    const html = `<p>x</p><script>setTimeout(() => { ${script} }, 20)</script>`
    const options = { timeout, wait_for: { ms: (timeout - 5) * 1000 } }
    const problem = await problemOf({ html, options }, account)
    const isStarved = mayStarve && problem.code === 'render_timeout'
    expect(problem).toMatchObject(isStarved ? { status: 504 } : { status: 422, code: 'document_invalid' })
    expect(problem.detail).toContain(isStarved ? `${timeout} s` : says)
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
    const problem = await problemOf({ html, options: { timeout: 50, wait_for: { ms: 45_000 } } }, account)
    expect(problem).toMatchObject({ status: 422, code: 'document_invalid' })
    expect(problem.detail).toContain('it navigates or creates frames more than 2000 times')
  })

  it('whose requests have long headers is refused after a few', async () => {
    const script = `const long = 'x'.repeat(1e5); setInterval(() => { fetch('http://nowhere.invalid/', { headers: { long } }).catch(() => {}) }, 10)`
    const html = `<p>x<script>${script}</script>`
    const account = await newAccount({ credits: 10 })
    const problem = await problemOf({ html, options: { timeout: 50, wait_for: { ms: 45_000 } } }, account)
    expect(problem.detail).toContain('it requests files more than 500 times')
  })

  it('that floods is told to its account: from the first on, documents are printed apart, and after each none for ten seconds', async () => {
    const account = await newAccount({ plan: 'Pro', credits: 10 })
    const flood = {
      html: '<p>x<script>for (;;) fetch("http://nowhere.invalid/" + Math.random()).catch(() => {})</script>',
      goCreditMode: false,
    }
    expect((await problemOf(flood, account)).detail).toContain('one at a time, within 10 s each')
    const paused = await problemIn(await post(account, { html: '<p>next', goCreditMode: false }))
    expect(paused).toMatchObject({ status: 503, code: 'pool_full' })
    const seconds = Number(paused.headers.get('retry-after'))
    expect([seconds > 0, seconds <= 10]).toEqual([true, true])
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    // A browser apart is opened in the time of a document, of which each has 10 s: a busy machine may need more of them.
    const next = await vi.waitFor(async () => {
      const answer = await post(account, { html: '<p>next', goCreditMode: false })
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      return answer
    }, 60_000)
    expect((await readPdf(await next.bytes())).text.trim()).toBe('next')
  })
})
