/** The text of an HTML file, in the encoding that it is in. */

/** How far into a file its own word on that is looked for (HTML, "prescan a byte stream"). */
const HEAD_BYTES = 1024
const BYTE_ORDER_MARKS: [RegExp, string][] = [
  [/^\xef\xbb\xbf/, 'utf-8'],
  [/^\xfe\xff/, 'utf-16be'],
  [/^\xff\xfe/, 'utf-16le'],
]
const CHARSET = /\bcharset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i

/**
 * Decodes by a byte order mark, else the `charset` of the content type, else that of a `<meta>` near the start, else as
 * UTF-8. An encoding that nobody knows is UTF-8 too.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES))
  const marked = BYTE_ORDER_MARKS.find(([mark]) => mark.test(head))?.[1]
  return decoder(marked ?? CHARSET.exec(contentType)?.[1] ?? ownCharset(head)).decode(bytes)
}

/** What a `<meta>` says. It could not be read if the file were in UTF-16. */
function ownCharset(head: string): string | undefined {
  for (const [element] of head.matchAll(/<meta\b[^<>]*/gi)) {
    const name = CHARSET.exec(element)?.[1]
    if (name !== undefined) return /^utf-?16/i.test(name) ? undefined : name
  }
  return undefined
}

function decoder(label = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
