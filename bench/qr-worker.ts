/** Makes codes inside workerd as fast as it can: `?ms=` for how long; returns how many, and their sizes. */
import { generateQr } from '../src/qr/generate-qr'

export default {
  fetch(request: Request): Response {
    const ms = Number(new URL(request.url).searchParams.get('ms'))
    const sizes: number[] = []
    const start = performance.now()
    while (performance.now() - start < ms) {
      const data = `https://example.com/products/${sizes.length}?ref=qr`
      sizes.push(generateQr({ data }).bytes.byteLength)
    }
    const seconds = (performance.now() - start) / 1000
    return Response.json({ perSecond: sizes.length / seconds, sizes: sizes.slice(0, 1000) })
  },
} satisfies ExportedHandler
