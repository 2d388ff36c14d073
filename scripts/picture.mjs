/** Pictures of PDF pages: drawn by PDFium, which is the same on every machine, and kept as small indexed PNGs. */
// Its functions are not imported by name: Node 18 lacks one, and could not say which Node is needed.
import zlib from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { PNG } from 'pngjs'

/** Pages of a PDF as `{width, height, data}` (RGBA), `width` pixels wide; at most `pages` of them. */
export async function picturesOf(pdf, { width, pages }) {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(Buffer.from(pdf))
  const pictures = []
  for (const page of document.pages()) {
    if (pictures.length === pages) break
    const scale = width / page.getOriginalSize().originalWidth
    const bitmap = await page.render({ scale, render: 'bitmap' })
    pictures.push({ width: bitmap.width, height: bitmap.height, data: opaque(bitmap.data) })
  }
  document.destroy()
  library.destroy()
  return pictures
}

/** PDFium hands over BGRA or RGBA by its build; black text on white paper makes them alike, our accents do not. */
function opaque(data) {
  const rgba = Buffer.from(data)
  for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255
  return rgba
}

export function decodePng(bytes) {
  return PNG.sync.read(bytes)
}

/**
 * An indexed PNG of the 256 most frequent colours, each channel rounded to steps of 8, which antialiasing hides:
 * about a quarter of a true-colour one.
 */
export function encodePng({ width, height, data }) {
  const keys = Array.from({ length: width * height }, (_, pixel) => keyOf(data, pixel * 4))
  const counts = new Map()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  const ranked = [...counts].sort(([, a], [, b]) => b - a).map(([key]) => key)
  const colours = ranked.slice(0, 256)
  const indices = new Map(ranked.map((key, rank) => [key, rank < 256 ? rank : nearest(colours, key)]))
  const rows = Buffer.alloc((width + 1) * height)
  keys.forEach((key, pixel) => {
    rows[pixel + Math.floor(pixel / width) + 1] = indices.get(key)
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.flatMap((key) => [key >> 16, (key >> 8) & 255, key & 255]))),
    chunk('IDAT', zlib.deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function keyOf(data, at) {
  return (step(data[at]) << 16) | (step(data[at + 1]) << 8) | step(data[at + 2])
}

function step(channel) {
  return Math.min(255, Math.round(channel / 8) * 8)
}

function nearest(colours, key) {
  const distance = (other) =>
    Math.abs((key >> 16) - (other >> 16)) +
    Math.abs(((key >> 8) & 255) - ((other >> 8) & 255)) +
    Math.abs((key & 255) - (other & 255))
  return colours.reduce((best, other, index) => (distance(other) < distance(colours[best]) ? index : best), 0)
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(zlib.crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
