/** Every way in which scripts can try to have back what the lockdown took from them, or more than it leaves them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { applySchema } from '../support/schema'
import { resultOf } from '../support/script-result'

beforeAll(() => applySchema())

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

describe('long texts that the browser keeps count as many calls:', () => {
  const long = `const long = 'x'.repeat(1e6); let kept = 0`
  it.each([
    [
      'states of the history',
      `for (; kept < 50; kept++) { history.replaceState(long + kept, ''); if (history.state !== long + kept) break }`,
    ],
    [
      'states that differ each time they are read',
      `const state = { get text() { return long + kept } }
      for (; kept < 50; kept++) { history.replaceState(state, ''); if (history.state?.text !== long + kept) break }`,
    ],
    [
      'names of the window',
      'for (; kept < 50; kept++) { name = long + kept; if (name !== long + kept) break }',
    ],
    [
      'titles',
      'for (; kept < 50; kept++) { document.title = long + kept; if (document.title !== long + kept) break }',
    ],
  ])('%s', async (_, script) => {
    expect(await resultOf(`${long}; ${script}; return kept`)).toBe(8)
  })

  it('addresses of more than 8 KB are no entries of the history', async () => {
    const script = `const before = history.length; history.pushState(0, '', '#' + 'x'.repeat(9000)); history.pushState(0, '', '#' + 'y'.repeat(8000))
      return [history.length - before, location.hash.length]`
    expect(await resultOf(script)).toEqual([1, 8001])
  })

  it('short ones do not', async () => {
    const script = `for (let at = 0; at < 400; at++) { history.pushState({ at, list: [at] }, '', '#' + at); name = 'n' + at }
      return [history.state, location.hash, name]`
    expect(await resultOf(script)).toEqual([{ at: 399, list: [399] }, '#399', 'n399'])
  })
})

describe('a document cannot', () => {
  it('have a frame make more than ten', async () => {
    const inner = `let made = 0; try { for (;; made++) new Blob(["x"]) } catch { parent.postMessage(made, "*") }`
    const script = `const heard = new Promise((resolve) => { onmessage = ({ data }) => resolve(data) })
      document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: ${JSON.stringify(`<script>${inner}<`)} + '/script>' }))
      return await heard`
    expect(await resultOf(script)).toBe(10)
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

  it('send more than two thousand requests by scripts, for blobs and data either', async () => {
    const script = `const url = URL.createObjectURL(new Blob(['x'])); let sent = 0, refused = 0
      for (let n = 0; n < 2100; n++) await fetch(n % 2 ? url : 'data:,x').then(() => sent++, () => refused++)
      return [sent, refused]`
    expect(await resultOf(script, { timeout: 50 })).toEqual([2000, 100])
  })
})
