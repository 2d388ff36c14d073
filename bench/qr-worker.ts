/** Makes codes inside workerd as fast as it can: `?ms=` for how long, `?options=`; returns how many, and their sizes. */
import { generateQr } from '../src/qr/generate-qr'
import { createRaster } from '../src/qr/picture'

const logo = createRaster({ width: 120, height: 120 }, [20, 90, 160, 255])

export default {
  fetch(request: Request): Response {
    const { ms, options = '{}', withLogo } = Object.fromEntries(new URL(request.url).searchParams)
    const given = JSON.parse(options)
    const sizes: number[] = []
    const start = performance.now()
    while (performance.now() - start < Number(ms)) {
      const data = `https://example.com/products/${sizes.length}?ref=qr`
      const { bytes } = generateQr({ data, ...given }, withLogo ? logo : undefined)
      sizes.push(bytes.byteLength)
    }
    const seconds = (performance.now() - start) / 1000
    return Response.json({ perSecond: sizes.length / seconds, sizes: sizes.slice(0, 1000) })
  },
} satisfies ExportedHandler
