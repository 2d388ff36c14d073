/** Where the body of a message of HTTP/1.1 ends (RFC 9112), read strictly. */

const [CR, LF] = [13, 10]
const HEX = '0123456789abcdef'
/** Digits of the size of a chunk. */
const MAX_DIGITS = 8

/** A body that is not as HTTP has it. */
export class BrokenBody extends Error {}

/**
 * Follows a body of `length` bytes, or one in chunks if that is undefined. `take` reads a piece from `at` and returns where
 * the body ends in it, or the piece's length; it throws BrokenBody.
 * @param {number | undefined} length
 */
export function followBody(length) {
  /** Bytes of the body, or of a chunk, that are still to come. */
  let left = length ?? 0
  /**
   * What a body in chunks has next; undefined if it is none, or has ended.
   * @type {'size' | 'size LF' | 'data' | 'data CR' | 'data LF' | 'last CR' | 'last LF' | undefined}
   */
  let part = length === undefined ? 'size' : undefined
  /** Digits of the size of a chunk that were read. */
  let digits = 0

  function takeDigit(byte) {
    const value = HEX.indexOf(String.fromCharCode(byte).toLowerCase())
    if (value < 0 || ++digits > MAX_DIGITS) throw brokenChunk()
    left = left * 16 + value
  }

  function endPart() {
    if (part === 'size' && digits === 0) throw brokenChunk()
    else if (part === 'size') part = 'size LF'
    else if (part === 'size LF') part = left === 0 ? 'last CR' : 'data'
    else if (part === 'data CR') part = 'data LF'
    else if (part === 'data LF') part = 'size'
    else if (part === 'last CR') part = 'last LF'
    else part = undefined
    digits = part === 'size LF' ? digits : 0
  }

  /** @param {Buffer} piece */
  function takeBytes(piece, at) {
    const taken = Math.min(left, piece.length - at)
    left -= taken
    return at + taken
  }

  /** Byte by byte between the data, since a chunk may have one byte. @param {Buffer} piece */
  function takeChunks(piece, at) {
    while (at < piece.length && part !== undefined) {
      if (part === 'data') {
        at = takeBytes(piece, at)
        if (left === 0) part = 'data CR'
        continue
      }
      const byte = piece[at++]
      if (part === 'size' && byte !== CR) takeDigit(byte)
      else if (part.endsWith('LF') ? byte !== LF : byte !== CR) throw brokenChunk()
      else endPart()
    }
    return at
  }

  return {
    get isWhole() {
      return part === undefined && left === 0
    },
    /** @param {Buffer} piece */
    take(piece, at) {
      return part === undefined ? takeBytes(piece, at) : takeChunks(piece, at)
    },
  }
}

function brokenChunk() {
  return new BrokenBody('A chunk of the body is not as HTTP has it.')
}
