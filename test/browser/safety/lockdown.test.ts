/** What scripts of a document find in place of what the lockdown took from them. Attempts to undo it are in `test/exhaustive`. */
import { beforeAll, describe, expect, it } from 'vitest'
import { applySchema } from '../../support/schema'
import { resultOf } from '../../support/script-result'
import { render } from '../../support/service'

beforeAll(() => applySchema())

describe('a document cannot', () => {
  it('make blobs of more than 64 MB', async () => {
    const script = `const bytes = new Uint8Array(1e6); let made = 0
      try { for (; made < 400; made++) new Blob([bytes]) } catch {}
      return made`
    expect(await resultOf(script)).toBe(67)
  })

  it('make more than a thousand blobs and addresses of blobs', async () => {
    const script = `const blob = new Blob(['x']); let made = 1
      try { for (;; made += 2) { URL.createObjectURL(blob); blob.slice(0, 1) } } catch { return made }`
    expect(await resultOf(script)).toBe(999)
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
    // A call of one of these ended the page.
    const globals = [
      'SpeechRecognition',
      'webkitSpeechRecognition',
      'webkitSpeechGrammarList',
      'RemotePlayback',
    ]
    const script = `return [
      isSecureContext,
      ${JSON.stringify(names)}.filter((name) => navigator[name] !== undefined),
      ${JSON.stringify(globals)}.filter((name) => name in globalThis),
      'remote' in document.createElement('video'),
    ]`
    const result = await resultOf(script, { base_url: 'https://example.com/' })
    expect(result).toEqual([true, [], [], false])
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
        navigator.sendBeacon('/x', 'y'), Intl.getCanonicalLocales(navigator.language).length > 0, typeof Notification]`
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
