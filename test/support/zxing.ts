/** ZXing (zxing-wasm), a decoder that the service itself does not use. */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(fs.readFileSync(wasm)).buffer } })

/** What ZXing reads in a PNG: the text, the error level by its letter, the version. Undefined where it reads nothing. */
export async function zxing(png: Uint8Array) {
  const [found] = await readBarcodes(png, { formats: ['QRCode'], tryHarder: true, textMode: 'Plain' })
  if (!found?.isValid) return undefined
  return { text: found.text, level: found.ecLevel, version: Number(found.version) }
}
