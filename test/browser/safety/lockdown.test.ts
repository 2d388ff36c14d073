/** What scripts of a document find in place of what was taken from them, and that they cannot have it back. */
import { beforeAll, describe, expect, it } from 'vitest'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

beforeAll(() => applySchema())

/** What `script`, the body of an async function, returns in a document; the document waits for it. */
async function resultOf(script: string, options: object = {}): Promise<unknown> {
  const html = `<p id="result" style="font-size:2px;white-space:nowrap">pending</p><script>
    (async () => { ${script} })().then((value) => JSON.stringify(value), (error) => JSON.stringify(String(error)))
      .then((text) => { result.textContent = text; window.over = true })</script>`
  const { text } = await render(html, { options: { wait_for: { expression: 'window.over' }, ...options } })
  return JSON.parse(text.trim())
}

/** Makes blobs of a megabyte with `make` until that fails; returns how many there were. */
const many = (make: string) => `
  const bytes = new Uint8Array(1e6), text = 'x'.repeat(1e6), kept = []
  const canvas = document.createElement('canvas'); canvas.width = canvas.height = 512
  const pixels = canvas.getContext('2d').createImageData(512, 512)
  for (let at = 0; at < pixels.data.length; at += 65536) crypto.getRandomValues(pixels.data.subarray(at, at + 65536))
  canvas.getContext('2d').putImageData(pixels, 0, 0)
  let made = 0
  try { for (; made < 400; made++) kept.push(await ${make}) } catch {}
  return made`

describe('blobs of a document end at 64 MB, made by', () => {
  it.each([
    ['its own constructor', 'new Blob([bytes])', 67],
    ['files', 'new File([bytes], "x")', 67],
    ['text, of which each unit may be three bytes', 'new Blob([text])', 22],
    ['blobs of blobs', 'new Blob([kept[0] ?? bytes])', 67],
    ['a class of its own', 'new (class extends Blob {})([bytes])', 67],
    ['what the class of files inherits from', 'new (Object.getPrototypeOf(File))([bytes])', 67],
    ['what a blob says made it', 'new (new Blob([]).constructor)([bytes])', 67],
    ['responses', 'new Response(bytes).blob()', 67],
    [
      'an iterator of its own',
      '(Array.prototype[Symbol.iterator] = function* () { yield bytes }, new Blob([1]))',
      67,
    ],
    [
      'a text that differs each time',
      `new Blob([{ times: 0, toString() { return this.times++ ? 'x'.repeat(9e7) : text } }])`,
      22,
    ],
    [
      'canvases',
      'new Promise((give, fail) => canvas.toBlob((blob) => blob ? give(blob) : fail()))',
      [60, 64],
    ],
    [
      'canvases without a window',
      '((canvas) => (canvas.getContext("2d"), canvas.convertToBlob()))(new OffscreenCanvas(512, 512))',
      64,
    ],
  ])('%s', async (_, make, count) => {
    const made = (await resultOf(many(make))) as number
    const [min, max] = Array.isArray(count) ? count : [count, count]
    expect(made).toBeGreaterThanOrEqual(min as number)
    expect(made).toBeLessThanOrEqual(max as number)
  })
})

describe('a document cannot', () => {
  it('make more than a thousand blobs and addresses of blobs', async () => {
    const script = `const blob = new Blob(['x']); let made = 1
      try { for (;; made += 2) { URL.createObjectURL(blob); blob.slice(0, 1) } } catch { return made }`
    expect(await resultOf(script)).toBe(999)
  })

  it('have a frame make more than ten', async () => {
    const inner = `let made = 0; try { for (;; made++) new Blob(["x"]) } catch { parent.postMessage(made, "*") }`
    const script = `const heard = new Promise((resolve) => { onmessage = ({ data }) => resolve(data) })
      document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: ${JSON.stringify(`<script>${inner}<`)} + '/script>' }))
      return await heard`
    expect(await resultOf(script)).toBe(10)
  })

  it('have a worker begin without its lockdown, whatever it puts in the place of what makes one', async () => {
    const inner = `postMessage([typeof WebSocket, typeof WebTransport, typeof EventSource, (() => {
      let made = 0; try { for (; made < 99; made++) new Blob([new Uint8Array(1e6)]) } catch {} return made })()])`
    const script = `const own = URL.createObjectURL(new Blob([${JSON.stringify(inner)}]))
      URL.createObjectURL = () => own; Function.prototype.toString = () => '() => {}'; globalThis.Blob = Object
      const worker = new Worker(own)
      return await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data) })`
    expect(await resultOf(script)).toEqual(['undefined', 'undefined', 'undefined', 4])
  })

  const inject = (start: string) =>
    JSON.stringify(`${start});function Proxy(target){return target};postMessage("in");(0`)
  it.each([
    ['texts', `JSON.stringify = () => ${inject('0')}`, ''],
    ['texts, for a module', `JSON.stringify = () => ${inject('0')}`, ', { type: "module" }'],
    ['functions', `Function.prototype.toString = () => ${inject('() => 0')}`, ''],
    [
      'functions, for a module',
      `Function.prototype.toString = () => ${inject('() => 0')}`,
      ', { type: "module" }',
    ],
    [
      'addresses',
      `Object.defineProperty(URL.prototype, 'href', { get: () => ${JSON.stringify('");function Proxy(target){return target};postMessage("in");("')} })`,
      '',
    ],
  ])('have code of its own in a worker’s lockdown by what it does to %s', async (_, override, more) => {
    const script = `const { stringify } = JSON, { toString } = Function.prototype
      const own = 'data:text/javascript,postMessage("after the lockdown")'
      const heard = (worker) => new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); worker.onerror = () => resolve('no worker') })
      ${override}
      try { return await heard(new Worker(own${more})) }
      finally { JSON.stringify = stringify; Function.prototype.toString = toString }`
    expect(await resultOf(script)).toMatch(/^(?:after the lockdown|no worker)$/)
  })

  it('have a worker tell more errors than it may, thrown or reported', async () => {
    const inner = `addEventListener('error', (event) => event.stopImmediatePropagation(), true)
      for (let n = 0; n < 300; n++) { reportError(new Error(n)); setTimeout(() => { throw new Error(n) }) }
      setTimeout(() => postMessage('done'), 50)`
    const script = `let told = 0
      const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(inner)}])))
      worker.onerror = () => { told++ }
      await new Promise((resolve) => { worker.onmessage = resolve })
      return told`
    const told = (await resultOf(script)) as number
    expect(told).toBeGreaterThan(0)
    expect(told).toBeLessThanOrEqual(62)
  })

  it('get the originals by a trap that proxies would inherit', async () => {
    const script = `const got = [], all = [Blob, File, Request, alert, console.log, URL.createObjectURL, Worker]
      const traps = ['has', 'getPrototypeOf', 'getOwnPropertyDescriptor', 'construct', 'apply', 'get']
      for (const trap of traps) Object.prototype[trap] = (target) => { got.push(trap) }
      for (const made of all) {
        try { made.x } catch {}
        try { 'x' in made } catch {}
        try { Object.getPrototypeOf(made) } catch {}
      }
      try { new Blob(['x']) } catch {}
      for (const trap of traps) delete Object.prototype[trap]
      return got`
    expect(await resultOf(script)).toEqual([])
  })

  it('ask what the browser’s own process would have to answer, also at a secure address', async () => {
    const names = [
      'permissions',
      'mediaDevices',
      'userAgentData',
      'storage',
      'locks',
      'wakeLock',
      'clipboard',
      'serviceWorker',
      'geolocation',
      'getBattery',
      'credentials',
      'usb',
      'gpu',
    ]
    const script = `return [isSecureContext, ${JSON.stringify(names)}.filter((name) => navigator[name] !== undefined)]`
    expect(await resultOf(script, { base_url: 'https://example.com/' })).toEqual([true, []])
  })

  it('send more than two thousand requests by scripts, for blobs and data either', async () => {
    const script = `const url = URL.createObjectURL(new Blob(['x'])); let sent = 0, refused = 0
      for (let n = 0; n < 2100; n++) await fetch(n % 2 ? url : 'data:,x').then(() => sent++, () => refused++)
      return [sent, refused]`
    expect(await resultOf(script, { timeout: 50 })).toEqual([2000, 100])
  })
})

describe('a document still', () => {
  it('makes blobs of all kinds of parts, reads them, and shows them', async () => {
    const script = `
      const buffer = new TextEncoder().encode('buffer').buffer
      const blob = new Blob(['text ', buffer, new Uint8Array(buffer, 0, 3), new DataView(buffer, 3), new Blob([' blob']), 7, {}], { type: 'text/Plain' })
      const file = new File(new Set(['a', 'b']), 'name.txt', { type: 'text/css', lastModified: 5 })
      const reader = new FileReader()
      const read = new Promise((resolve) => { reader.onload = () => resolve(reader.result) })
      reader.readAsText(file)
      const image = new Image()
      const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>'
      image.src = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }))
      await image.decode()
      class Own extends Blob {}
      let missing; try { Blob(['x']) } catch (error) { missing = error.name }
      let wrong; try { new Blob('x') } catch (error) { wrong = error.name }
      return [await blob.text(), blob.type, blob instanceof Blob, await blob.slice(0, 4).text(), await read,
        file.name, file.type, file.lastModified, file instanceof Blob, file instanceof File, image.width,
        new Own(['x']) instanceof Own, new Blob().size, missing, wrong, Blob.name]`
    expect(await resultOf(script)).toEqual([
      ...['text bufferbuffer blob7[object Object]', 'text/plain', true, 'text', 'ab'],
      ...['name.txt', 'text/css', 5, true, true, 7, true, 0, 'TypeError', 'TypeError', 'Blob'],
    ])
  })

  it('gets blobs from responses, requests by XMLHttpRequest and canvases', async () => {
    const script = `
      const data = 'data:text/css;charset=utf-8,p%7B%7D'
      const fetched = await (await fetch(data)).blob()
      const xhr = new XMLHttpRequest(); xhr.responseType = 'blob'; xhr.open('GET', data)
      await new Promise((resolve) => { xhr.onload = resolve; xhr.send() })
      const json = new XMLHttpRequest(); json.open('GET', 'data:,[1]'); json.responseType = 'json'
      await new Promise((resolve) => { json.onload = resolve; json.send() })
      const canvas = document.createElement('canvas'); canvas.width = 3; canvas.height = 2
      const picture = (...format) => new Promise((resolve) => canvas.toBlob(resolve, ...format))
      const [png, jpeg] = [await picture(), await picture('image/jpeg', 0.5)]
      canvas.width = 0
      const { width, height } = await createImageBitmap(png)
      return [await fetched.text(), fetched.type, xhr.responseType, await xhr.response.text(), xhr.response === xhr.response,
        xhr.response.type, json.response, png.type, jpeg.type, width, height, await picture(),
        navigator.sendBeacon('/x', 'y'), navigator.language.length > 0, typeof Notification]`
    expect(await resultOf(script)).toEqual([
      ...['p{}', 'text/css;charset=utf-8', 'blob', 'p{}', true, 'text/css;charset=utf-8', [1]],
      ...['image/png', 'image/jpeg', 3, 2, null, false, true, 'undefined'],
    ])
  })

  it('tells its author what its scripts throw', async () => {
    const { headers } = await render(
      '<p>x<script>onerror = () => {}; setTimeout(() => { throw new Error("late") }); Promise.reject(new Error("left"))</script>',
      { options: { wait_for: { ms: 200 } } },
    )
    expect(headers.get('x-warnings')).toMatch(/late.*left|left.*late/)
  })
})
