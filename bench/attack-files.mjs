/** Files that cost whoever reads them much more than they weigh. */
import zlib from 'node:zlib'

const FLATE = '/Filter/FlateDecode'
const BLENDING = '/ExtGState<</B<</BM/Multiply>>>>'
const GRADIENT =
  '/Shading<</P<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 595 842]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>/Extend[true true]>>>>'

/** The address of a PDF with one page (or the same one several times), its content and resources, and further objects. */
export function pageUrl(content, { resources = '', more = [], pages = 1 } = {}) {
  const bytes = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${'3 0 R '.repeat(pages)}]>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<${resources}>>>>`,
    streamOf(content),
    ...more,
  ])
  return `data:application/pdf;base64,${bytes.toString('base64')}`
}

/** A page that paints gradients over all of it, each blending with what is below. */
export const blendingPage = (times) =>
  pageUrl(`/B gs ${'0 0 595 842 re f /P sh '.repeat(times)}`, { resources: BLENDING + GRADIENT })

/** A page with small squares, each blending with what is below. */
export const blendingSquares = (times) =>
  pageUrl(`/B gs ${'0 0 5 5 re f '.repeat(times)}`, { resources: BLENDING })

/** Forms within forms: each draws the next so many times. */
export function deepForms(depth, times) {
  const form = (_, at) => {
    const isLast = at + 1 === depth
    const resources = isLast ? '' : `/Resources<</XObject<</F ${6 + at} 0 R>>>>`
    return streamOf(
      (isLast ? '0 0 m ' : '/F Do ').repeat(times),
      `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${resources}`,
    )
  }
  return pageUrl('/B gs 0 0 9 9 re f /F Do', {
    resources: `${BLENDING}/XObject<</F 5 0 R>>`,
    more: Array.from({ length: depth }, form),
  })
}

/** A WOFF2 whose one table unpacks to so many bytes. */
export function inflatingFont(bytes) {
  const table = zlib.brotliCompressSync(Buffer.alloc(bytes))
  const length = [bytes & 127]
  for (let rest = bytes >> 7; rest > 0; rest >>= 7) length.unshift((rest & 127) | 128)
  const head = Buffer.alloc(48)
  head.write('wOF2', 'latin1')
  head.writeUInt32BE(0x10000, 4)
  head.writeUInt32BE(49 + length.length + table.length, 8)
  head.writeUInt16BE(1, 12)
  head.writeUInt32BE(table.length, 20)
  return Buffer.concat([head, Buffer.from([0, ...length]), table])
}

function streamOf(text, dictionary = '') {
  const data = zlib.deflateSync(Buffer.from(text))
  return Buffer.concat([
    Buffer.from(`<<${dictionary}${FLATE}/Length ${data.length}>>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
}

/** A file of these objects, the first of which is the catalog. */
function pdfOf(objects) {
  const parts = [Buffer.from('%PDF-1.7\n')]
  let length = 9
  const offsets = objects.map((object, index) => {
    const at = length
    const whole = [Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]
    parts.push(...whole)
    for (const part of whole) length += part.length
    return at
  })
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${trailer}`)])
}
