/**
 * Bounds the blobs of a document in number and in bytes. Every way to make one goes through one function that measures
 * first: what is in a blob already is in the browser's memory.
 */
import { spend } from './budget'
import {
  construct,
  getterOf,
  listOf,
  methodOf,
  propertyOf,
  replaceCalls,
  replaceClass,
  replaceGetter,
} from './intrinsics'

const RealBlob = Blob
const sizeOf = [
  getterOf<number>(ArrayBuffer.prototype, 'byteLength'),
  getterOf<number>(Object.getPrototypeOf(Uint8Array.prototype), 'byteLength'),
  getterOf<number>(DataView.prototype, 'byteLength'),
  getterOf<number>(Blob.prototype, 'size'),
]
/** UTF-8 has so many bytes at the most for a unit of a text. */
const MAX_BYTES_OF_UNIT = 3

/** Replaces every way to make a blob. */
export function limitBlobs(): void {
  const build =
    (real: (values: unknown[], target: object) => object) => (values: unknown[], target: object) => {
      takeOne()
      const parts = values[0]
      if (typeof parts === 'object' && parts !== null) values[0] = measured(parts as Iterable<unknown>)
      return real(values, target)
    }
  const LimitedBlob = replaceClass('Blob', build)
  Object.setPrototypeOf(File, LimitedBlob)
  replaceClass('File', build)
  const counted =
    (real: (self: unknown, values: unknown[]) => unknown) => (self: unknown, values: unknown[]) => {
      takeOne()
      return real(self, values)
    }
  replaceCalls(Blob.prototype, 'slice', counted)
  replaceCalls(URL, 'createObjectURL', counted)
  replaceCalls(URL, 'revokeObjectURL', (real) => (self, values) => {
    if (spend('calls', 1)) real(self, values)
  })
  limitBodies()
  limitXhr()
  limitCanvas()
}

function takeOne(): void {
  if (!spend('blobs', 1)) throw new RangeError('this document has made as many blobs as it may')
}

function takeBytes(bytes: number): void {
  if (!spend('blobBytes', bytes))
    throw new RangeError('the blobs of this document have as many bytes as they may')
}

/** The parts of a blob as they come, each measured and then fixed. Nothing here is inherited from what the page may change. */
function measured(parts: Iterable<unknown>): object {
  const source = parts[Symbol.iterator]()
  const next = () => {
    const { done, value } = source.next()
    return done ? { __proto__: null, done: true } : { __proto__: null, done: false, value: part(value) }
  }
  return { __proto__: null, [Symbol.iterator]: () => ({ __proto__: null, next }) }
}

/** What a blob gets for `value`: itself if it is bytes, else its text. */
function part(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    for (let kind = 0; kind < 4; kind++) {
      const size = sizeAs(kind, value)
      if (size === undefined) continue
      takeBytes(size)
      return value
    }
  }
  const text = `${value}`
  takeBytes(text.length * MAX_BYTES_OF_UNIT)
  return text
}

function sizeAs(kind: number, value: unknown): number | undefined {
  try {
    return sizeOf[kind]?.(value)
  } catch {
    return undefined
  }
}

/** A blob of bytes that we have. */
function blobOf(bytes: unknown, type: string | null): Blob {
  takeOne()
  const parts = listOf(part(bytes))
  return construct(RealBlob, [parts, { __proto__: null, type: type ?? '' }]) as Blob
}

/** Of requests and responses: a blob is made of their bytes. Forms, which may hold files, are not read. */
function limitBodies(): void {
  const header = methodOf<string | null>(Headers.prototype, 'get')
  for (const { prototype } of [Response, Request]) {
    Reflect.deleteProperty(prototype, 'formData')
    const read = methodOf<Promise<ArrayBuffer>>(prototype, 'arrayBuffer')
    const headers = getterOf<Headers>(prototype, 'headers')
    replaceCalls(prototype, 'blob', () => async (self) => {
      const type = header(headers(self), 'content-type')
      return blobOf(await read(self), type)
    })
  }
}

/** A request that is to have a blob reads bytes, and the blob is made of them when it is asked for. */
function limitXhr(): void {
  const { prototype } = XMLHttpRequest
  const wanting = new WeakMap<object, { blob?: Blob }>()
  const wants = methodOf<{ blob?: Blob } | undefined>(WeakMap.prototype, 'get')
  const want = methodOf<void>(WeakMap.prototype, 'set')
  const forget = methodOf<void>(WeakMap.prototype, 'delete')
  const header = methodOf<string | null>(prototype, 'getResponseHeader')
  replaceCalls(prototype, 'responseType', (real) => (self, values) => {
    const type = `${values[0]}`
    real(self, [type === 'blob' ? 'arraybuffer' : type])
    if (type === 'blob') want(wanting, self, { __proto__: null })
    else forget(wanting, self)
  })
  replaceGetter(
    prototype,
    'responseType',
    (real) => (self, values) => (wants(wanting, self) ? 'blob' : real(self, values)),
  )
  replaceGetter(prototype, 'response', (real) => (self, values) => {
    const wanted = wants(wanting, self)
    const response = real(self, values)
    if (!wanted || response === null) return response
    wanted.blob ??= blobOf(response, header(self, 'content-type'))
    return wanted.blob
  })
}

/** A canvas gives its picture as an address of its own, which has the bytes; one without a window may fill all its pixels. */
function limitCanvas(): void {
  if ('HTMLCanvasElement' in globalThis) {
    const draw = methodOf<string>(HTMLCanvasElement.prototype, 'toDataURL')
    const later = setTimeout
    replaceCalls(HTMLCanvasElement.prototype, 'toBlob', () => (self, values) => {
      const callback = values[0] as BlobCallback
      const blob = blobOfAddress(draw(self, values[1], values[2]))
      later(() => callback(blob))
    })
  }
  const offscreen = propertyOf(globalThis, 'OffscreenCanvas')?.value?.prototype as object | undefined
  if (!offscreen) return
  const width = getterOf<number>(offscreen, 'width')
  const height = getterOf<number>(offscreen, 'height')
  replaceCalls(offscreen, 'convertToBlob', (real) => (self, values) => {
    takeOne()
    takeBytes(width(self) * height(self) * 4)
    return real(self, values)
  })
}

const indexOf = methodOf<number>(String.prototype, 'indexOf')
const slice = methodOf<string>(String.prototype, 'slice')
const charCode = methodOf<number>(String.prototype, 'charCodeAt')
const decode = atob

/** The blob of a `data:` address in base64; nothing for the address of an empty canvas. */
function blobOfAddress(address: string): Blob | null {
  const comma = indexOf(address, ',')
  const end = indexOf(address, ';base64')
  if (end < 0) return null
  const text = decode(slice(address, comma + 1))
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = charCode(text, index)
  return blobOf(bytes, slice(address, 5, end))
}
