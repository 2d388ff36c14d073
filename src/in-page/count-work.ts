/** Counts what the document's scripts begin by the functions of the browser (`open-work.ts`). */
import { propertyOf, replaceCalls } from './lockdown/intrinsics'
import { type Counter, requests, work } from './open-work'

/** Taken before a library puts its own in its place. */
const RealPromise = Promise

const CRYPTOGRAPHY = [
  'decrypt',
  'deriveBits',
  'deriveKey',
  'digest',
  'encrypt',
  'exportKey',
  'generateKey',
  'importKey',
  'sign',
  'unwrapKey',
  'verify',
  'wrapKey',
]

/** Counts what scripts begin from now on. */
export function countWork(): void {
  countCalls(requests, globalThis, ['fetch'])
  countXhr()
  const bodies = ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text']
  for (const owner of [Response, Request, Blob]) countCalls(work, owner.prototype, bodies)
  countCalls(work, globalThis, ['createImageBitmap'])
  countCalls(work, HTMLImageElement.prototype, ['decode'])
  countCalls(work, prototypeOf('OffscreenCanvas'), ['convertToBlob'])
  countCalls(work, WebAssembly, ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming'])
  countCalls(work, prototypeOf('SubtleCrypto'), CRYPTOGRAPHY)
  countReaders()
  countCanvases()
}

function prototypeOf(name: string): object | undefined {
  return propertyOf(globalThis, name)?.value?.prototype
}

/** Counts the calls of functions that return promises. */
function countCalls(counter: Counter, owner: object | undefined, names: string[]): void {
  for (const name of names) {
    replaceCalls(owner, name, (real) => (self, values) => {
      const result = real(self, values)
      return result instanceof RealPromise ? counter.until(result) : result
    })
  }
}

function countXhr(): void {
  replaceCalls(XMLHttpRequest.prototype, 'send', (real) => (self, values) => {
    const request = self as XMLHttpRequest
    const done = requests.begin()
    // One that is synchronous ends within the call.
    request.addEventListener('loadend', done, { once: true })
    try {
      return real(self, values)
    } catch (error) {
      done()
      throw error
    }
  })
}

function countReaders(): void {
  for (const name of ['readAsArrayBuffer', 'readAsBinaryString', 'readAsDataURL', 'readAsText']) {
    replaceCalls(FileReader.prototype, name, (real) => (self, values) => {
      const result = real(self, values)
      const reader = self as FileReader
      reader.addEventListener('loadend', work.begin(), { once: true })
      return result
    })
  }
}

function countCanvases(): void {
  replaceCalls(HTMLCanvasElement.prototype, 'toBlob', (real) => (self, [callback, ...more]) => {
    if (typeof callback !== 'function') return real(self, [callback, ...more])
    const done = work.begin()
    const ended = (blob: unknown) => {
      done()
      callback(blob)
    }
    try {
      return real(self, [ended, ...more])
    } catch (error) {
      done()
      throw error
    }
  })
}
