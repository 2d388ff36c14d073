/** What is checked in the bytes of somebody else's PDF before they are parsed. */

export const limits = {
  /** Of the file, in bytes. */
  file: 20 * 2 ** 20,
  pages: 500,
  /** Levels of the page tree; producers make less than ten. */
  pageDepth: 100,
} as const

/** Where the header may begin: some files have a mail's or a server's lines before it. */
const HEADER_WITHIN = 8192

/** Why these bytes cannot be merged, in words that follow "the file"; nothing if they may be parsed. */
export function refusal(bytes: Uint8Array): string | undefined {
  if (bytes.length > limits.file) return `is larger than ${limits.file / 2 ** 20} MB`
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return file.subarray(0, HEADER_WITHIN).indexOf('%PDF-') < 0 ? notPdf(file) : undefined
}

function notPdf(file: Buffer): string {
  const start = file.subarray(0, 512).toString('latin1').trimStart().toLowerCase()
  if (start === '') return 'is empty'
  return start.startsWith('<') ? 'is no PDF but HTML or XML' : 'is no PDF'
}
