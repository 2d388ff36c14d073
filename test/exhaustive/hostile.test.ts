/** Documents that do not behave, and are printed all the same or refused at once. Those that hang: `test/resilience`. */
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { applySchema } from '../support/schema'
import { post, problemOf, render, richAccount } from '../support/service'

const parsed = JSON.parse

beforeAll(() => applySchema())

describe('a hostile document', () => {
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
    ['begins a loop', 'for (;;);'],
    ['goes elsewhere', 'location = URL.createObjectURL(new Blob(["other"], { type: "text/html" }))'],
  ])('that %s when it has been printed is printed at once', async (_, script) => {
    const html = `<p>Text<script>addEventListener('afterprint', () => { ${script} })</script>`
    const begun = Date.now()
    expect((await render(html, { options: { timeout: 60 } })).text).toContain('Text')
    expect(Date.now() - begun).toBeLessThan(30_000)
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
})

describe('a timeout', () => {
  it('that nothing can meet is a 504, and leaves no place taken', async () => {
    for (let n = 0; n < 6; n++) {
      const problem = await problemOf({ html: `<p>${n}`, options: { timeout: 0.001 } })
      expect(problem).toMatchObject({ status: 504, code: 'render_timeout' })
    }
    expect((await render('<p>next')).text.trim()).toBe('next')
  })
})
