/** Files that are sent as assets and are none, by how they begin, and what to send instead. */

const AS_BYTES = 'Send the bytes of the picture or font as the body, with curl: -T logo.png.'
/** Characters of a beginning. */
const MAX_LOOKED_AT = 200

const OTHERS: readonly (readonly [beginning: RegExp, fault: string])[] = [
  [/^GIF8/, 'is a GIF. Save it as PNG or WebP.'],
  [/^BM.{4}\0\0\0\0/s, 'is a BMP. Save it as PNG.'],
  [/^\0\0\W\0/, 'is an icon (ICO). Save its largest picture as PNG.'],
  [/^(?:II\*\0|MM\0\*)/, 'is a TIFF. Save it as PNG.'],
  [/^.{4}ftyp(?:avif|avis|hei|mif)/s, 'is AVIF or HEIC. Save it as WebP, PNG or JPEG.'],
  [/^wOFF/, 'is a font in WOFF 1. Save it as WOFF2, TTF or OTF.'],
  [/^ttcf/, 'is a collection of fonts. Save the one that you need as TTF or OTF.'],
  [/^%PDF/, 'is a PDF, which no document can show. Save a logo as SVG; POST /v1/finish puts PDFs together.'],
  [/^PK\W\W/, 'is a ZIP. Send the files in it one by one.'],
  [/^\s{0,9}--[-\w]{1,80}\r?\n/, `is a form. ${AS_BYTES}`],
  [/^\s{0,9}[{[]/, `is JSON. ${AS_BYTES}`],
  [/^\s{0,9}"?data:/i, `is a data: address. ${AS_BYTES}`],
  [/^\s{0,9}"?https?:\/\//i, `is an address, which is not fetched. ${AS_BYTES}`],
  [
    /^\s{0,9}(?:iVBORw0KGgo|\/9j\/|UklGR|PHN2Zy|PD94bWw|d09GMg|AAEAAA)[\w+/=\s]{20}/,
    `is base64. ${AS_BYTES}`,
  ],
  [/^\s{0,9}@/, `is the name of a file. ${AS_BYTES}`],
  [
    /^\s{0,9}<(?:!doctype html|html)\b/i,
    'is an HTML page. Send the picture itself, or the code of its <svg>.',
  ],
]

/** What is wrong with bytes that are another file, beginning with "is"; nothing of those that may be an SVG. */
export function otherFile(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, MAX_LOOKED_AT))
  return OTHERS.find(([beginning]) => beginning.test(text))?.[1]
}
