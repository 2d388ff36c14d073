/** What JPEG 2000 images say of their colours (ISO 15444-1 annex I), as ISO 19005-2 6.2.8.3 limits it. */
import { latin1 } from '../content-stream'

type Box = { type: string; data: DataView }

/** Why an image may not be in PDF/A-2, in words that follow it; undefined if it may. Without a header nothing can be said. */
export function jpeg2000Problem(image: Uint8Array): string | undefined {
  const boxes = readBoxes(new DataView(image.buffer, image.byteOffset, image.byteLength))
  const header = boxes.find(({ type }) => type === 'jp2h')
  const inside = header ? readBoxes(header.data) : []
  const size = inside.find(({ type }) => type === 'ihdr')?.data
  const colors = inside.filter(({ type, data }) => type === 'colr' && data.byteLength >= 3)
  if (!size || size.byteLength < 11 || colors.length === 0) return 'does not say what its colours are'
  if (![1, 3, 4].includes(size.getUint16(8))) return 'has neither one, three nor four channels'
  // 255: each channel has a depth of its own.
  const depth = size.getUint8(10)
  if (depth === 255 || (depth & 0x7f) + 1 > 38) return 'has channels of different depth'
  const best = colors.filter(({ data }) => data.getUint8(2) === 1)
  if (colors.length > 1 && best.length !== 1) return 'has several colour spaces and prefers none'
  const chosen = (colors.length > 1 ? best[0] : colors[0])?.data
  const method = chosen?.getUint8(0) ?? 0
  if (![1, 2, 3].includes(method)) return 'has a colour space of its own'
  const enumerated = chosen && method === 1 && chosen.byteLength >= 7 ? chosen.getUint32(3) : undefined
  if (enumerated === 19) return 'uses the colour space CIEJab'
  return enumerated === 12 ? 'is CMYK' : undefined
}

function readBoxes(view: DataView): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= view.byteLength; ) {
    const said = view.getUint32(at)
    const length = said === 0 ? view.byteLength - at : said
    if (length < 8 || at + length > view.byteLength) break
    const type = latin1(new Uint8Array(view.buffer, view.byteOffset + at + 4, 4))
    boxes.push({ type, data: new DataView(view.buffer, view.byteOffset + at + 8, length - 8) })
    at += length
  }
  return boxes
}
