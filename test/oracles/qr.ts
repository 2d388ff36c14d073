/** Codes read by zbar and by ZXing, as they are and as a bad photograph. */
import fs from 'node:fs'
import path from 'node:path'
import { Problem } from '../../src/errors'
import { coloursOf, over } from '../../src/qr/colour'
import { makeQr } from '../../src/qr/make'
import { DEFAULT_MARGIN, type QrOptions, sides } from '../../src/qr/options'
import { payloadOf } from '../../src/qr/payload'
import { readPng } from '../../src/qr/png-read'
import { outFolder, python, save } from './tools'

export type Case = { options: QrOptions; logo?: Uint8Array; name?: string }
type Reading = {
  zbar: string | null
  zxing: string | null
  zbar_hard?: string | null
  zxing_hard?: string | null
}

const source = fs.readFileSync(path.join(import.meta.dirname, 'qr.py'), 'utf8')

/**
 * Makes every case and has it read; answers what was not read as it was meant, with the decoder. Those with modules
 * of at least 4 px and a quiet zone of at least 4 modules are read turned, blurred and as a poor JPEG, too. Cases that
 * the service refuses with a 400 are counted and left out.
 */
export function readAll(folderName: string, cases: Case[]) {
  const folder = outFolder(folderName)
  const sold = cases.flatMap((one, index) => {
    const bytes = sell(one)
    return bytes ? [{ ...one, bytes, file: save(folder, `${index}.png`, bytes) }] : []
  })
  const manifest = sold.map(({ options, bytes, file }) => ({
    file,
    light: over(coloursOf(options).light, [255, 255, 255, 255]).slice(0, 3),
    harden: isRoomy(options, bytes),
  }))
  const list = path.join(folder, 'cases.json')
  fs.writeFileSync(list, JSON.stringify(manifest))
  const readings: Reading[] = JSON.parse(python(source, list))
  const failures = readings.flatMap((reading, index) => {
    const one = sold[index]
    if (!one) return []
    const text = payloadOf(one.options)
    return Object.entries(reading)
      .filter(([, read]) => read !== text)
      .map(([decoder, read]) => ({ decoder, file: one.file, text, read, options: one.options }))
  })
  const hardened = manifest.filter(({ harden }) => harden).length
  return { sold: sold.length, refused: cases.length - sold.length, hardened, failures }
}

function sell({ options, logo }: Case): Uint8Array | undefined {
  try {
    return makeQr(options, logo).bytes
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return undefined
    throw error
  }
}

function isRoomy({ size = 'default', margin = DEFAULT_MARGIN }: QrOptions, bytes: Uint8Array): boolean {
  const { rgba } = readPng(bytes)
  const side = sides[size]
  const isDark = (at: number) => rgba.subarray(at * 4, at * 4 + 4).some((v, i) => v !== rgba[i])
  if (margin < 16) return false
  let edge = margin
  while (!isDark(edge * side + edge)) edge++
  let end = edge
  while (isDark(edge * side + end)) end++
  const module = (end - edge) / 7
  return module >= 4 && edge >= 4 * module
}
