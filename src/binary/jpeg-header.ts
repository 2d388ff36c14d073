/** What a JPEG says of itself before it is decoded (ITU-T T.81, annex B). Linear in the file's length. */

export type JpegHeader = {
  width: number
  height: number
  /** Every scan is a pass over all pixels: a small file of many takes minutes. */
  scans: number
  /** Whether the file ends as it should. */
  complete: boolean
}

/** More scans than any encoder writes; a progressive file has about ten. */
export const MAX_JPEG_SCANS = 100

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
/** Start of frame of every process; in between stand DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Markers without a length: restarts, and TEM. */
const isBare = (marker: number) => (marker >= 0xd0 && marker <= SOI) || marker === 0x01

/** The header of a JPEG; nothing for what is none or ends before its size is said. */
export function readJpegHeader(file: Uint8Array): JpegHeader | undefined {
  if (file[0] !== 0xff || file[1] !== SOI) return undefined
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let extent: Pick<JpegHeader, 'width' | 'height'> | undefined
  let scans = 0
  let complete = false
  // Between segments stands the data of a scan, in which 0xff is followed by 0 or a restart marker.
  for (let at = file.indexOf(0xff, 2); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at)) {
    const marker = file[at + 1] ?? 0
    if (marker === EOI) {
      complete = true
      break
    }
    if (marker === 0xff) at++
    else if (marker === 0 || isBare(marker)) at += 2
    else {
      if (at + 4 > file.length) break
      if (isFrame(marker) && at + 9 <= file.length)
        extent ??= { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
      if (marker === SOS) scans++
      at += 2 + view.getUint16(at + 2)
    }
  }
  return extent && { ...extent, scans, complete }
}
