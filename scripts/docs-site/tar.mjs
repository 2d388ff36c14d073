/** Archives of text files, in the format of POSIX.1-1988 (ustar). */

const BLOCK = 512
/** The time that npm gives every file of a package, in seconds. */
const TIME = Date.UTC(1985, 9, 26, 8, 15) / 1000

/** @param {Record<string, string>} files Texts by their names, of 100 bytes at most; programs begin with `#!`. */
export function tar(files) {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const bytes = Buffer.from(text)
    const rest = (BLOCK - (bytes.length % BLOCK)) % BLOCK
    return [header(name, bytes.length, text.startsWith('#!') ? 0o755 : 0o644), bytes, Buffer.alloc(rest)]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}

function header(name, size, mode) {
  const block = Buffer.alloc(BLOCK)
  const octal = (value, at, length) => block.write(value.toString(8).padStart(length - 1, '0'), at)
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name`)
  block.write(name, 0)
  octal(mode, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(TIME, 136, 12)
  block.write('        ', 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  block.write('\x00 ', 154)
  return block
}
