/** The text of an XMP packet, which may be in any encoding of Unicode (XMP Specification, "Unicode encodings"), with a mark or without. */

type Encoding = 'utf-8' | 'utf-16be' | 'utf-16le' | 'utf-32be' | 'utf-32le'

/** As the first bytes tell, of which the first two characters are ASCII or a mark. */
export function encodingOf([a = 1, b = 1, c = 1, d = 1]: Uint8Array): Encoding {
  if (a === 0 && b === 0) return 'utf-32be'
  if (c === 0 && d === 0) return 'utf-32le'
  if (a === 0 || (a === 0xfe && b === 0xff)) return 'utf-16be'
  return b === 0 || (a === 0xff && b === 0xfe) ? 'utf-16le' : 'utf-8'
}

/** Without its mark. Throws TypeError for bytes that are none of the encoding, if `fatal`. */
export function packetText(bytes: Uint8Array, { fatal }: { fatal: boolean }): string {
  const encoding = encodingOf(bytes)
  if (encoding === 'utf-32be' || encoding === 'utf-32le') return wideText(bytes, encoding === 'utf-32le')
  return new TextDecoder(encoding, { fatal, ignoreBOM: false }).decode(bytes)
}

function wideText(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const characters: string[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle)
    characters.push(code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code))
  }
  return characters.join('').replace(/^\uFEFF/, '')
}
