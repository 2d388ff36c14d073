/** What must end in time, leave no hold behind and not disturb the next: hostile documents, lost browsers, full pools. */
import { env, runInDurableObject, SELF } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { shardStub } from '../../../src/browser/shards'
import { newAccount, type TestAccount } from '../../support/accounts'
import { readPdf } from '../../support/pdf'
import { applySchema } from '../../support/schema'
import { get, ORIGIN, post, problemOf, render, richAccount } from '../../support/service'

const { site } = inject('origins')
const settings = { ...env }
const parsed = JSON.parse

beforeAll(() => applySchema())
afterEach(() => {
  Object.assign(env, settings)
})

/** Sends a document from a part of the world of its own, whose shards nobody else uses. */
function postFrom(region: string, account: TestAccount, body: unknown) {
  return SELF.fetch(`${ORIGIN}/v1/transform`, {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    cf: { continent: region } as CfProperties,
  })
}

const pool = (region: string) => shardStub({ pool: env.POOL, region }, 0)

/** The id of the shard's browser session, which the object keeps so that a later life of it can end it. */
function sessionOf(region: string): Promise<string | undefined> {
  return runInDurableObject(pool(region), (_, state) => state.storage.get<string>('session'))
}

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
    ['dialogues', '<script>alert(1); confirm(2); prompt(3)</script><p>Text'],
    ['a question before leaving', '<script>onbeforeunload = () => "stay"</script><p>Text'],
    [
      'endless timers',
      '<script>setInterval(() => {}, 0); requestAnimationFrame(function f() { requestAnimationFrame(f) })</script><p>Text',
    ],
    [
      'an animation without end',
      '<style>@keyframes a{to{opacity:0.99}}p{animation:a 1s infinite}</style><p>Text',
    ],
    [
      'long complaints without end',
      '<script>for (let n = 0; n < 3000; n++) console.error("x".repeat(2000))</script><p>Text',
    ],
    [
      'errors without end',
      '<script>for (let n = 0; n < 3000; n++) reportError(new Error("x".repeat(2000)))</script><p>Text',
    ],
    ['deep nesting', `${'<div>'.repeat(5000)}Text`],
  ])('with %s is printed', async (_, html) => {
    expect((await render(html)).text).toContain('Text')
  })

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
    const hostile = problemOf({ html, options: { timeout: 8, wait_for: { ms: 500 } } }, account)
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const begun = Date.now()
    expect((await render('<p>next')).text.trim()).toBe('next')
    expect(Date.now() - begun).toBeLessThan(4000)
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
    expect(problem.detail).toContain('it asks for files more than 1000 times')
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

  it.each([
    [
      'bodies of requests',
      `const post = { method: 'POST', body: long }, url = 'http://nowhere.invalid/'
       fetch(url, post).catch(() => {}); fetch(new Request(url, post)).catch(() => {})
       const xhr = new XMLHttpRequest(); xhr.open('POST', url); xhr.send(long)
       const frame = document.createElement('iframe'); document.body.append(frame)
       frame.contentWindow.fetch(url, post).catch(() => {})
       fetch(new (Object.getPrototypeOf(new Request(url)).constructor)(url, post)).catch(() => {})`,
    ],
    [
      'texts',
      `document.title = long
       document.body.append(Object.assign(document.createElement('a'), { href: long, textContent: 'x' }))
       Object.defineProperty(window, 'answer', { get() { throw long } })
       String.prototype.slice = Array.prototype.join = () => long; console.error(long); reportError(long)`,
    ],
    ['answers', `Boolean = () => long; window.answer = long`],
  ])('with %s of megabytes keeps them out of the connection that all share', async (_, script) => {
    const lengths: number[] = []
    const parse = vi.spyOn(JSON, 'parse').mockImplementation((text, ...words) => {
      lengths.push(text.length)
      return parsed(text, ...words)
    })
    onTestFinished(() => parse.mockRestore())
    const html = `<p>x</p><script>const long = 'x'.repeat(4e6); ${script}</script>`
    const answer = await post(await richAccount(), {
      html,
      options: { timeout: 2, wait_for: { expression: 'window.answer ?? document.body' } },
    })
    await answer.arrayBuffer()
    expect([200, 504]).toContain(answer.status)
    expect(lengths.length).toBeGreaterThan(9)
    // A piece of a file is read as up to 1.4 million characters.
    expect(Math.max(...lengths)).toBeLessThan(2_000_000)
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
  it('that nothing can meet is a 504, and leaves no place taken', async () => {
    for (let n = 0; n < 6; n++) {
      const problem = await problemOf({ html: `<p>${n}`, options: { timeout: 0.001 } })
      expect(problem).toMatchObject({ status: 504, code: 'render_timeout' })
    }
    expect((await render('<p>next')).text.trim()).toBe('next')
  })

  it('holds for the files of a header, too', async () => {
    const header_html = Array.from({ length: 5 }, (_, n) => `<img src="${site}/silent?header${n}">`).join('')
    const begun = Date.now()
    const problem = await problemOf({ html: '<p>Text', options: { header_html, timeout: 1 } })
    expect(problem).toMatchObject({ status: 504, code: 'render_timeout' })
    expect(Date.now() - begun).toBeLessThan(8_000)
  })
})

describe('a caller who hangs up', () => {
  it('leaves no hold, no place and no context behind', async () => {
    const account = await newAccount({ credits: 10 })
    const caller = new AbortController()
    const answer = SELF.fetch(`${ORIGIN}/v1/transform`, {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ html: '<p>slow', options: { wait_for: { ms: 1000 } } }),
      cf: { continent: 'HANG' } as CfProperties,
      signal: caller.signal,
    })
    setTimeout(() => caller.abort(), 500)
    await answer.then(
      (response) => response.body?.cancel(),
      () => undefined,
    )
    await vi.waitFor(
      async () => {
        const { held } = await heldBy(account)
        expect(held).toBe(0)
        expect(await pool('HANG').status()).toMatchObject({ used: 0, waiting: 0 })
      },
      { timeout: 10_000, interval: 200 },
    )
  })
})

/** Credits that are held for work under way. */
function heldBy({ account }: TestAccount): Promise<{ held: number }> {
  return runInDurableObject(account, (_, state) =>
    state.storage.sql
      .exec<{ held: number }>('SELECT coalesce(sum(credits), 0) AS held FROM holds WHERE outcome IS NULL')
      .one(),
  )
}

describe('the pool', () => {
  it('answers rightly though its browser is killed in the middle of a render', async () => {
    env.POOL_SHARDS = '1'
    const account = await newAccount({ credits: 10 })
    await textOf(await postFrom('KILL', account, { html: '<p>warm' }))
    const before = await sessionOf('KILL')
    const rendering = postFrom('KILL', account, { html: '<p>survives', options: { wait_for: { ms: 1500 } } })
    await new Promise((resolve) => setTimeout(resolve, 500))
    await env.BROWSER.fetch(`https://browser.invalid/v1/devtools/browser/${before}`, { method: 'DELETE' })
    expect(await textOf(await rendering)).toBe('survives')
    expect(await sessionOf('KILL')).not.toBe(before)
    expect(await account.account.credits()).toMatchObject({ credits_left: 6 })
    expect(await textOf(await postFrom('KILL', account, { html: '<p>next' }))).toBe('next')
  })

  it('says clearly that a browser was lost twice, charges nothing, and recovers', async () => {
    env.POOL_SHARDS = '1'
    const account = await newAccount({ credits: 10 })
    await textOf(await postFrom('LOST', account, { html: '<p>warm' }))
    const rendering = postFrom('LOST', account, { html: '<p>lost', options: { wait_for: { ms: 20_000 } } })
    const killed = new Set<string>()
    while (killed.size < 2) {
      const session = await vi.waitFor(async () => {
        const found = await sessionOf('LOST')
        const { used, browser } = await pool('LOST').status()
        if (!found || !used || !browser || killed.has(found)) throw new Error('not rendering yet')
        return found
      }, 10_000)
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await env.BROWSER.fetch(`https://browser.invalid/v1/devtools/browser/${session}`, { method: 'DELETE' })
      killed.add(session)
    }
    const response = await rendering
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ code: 'browser_lost' })
    expect(await account.account.credits()).toMatchObject({ credits_left: 8 })
    expect(await textOf(await postFrom('LOST', account, { html: '<p>next' }))).toBe('next')
  })

  it('replaces its browser after as many renders as it is told to, without failing any', async () => {
    env.POOL_RENDERS_PER_BROWSER = '3'
    const account = await newAccount({ credits: 100, plan: 'Max' })
    const sessions = new Set<string | undefined>()
    // Its successor is opened meanwhile, so it may print a few more.
    for (let round = 0; sessions.size < 3; round++) {
      const words = [0, 1].map((n) => `recycled ${round} ${n}`)
      const texts = await Promise.all(
        words.map(async (word) => textOf(await postFrom('AGE', account, { html: `<p>${word}` }))),
      )
      expect(texts).toEqual(words)
      sessions.add(await sessionOf('AGE'))
    }
  })

  it('that is full answers 503 with Retry-After, charges nothing, and serves again', async () => {
    Object.assign(env, { POOL_SHARDS: '1', POOL_RENDERS_IN_FLIGHT: '1' })
    const account = await newAccount({ credits: 100, plan: 'Max' })
    await textOf(await postFrom('FULL', account, { html: '<p>warm' }))
    const slow = { html: '<p>slow', options: { wait_for: { ms: 4000 } } }
    const responses = await Promise.all(Array.from({ length: 5 }, () => postFrom('FULL', account, slow)))
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(503)
    const full = responses.find(({ status }) => status === 503) as Response
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await full.json()).toMatchObject({ code: 'pool_full' })
    const served = statuses.filter((status) => status === 200).length
    expect(await account.account.credits()).toMatchObject({ credits_left: 98 - 2 * served })
    expect(await textOf(await postFrom('FULL', account, { html: '<p>next' }))).toBe('next')
  })

  it('counts a document of a plan beyond its renders at once as too many', async () => {
    const account = await newAccount({ credits: 100, plan: 'Free' })
    const slow = { html: '<p>slow', options: { wait_for: { ms: 1500 } } }
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const response = await post(account, slow)
        await response.arrayBuffer()
        return response.status
      }),
    )
    expect(statuses.sort()).toEqual([200, 200, 429, 429])
    expect((await get(account, '/v1/credits')).status).toBe(200)
  })
})
