/** A symbol as SVG: one path for all modules, the logo as an embedded image. The geometry is that of the PNG. */

import type { Box, Layout } from './image-layout'
import type { Raster } from './picture'
import { encodePng } from './png-write'
import type { Colors, Rgba } from './qr-colors'
import { modulePath, type QrSymbol } from './symbol'
import type { TestMark } from './test-mark'

export type SvgLogo = { picture: Raster; x: number; y: number; width: number; height: number }

/** The symbol as an SVG document of `layout.size` pixels each way, in UTF-8. */
export function qrSvg(
  symbol: QrSymbol,
  layout: Layout,
  { dark, light }: Colors,
  { logo, mark }: { logo?: SvgLogo | undefined; mark?: TestMark | undefined } = {},
): Uint8Array {
  const { size, module, offset } = layout
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">`,
    ...(light[3] > 0 ? [`<path ${fill(light)} d="M0 0h${size}v${size}H0z"/>`] : []),
    `<path ${fill(dark)} shape-rendering="crispEdges" transform="translate(${offset} ${offset})scale(${module})" d="${modulePath(symbol)}"/>`,
    ...(logo ? [image(logo)] : []),
    ...(mark ? [`<path ${fill(mark.color)} d="${mark.boxes.map(rectangle).join('')}"/>`] : []),
    '</svg>',
  ]
  return new TextEncoder().encode(lines.join('\n'))
}

function rectangle({ x, y, width, height }: Box): string {
  return `M${x} ${y}h${width}v${height}h-${width}z`
}

function fill([red, green, blue, alpha]: Rgba): string {
  const hex = [red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')
  return `fill="#${hex}"${alpha < 255 ? ` fill-opacity="${Number((alpha / 255).toFixed(3))}"` : ''}`
}

function image({ picture, x, y, width, height }: SvgLogo): string {
  const data = Buffer.from(encodePng(picture)).toString('base64')
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" href="data:image/png;base64,${data}"/>`
}
