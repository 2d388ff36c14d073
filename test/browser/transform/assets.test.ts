/** What documents load: from addresses, through the guarded fetch, ready before anything is printed. */
import { beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import type { Report } from '../../net/servers'
import type { Pdf } from '../../support/pdf'
import { drawPage } from '../../support/pixels'
import { applySchema } from '../../support/schema'
import { send } from '../../support/send'
import { get, ORIGIN, post, problemOf, render, richAccount } from '../../support/service'

const { site, other, trap } = inject('origins')
/** Each test's files have addresses of their own: what was loaded is kept for an account. */
let fresh = 0
let files = ''

beforeAll(() => applySchema())
beforeEach(() => {
  fresh++
  files = `test=${fresh}`
})

async function trapped(): Promise<string[]> {
  const report = await fetch(`${site}/report`)
  return (await report.json<Report>()).trapped
}

/** Four letters of the square font at 20 pixels are 60 points wide, as in no other font; it names all of them `!`. */
const widthOfText = ({ pages }: Pdf) => pages[0]?.runs.reduce((sum, { width }) => sum + width, 0) ?? 0
const square = (query: string) =>
  `<style>@font-face{font-family:Square;src:url("${site}/square.ttf?${query}")}p{font:20px Square;margin:0}</style><p>iiii</p>`
const image = (query: string, attributes = '') =>
  `<style>@page{margin:0}body{margin:0}</style><img src="${site}/red.png?${query}" ${attributes} style="width:100px;height:100px;display:block">`

describe('a document loads', () => {
  it('a web font, however slow, before it is printed', async () => {
    expect(widthOfText(await render(square(`${files}&after=800`)))).toBeCloseTo(60, 0)
  })

  it('a font that a script uses first', async () => {
    const html = `<style>@font-face{font-family:Square;src:url("${site}/square.ttf?${files}&after=300")}</style>
      <p>iiii</p><script>onload = () => { document.querySelector('p').style.font = '20px Square' }</script>`
    expect(widthOfText(await render(html))).toBeCloseTo(60, 0)
  })

  it('an image, however slow, before it is printed', async () => {
    const at = await drawPage((await render(image(`${files}&after=800`))).bytes)
    expect(at(30, 30)).toBe('#ff0000')
  })

  it('a lazy image far down the document', async () => {
    const html = `<div style="height:5000px">above</div>${image(files, 'loading="lazy"')}`
    const { bytes, pages } = await render(html)
    const at = await drawPage(bytes, pages.length - 1)
    const column = Array.from({ length: 800 }, (_, y) => at(30, y))
    expect(column).toContain('#ff0000')
  })

  it('an image that a script adds at the end', async () => {
    const html = `<style>@page{margin:0}body{margin:0}</style><body><script>onload = () => {
      const image = new Image(100, 100); image.src = '${site}/red.png?${files}&after=300'; document.body.append(image) }</script>`
    expect((await drawPage((await render(html)).bytes))(30, 30)).toBe('#ff0000')
  })

  it('background images and those of print style sheets', async () => {
    const html = `<style>@page{margin:0}body{margin:0}@media print{div{background:url("${site}/red.png?${files}&after=300")}}</style>
      <div style="width:100px;height:100px"></div>`
    expect((await drawPage((await render(html)).bytes))(30, 30)).toBe('#ff0000')
  })

  it('style sheets, what they import, and the fonts these name', async () => {
    const html = `<link rel="stylesheet" href="${site}/imports.css"><p>iiii</p>`
    expect(widthOfText(await render(html))).toBeCloseTo(60, 0)
  })

  it('style sheets before scripts that stand above them, which measure what they draw', async () => {
    const html = (sheet: string) =>
      `<script src="${site}/measures.js?${files}"></script><link rel="stylesheet" href="${site}/${sheet}"><div class="hero">`
    const measured = async (after: number) =>
      (await render(html(`hero.css?${crypto.randomUUID()}&after=${after}`))).text
    // A machine that stands still for a second tells nothing of either: they are sent again.
    await vi.waitFor(async () => expect(await measured(400)).toContain('HIGH'), 60_000)
    // Not for ever.
    await vi.waitFor(async () => expect(await measured(4000)).toContain('LOW'), 60_000)
  })

  it('a style sheet that a server moved, and what it names beside its new place, each time', async () => {
    const html = `<link rel="stylesheet" href="${site}/moved.css"><p>iiii</p>`
    for (let time = 0; time < 2; time++) {
      const pdf = await render(html)
      expect(pdf.headers.get('x-warnings')).toBeNull()
      expect(widthOfText(pdf)).toBeCloseTo(60, 0)
    }
  })

  it('a file that was made here, by its signed address, and only by that', async () => {
    const { key } = await richAccount()
    const made = await send('POST', '/v1/qrcode', { key, body: { data: 'inside', return_type: 'url' } })
    const { url } = await made.json<{ url: string }>()
    const shown = (src: string) =>
      render(`<style>@page{margin:0}body{margin:0}</style><img src="${src}" width="400">`)
    const good = await shown(url)
    expect(good.headers.get('x-warnings')).toBeNull()
    const at = await drawPage(good.bytes)
    const row = Array.from({ length: 290 }, (_, x) => at(x, 150))
    expect(new Set(row).size).toBeGreaterThan(1)
    const changed = await shown(url.replace('signature=', 'signature=x'))
    expect(changed.headers.get('x-warnings')).toContain('was altered or never issued')
  })

  it('scripts, modules and what they fetch', async () => {
    const html = `<body><script src="${site}/page.js"></script>
      <script type="module">import { text } from '${site}/module.js'; document.body.append('; ' + text)</script>
      <script>const asked = fetch('${site}/data.json').then((answer) => answer.json())
        .then(({ text }) => { document.body.append('; ' + text); window.done = true })</script>`
    const { text } = await render(html, { options: { wait_for: { expression: 'window.done' } } })
    expect(text).toContain('written by a script')
    expect(text).toContain('written by a module')
    expect(text).toContain('fetched by a script')
  })

  it('a module that a server moved, and what it imports beside its new place', async () => {
    const html = `<body><script type="module">import { text } from '${site}/moved-module.js'
      document.body.append(text); window.done = true</script>`
    const { text, headers } = await render(html, { options: { wait_for: { expression: 'window.done' } } })
    expect(text).toContain('written beside a moved module')
    expect(headers.get('x-warnings')).toBeNull()
  })

  it('documents of frames from its own server, not one that the server moved to another', async () => {
    const away = `redirect?to=${encodeURIComponent(`${other}/latin-part.html`)}`
    const kept = [
      ['Content-Disposition', 'attachment; filename=a.html'],
      ['X-Frame-Options', 'DENY'],
      ['Content-Security-Policy', 'sandbox'],
      ['Content-Security-Policy', "frame-ancestors 'none'"],
    ].map(([name = '', value = '']) => `upload.html?${new URLSearchParams({ name, value })}`)
    const silent = `upload.html?${new URLSearchParams({ name: 'Content-Security-Policy', value: "default-src 'self'" })}`
    const frames = ['part.html', away, silent, ...kept].map(
      (src) => `<iframe src="${src.replaceAll('&', '&amp;')}"></iframe>`,
    )
    const html = `<p>Text</p><script>0</script>${frames.join('')}`
    const { text, headers } = await render(html, { options: { base_url: `${site}/` } })
    expect(text).toContain('A PART')
    expect(text).not.toContain('INSIDE')
    // The last is shown, and its script does not run.
    expect(text.match(/UPLOAD/g)).toHaveLength(1)
    expect(text).not.toContain('RAN')
    const warnings = headers.get('x-warnings') ?? ''
    expect(warnings).toMatch(/5 embedded document.*redirect/)
    expect(warnings.match(/is not in its frame: its server sends/g)).toHaveLength(4)
  })

  it('one file once, also where it is asked for fifty times', async () => {
    const before = (await (await fetch(`${site}/report`)).json<Report>()).loaded[`/red.png?${files}`] ?? 0
    await render(image(files).repeat(50))
    const after = (await (await fetch(`${site}/report`)).json<Report>()).loaded[`/red.png?${files}`] ?? 0
    expect(after - before).toBe(1)
  })

  it('what it cannot have as a warning, and is printed all the same', async () => {
    const html = `Text<img src="${site}/missing.png?token=secret"><img src="${trap}/private.png">`
    const { text, headers } = await render(html)
    expect(text).toContain('Text')
    const warnings = headers.get('x-warnings') ?? ''
    expect(warnings).toContain(`${site}/missing.png did not load`)
    expect(warnings).toContain('ALLOW_HOSTS')
    expect(warnings).not.toContain('secret')
    expect(await trapped()).toEqual([])
  })

  it('from a server what the store of kept files cannot give or take', async () => {
    const stores = vi.spyOn(caches, 'open').mockRejectedValue(new Error('no store'))
    onTestFinished(() => stores.mockRestore())
    const { headers, bytes } = await render(image(files))
    expect(stores).toHaveBeenCalled()
    expect(headers.get('x-warnings')).toBeNull()
    expect((await drawPage(bytes))(30, 30)).toBe('#ff0000')
  })

  it('nothing longer than its own time', async () => {
    const problem = await problemOf({
      html: `<p>Text<img src="${site}/silent?${files}">`,
      options: { timeout: 1 },
    })
    expect(problem).toMatchObject({ status: 504, code: 'render_timeout' })
  })

  it('nothing of the service itself', async () => {
    const { headers } = await render(`<img src="${ORIGIN}/health">`)
    expect(headers.get('x-warnings')).toContain('this service itself')
  })

  it('nothing by POST', async () => {
    const html = `<body><script>fetch('${site}/echo', { method: 'POST', body: 'stolen' }).catch(() => {
      document.body.append('refused'); window.done = true })</script>`
    const { text } = await render(html, { options: { wait_for: { expression: 'window.done' } } })
    expect(text).toContain('refused')
  })
})

describe('what did not load', () => {
  it('is whole in the task, beyond the header’s 1 KB', async () => {
    const account = await richAccount()
    const images = Array.from({ length: 30 }, (_, n) => `<img src="${site}/gone-${n}-${'x'.repeat(60)}.png">`)
    const response = await post(account, { html: images.join('') })
    expect(response.headers.get('x-warnings')?.length).toBeLessThanOrEqual(1024)
    const task = await get(account, `/v1/status/${response.headers.get('x-task-id')}`)
    const { warnings } = await task.json<{ warnings: string[] }>()
    expect(warnings).toHaveLength(30)
  })
})
