/** A symbol as pixels: in memory for a look at it, and as a PNG. */

import type { Box, Layout } from './image-layout'
import { composite, createRaster, packPixel, type Raster } from './picture'
import { encodeBitmapPng } from './png-write'
import type { Colors } from './qr-colors'
import type { QrSymbol } from './symbol'

/** The symbol without the modules in `patch`. */
export function withoutModules({ side, modules }: QrSymbol, patch: Box): QrSymbol {
  const kept = Uint8Array.from(modules)
  for (let y = patch.y; y < patch.y + patch.height; y++)
    kept.fill(0, y * side + patch.x, y * side + patch.x + patch.width)
  return { side, modules: kept }
}

/** The symbol in two colors as a PNG of 1 bit a pixel. */
export function twoColorPng(symbol: QrSymbol, layout: Layout, { dark, light }: Colors): Uint8Array {
  const { size, module, offset } = layout
  const stride = 1 + Math.ceil(size / 8)
  const rows = new Uint8Array(stride * size)
  for (let y = 0; y < symbol.side; y++) {
    const first = (offset + y * module) * stride
    for (let x = 0; x < symbol.side; x++) {
      if (!symbol.modules[y * symbol.side + x]) continue
      const left = offset + x * module
      for (let pixel = left; pixel < left + module; pixel++) {
        const at = first + 1 + (pixel >> 3)
        rows[at] = (rows[at] ?? 0) | (0x80 >> (pixel & 7))
      }
    }
    for (let copy = 1; copy < module; copy++) rows.copyWithin(first + copy * stride, first, first + stride)
  }
  return encodeBitmapPng(size, rows, [light, dark])
}

/** The symbol as it looks, with the logo over it if there is one. */
export function paint(
  { side, modules }: QrSymbol,
  { size, module, offset }: Layout,
  { dark, light }: Colors,
  logo?: { picture: Raster; x: number; y: number },
): Raster {
  const picture = createRaster({ width: size, height: size }, light)
  const pixels = new Uint32Array(picture.rgba.buffer)
  const ink = packPixel(dark)
  for (let y = 0; y < side; y++) {
    const first = (offset + y * module) * size
    for (let x = 0; x < side; x++) {
      const left = first + offset + x * module
      if (modules[y * side + x]) pixels.fill(ink, left, left + module)
    }
    for (let copy = 1; copy < module; copy++) pixels.copyWithin(first + copy * size, first, first + size)
  }
  if (logo) composite(picture, logo.picture, logo)
  return picture
}
