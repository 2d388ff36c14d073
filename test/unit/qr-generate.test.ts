import { describe, expect, it } from 'vitest'
import { Problem } from '../../src/errors'
import { generateQr } from '../../src/qr/generate-qr'
import type { Raster } from '../../src/qr/picture'
import { readPng } from '../../src/qr/png-read'
import { encodePng } from '../../src/qr/png-write'
import type { QrOptions } from '../../src/qr/qr-options'
import { everyThirdOf, triesAll } from '../support/runs'
import { zxing } from '../support/zxing'

const url = 'https://example.com/products/12345?ref=qr'

/** What the request is told when it is refused. */
function refusal(options: QrOptions, logo?: Raster) {
  try {
    generateQr(options, logo)
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, detail: error.message, errors: error.errors }
    throw error
  }
  return undefined
}

function picture(width: number, height: number, color: (x: number, y: number) => number[]): Raster {
  const pixels = Array.from({ length: width * height }, (_, i) => color(i % width, Math.floor(i / width)))
  return { width, height, rgba: Uint8Array.from(pixels.flat()) }
}

const red = picture(60, 60, () => [200, 0, 0, 255])

describe('a QR image', () => {
  it.each([
    ['small', 200],
    ['default', 400],
    ['big', 800],
  ] as const)('of size %s is %d pixels each way, of whole modules, in less than 1 KB', (size, side) => {
    const { bytes, contentType } = generateQr({ data: url, size })
    const image = readPng(bytes)
    expect(contentType).toBe('image/png')
    expect([image.width, image.height]).toEqual([side, side])
    expect(bytes.length).toBeLessThan(1024)
    const { module, edge } = geometry(image)
    expect(Number.isInteger(module)).toBe(true)
    expect(edge).toBeGreaterThanOrEqual(10)
    expect(side - 29 * module - 2 * edge).toBeLessThanOrEqual(1)
  })

  it('gives what whole modules leave over to the margin, and the asked margin where it is wider', () => {
    expect(geometry(readPng(generateQr({ data: url, margin: 0 }).bytes))).toEqual({ module: 13, edge: 11 })
    expect(geometry(readPng(generateQr({ data: url, margin: 80 }).bytes))).toEqual({ module: 8, edge: 84 })
  })

  it('has the colors and the transparency that were asked for', () => {
    const image = readPng(generateQr({ data: url, color: '#0B3D91', background: [250, 240, 230, 0.5] }).bytes)
    const colors = new Set<string>()
    for (let i = 0; i < image.rgba.length; i += 4) colors.add(image.rgba.subarray(i, i + 4).join())
    expect([...colors].sort()).toEqual(['11,61,145,255', '250,240,230,128'])
    expect(readPng(generateQr({ data: url, background: 'transparent' }).bytes).rgba[3]).toBe(0)
  })

  it.each([
    [{ color: '#ffff00' }],
    [{ color: '#777777', background: '#888888' }],
    [{ color: '#808080', background: [128, 128, 128, 255] }],
    [{ color: '#eeeeee', background: [255, 255, 255, 0.9] }],
  ] as { color: string }[][])('is refused where its colors are too alike: %j', (colors) => {
    expect(refusal({ data: 'x', ...colors })).toMatchObject({
      status: 400,
      detail: expect.stringContaining('contrast'),
      errors: [{ pointer: '/color' }],
    })
  })

  it.each([
    [{ color: '#ffffff', background: '#102040' }],
    [{ color: '#ffffff', background: 'transparent' }],
    [{ color: '#b34700', background: [255, 240, 220] }],
    [{ color: [0, 120, 0], background: [200, 200, 255, 0.4], margin: 0 }],
  ] as QrOptions[][])('is sold in colors that read: %j', async (colors) => {
    const { bytes } = generateQr({ data: url, ...colors })
    expect((await zxing(onPaper(bytes, colors.color === '#ffffff' ? 0 : 255)))?.text).toBe(url)
  })

  it('is refused where its data does not fit, with the length that would', () => {
    const verdict = refusal({ data: 'a'.repeat(3000), size: 'small', margin: 10 })
    expect(verdict).toMatchObject({ status: 400, errors: [{ pointer: '/data' }] })
    const fits = Number(/the first (\d+) fit/.exec(verdict?.detail ?? '')?.[1])
    expect(refusal({ data: 'a'.repeat(fits), size: 'small' })).toBeUndefined()
    expect(refusal({ data: 'a'.repeat(fits + 1), size: 'small' })?.status).toBe(400)
  })

  it('is refused where the margin leaves no room', () => {
    expect(refusal({ data: 'x', size: 'small', margin: 90 })).toMatchObject({
      status: 400,
      errors: [{ pointer: '/margin' }],
    })
  })

  it('is the same, byte for byte, each time', () => {
    expect(generateQr({ data: url }, red).bytes).toEqual(generateQr({ data: url }, red).bytes)
  })
})

describe('a QR image with a logo', () => {
  it.each(everyThirdOf(['small', 'default', 'big'] as const))(
    'of size %s reads at level high, however short the data',
    async (size) => {
      for (const data of ['1', url, url.repeat(size === 'small' ? 2 : 3)]) {
        expect(await zxing(generateQr({ data, size, error_level: 'low' }, red).bytes)).toMatchObject({
          text: data,
          level: 'H',
        })
      }
    },
  )

  it('keeps the asked width and the aspect ratio, in the middle, on a clear patch aligned to modules', () => {
    const wide = picture(120, 40, () => [200, 0, 0, 255])
    const image = readPng(generateQr({ data: url, logo_width: 90 }, wide).bytes)
    const box = extent(image, (r, g) => r === 200 && g === 0)
    expect(box).toEqual({ left: 155, right: 244, top: 185, bottom: 214 })
    const { module, edge } = geometry(image)
    const patch = { left: 0, right: 0 }
    for (patch.left = box.left; isWhite(image, patch.left - 1, 200); ) patch.left--
    for (patch.right = box.right; isWhite(image, patch.right + 1, 200); ) patch.right++
    expect((patch.left - edge) % module).toBe(0)
    expect((patch.right + 1 - edge) % module).toBe(0)
  })

  it('lets the background show through what is transparent in the logo', () => {
    const ring = picture(80, 80, (x, y) =>
      Math.hypot(x - 39.5, y - 39.5) < 20 ? [0, 0, 0, 0] : [0, 0, 160, 255],
    )
    const image = readPng(generateQr({ data: url, background: [255, 250, 205] }, ring).bytes)
    expect([...image.rgba.subarray((200 * 400 + 200) * 4, (200 * 400 + 200) * 4 + 4)]).toEqual([
      255, 250, 205, 255,
    ])
  })

  it.each([
    ['tall', 20, 200],
    ['wide', 200, 20],
    ['one pixel', 1, 1],
    ['a hair', 1, 900],
  ])('takes a logo that is %s', async (_, width, height) => {
    const logo = picture(width, height, () => [0, 90, 200, 255])
    expect((await zxing(generateQr({ data: url }, logo).bytes))?.text).toBe(url)
  })

  it('takes a logo of rings, which looks like a finder pattern', async () => {
    const rings = picture(300, 300, (x, y) => {
      const r = Math.hypot(x - 149.5, y - 149.5)
      return r > 149 ? [0, 0, 0, 0] : r > 110 || r < 70 ? [0, 0, 0, 255] : [255, 255, 255, 255]
    })
    expect((await zxing(generateQr({ data: url }, rings).bytes))?.text).toBe(url)
  })

  it('is refused where the logo hides too much, and reads at every width that is not', async () => {
    let refused = 0
    for (const logo_width of everyThirdOf([40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240])) {
      const verdict = refusal({ data: url, logo_width }, red)
      if (verdict) {
        refused++
        expect(verdict).toMatchObject({ status: 400, errors: [{ pointer: '/logo_width' }] })
      } else expect((await zxing(generateQr({ data: url, logo_width }, red).bytes))?.text).toBe(url)
    }
    expect(refused).toBeGreaterThan(triesAll ? 3 : 0)
    expect(refused).toBeLessThan(triesAll ? 9 : 4)
  })

  it('is refused with the width that was tried, also of a tall logo, and all that would help', () => {
    const tall = picture(90, 180, () => [200, 0, 0, 255])
    const [error] = refusal({ data: 'aB3/', size: 'small', margin: 60 }, tall)?.errors ?? []
    expect(error).toEqual({
      pointer: '/logo_width',
      message:
        'The logo hides too much of the code for it to be scanned. Make logo_width smaller than 12, ' +
        'the size larger than small, the margin smaller than 60, or the data shorter.',
    })
  })
})

describe('a QR code as SVG', () => {
  it('has the geometry and the colors of the PNG', () => {
    const options = { data: url, color: '#0b3d91', background: [1, 2, 3, 0] } as const
    const image = readPng(generateQr({ ...options, background: [...options.background] }).bytes)
    const text = new TextDecoder().decode(
      generateQr({ ...options, background: 'transparent', format: 'svg' }).bytes,
    )
    expect(text).toMatch(/^<svg [^>]*width="400" height="400" viewBox="0 0 400 400">/)
    expect(text).not.toContain('H400')
    const [, offset, module] = /translate\((\d+) \d+\)scale\((\d+)\)/.exec(text) ?? []
    const dark = new Set<string>()
    for (const [, x, y, width] of text.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
      for (let i = 0; i < Number(width); i++) dark.add(`${Number(x) + i},${y}`)
    for (let y = 0; y < 29; y++) {
      for (let x = 0; x < 29; x++) {
        const pixel = ((Number(offset) + y * Number(module)) * 400 + Number(offset) + x * Number(module)) * 4
        expect(image.rgba[pixel + 3] === 255).toBe(dark.has(`${x},${y}`))
      }
    }
    expect(text).toContain('fill="#0b3d91"')
  })

  it('embeds the logo, no finer than it came', () => {
    const text = new TextDecoder().decode(generateQr({ data: url, format: 'svg' }, red).bytes)
    const [, x, width, base64] =
      /<image x="(\d+)" y="\d+" width="(\d+)" height="\d+" .*base64,([^"]+)"/.exec(text) ?? []
    expect(Number(x) * 2 + Number(width)).toBe(400)
    expect(readPng(new Uint8Array(Buffer.from(base64 ?? '', 'base64'))).width).toBe(88)
  })
})

/** Module size and distance of the symbol from the left edge, read off the upper left finder pattern. */
function geometry(image: Raster) {
  const isDark = (x: number, y: number) => !isWhite(image, x, y)
  let edge = 0
  while (!isDark(edge, edge)) edge++
  let end = edge
  while (isDark(end, edge)) end++
  return { module: (end - edge) / 7, edge }
}

function isWhite({ rgba, width }: Raster, x: number, y: number): boolean {
  const at = (y * width + x) * 4
  return rgba[at] === 255 && rgba[at + 1] === 255 && rgba[at + 2] === 255
}

function extent({ rgba, width }: Raster, matches: (red: number, green: number) => boolean) {
  const xs: number[] = []
  const ys: number[] = []
  for (let i = 0; i < rgba.length; i += 4) {
    if (!matches(rgba[i] ?? 0, rgba[i + 1] ?? 0)) continue
    xs.push((i / 4) % width)
    ys.push(Math.floor(i / 4 / width))
  }
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

/** A code on grey paper around its quiet zone, its transparent parts showing `ground`. */
function onPaper(png: Uint8Array, ground: number): Uint8Array {
  const { width, height, rgba } = readPng(png)
  const side = width + 80
  const page = new Uint8Array(side * side * 4)
  const [r = 0, g = 0, b = 0, a = 0] = rgba.subarray(0, 4)
  const under = [r, g, b].map((channel) => (channel * a + ground * (255 - a)) / 255)
  for (let i = 0; i < page.length; i += 4) page.set([...under, 255], i)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4
      const alpha = (rgba[from + 3] ?? 0) / 255
      const mixed = [0, 1, 2].map((c) => (rgba[from + c] ?? 0) * alpha + ground * (1 - alpha))
      page.set(mixed, ((y + 40) * side + x + 40) * 4)
    }
  }
  return encodePng({ width: side, height: side, rgba: page })
}
