/** Codes read by zbar and by ZXing, as they are and as a bad photograph. */
import { setImmediate } from 'node:timers/promises'
import { Problem } from '../../src/errors'
import { generateQr } from '../../src/qr/generate-qr'
import { payloadOf } from '../../src/qr/payload'
import { readPng } from '../../src/qr/png-read'
import { blend, colorsOf } from '../../src/qr/qr-colors'
import { IMAGE_SIDES, type QrOptions } from '../../src/qr/qr-options'
import { outFolder, pythonLines, save } from './tools'

/** `name` tells in a failure what the logo shows. */
export type Case = { options: QrOptions; logo?: Uint8Array; name?: string }
type Reading = {
  zbar: string | null
  zxing: string | null
  zbar_hard?: string | null
  zxing_hard?: string | null
}

/**
 * Makes every case and has it read; answers what was not read as it was meant, with the decoder. Those with modules
 * of at least 4 px and a quiet zone of at least 4 modules are read turned, blurred and as a poor JPEG, too. Cases that
 * the service refuses with a 400 are counted and left out. One is read while the next ones are made.
 */
export async function readAll(folderName: string, cases: Case[]) {
  const folder = outFolder(folderName)
  const readers = pythonLines('qr.py')
  const sold: { name: string | undefined; options: QrOptions; file: string; harden: boolean }[] = []
  for (const [index, one] of cases.entries()) {
    const bytes = sell(one)
    if (!bytes) continue
    const { name, options } = one
    const file = save(folder, `${index}.png`, bytes)
    const harden = isRoomy(options, bytes)
    readers.send(JSON.stringify({ file, light: lightOnWhite(options), harden }))
    sold.push({ name, options, file, harden })
    await setImmediate()
  }
  const readings = (await readers.end()).map((line): Reading => JSON.parse(line))
  const failures = sold.flatMap(({ name, options, file }, index) => {
    const text = payloadOf(options)
    return Object.entries(readings[index] ?? { zbar: null, zxing: null })
      .filter(([, read]) => read !== text)
      .map(([decoder, read]) => ({ name, decoder, file, text, read, options }))
  })
  const hardened = sold.filter(({ harden }) => harden).length
  return { sold: sold.length, refused: cases.length - sold.length, hardened, failures }
}

function lightOnWhite(options: QrOptions): number[] {
  return blend(colorsOf(options).light, [255, 255, 255, 255]).slice(0, 3)
}

function sell({ options, logo }: Case): Uint8Array | undefined {
  try {
    return generateQr(options, logo && readPng(logo)).bytes
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return undefined
    throw error
  }
}

function isRoomy({ size = 'default', margin = 16 }: QrOptions, bytes: Uint8Array): boolean {
  const { rgba } = readPng(bytes)
  const side = IMAGE_SIDES[size]
  const isDark = (at: number) => rgba.subarray(at * 4, at * 4 + 4).some((v, i) => v !== rgba[i])
  if (margin < 16) return false
  let edge = margin
  while (!isDark(edge * side + edge)) edge++
  let end = edge
  while (isDark(edge * side + end)) end++
  const module = (end - edge) / 7
  return module >= 4 && edge >= 4 * module
}
