/** Documents that hang or fill the machine: each ends in time, costs nothing and does not disturb the next. */
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { isolateMemory } from '../../src/memory/isolate-memory'
import { newAccount } from '../support/accounts'
import { readPdf } from '../support/pdf'
import { applySchema } from '../support/schema'
import { post, postFrom, problemOf, render } from '../support/service'

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

  it('that prints for long without any script is a 504 in time, and leaves the next one alone', async () => {
    const account = await newAccount({ credits: 10 })
    const cones = `<style>div{width:90px;height:90px;float:left;background:conic-gradient(red,blue,lime,red)}</style>${'<div></div>'.repeat(30_000)}`
    const begun = Date.now()
    const request = { html: cones, goCreditMode: false, options: { timeout: 2 } }
    const problem = await problemOf(request, account)
    expect(problem).toMatchObject({ status: 504, code: 'render_timeout' })
    expect(Date.now() - begun).toBeLessThan(SOON_MS)
    expect(await account.account.credits()).toMatchObject({ credits_left: 10 })
    expect(await textOf(await post(account, { html: '<p>next', goCreditMode: false }))).toBe('next')
  })

  it('that is busy when it is given large frames keeps no other one’s files waiting', async () => {
    const [account, other] = [await newAccount({ credits: 10 }), await newAccount({ credits: 10 })]
    const frames = '<iframe src="/large.html?1"></iframe><iframe src="/large.html?2"></iframe>'
    const busy = `new MutationObserver(() => { for (;;); }).observe(document, { subtree: true, attributeFilter: ['srcdoc'] })`
    const html = `<script>${busy}</script>${frames}`
    let isOver = false
    const request = { html, goCreditMode: false, options: { timeout: 60, base_url: `${site}/` } }
    const hangUp = new AbortController()
    const hostile = postFrom('BUSY', account, request, hangUp.signal)
    const over = hostile.catch(() => undefined).finally(() => (isOver = true))
    // Unless both frames are there before the page is busy, as where other programs have the processors.
    const isWaiting = () => expect(isolateMemory.assets.waiting()).toBeGreaterThan(0)
    await vi.waitFor(isWaiting, 10_000).catch(() => undefined)
    const images = Array.from({ length: 20 }, (_, n) => `<img src="${site}/red.png?busy=${n}">`)
    const next = { html: `<p>Text${images.join('')}`, goCreditMode: false, options: { timeout: 40 } }
    const printed = await textOf(await postFrom('BUSY', other, next))
    expect([printed, isOver]).toEqual(['Text', false])
    hangUp.abort()
    await over
  })

  it('of a million nodes is printed or an error in time, and leaves the next one alone', async () => {
    const account = await newAccount({ credits: 10 })
    const html = `<p>x</p><script>
      const box = document.createElement('div')
      for (let n = 0; n < 1e6; n++) box.append(document.createElement('b'))
      document.body.append(box)</script>`
    const response = await post(account, { html, goCreditMode: false, options: { timeout: 10 } })
    // It may take more memory than a page is given, or more than Chromium prints.
    expect([200, 422, 502, 504]).toContain(response.status)
    await response.arrayBuffer()
    const left = response.status === 200 ? 9 : 10
    expect(await account.account.credits()).toMatchObject({ credits_left: left })
    expect((await render('<p>next')).text.trim()).toBe('next')
  })

  it('that fills the memory of its page is an error, and leaves the next one alone', async () => {
    const account = await newAccount({ credits: 10 })
    const html = '<script>const all = []; for (;;) all.push(new Array(1e6).fill(all.length))</script>'
    const response = await post(account, { html, options: { timeout: 8 } })
    expect([422, 502, 504]).toContain(response.status)
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
