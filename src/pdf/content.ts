/** The operators of a content stream, one by one (ISO 32000-2, 7.8.2). */

export type Operation = {
  operator: string
  /** Operands as they stand in the stream: `/Name`, `12.5`, `(text)`, `[ … ]`, `<< … >>`. */
  operands: string[]
}

const whitespace = new Set(['\0', '\t', '\n', '\f', '\r', ' '])
const delimiters = new Set(['(', ')', '<', '>', '[', ']', '{', '}', '/', '%'])

/** Reads decoded contents. An inline image is one operation `BI` without its data; nesting is read flat. */
export function* operations(contents: Uint8Array): Generator<Operation> {
  const source = Buffer.from(contents.buffer, contents.byteOffset, contents.length).toString('latin1')
  let operands: string[] = []
  let position = 0
  while (true) {
    position = skipSpace(source, position)
    if (position >= source.length) return
    const end = tokenEnd(source, position)
    const token = source.slice(position, end)
    position = end
    if (isOperand(token)) {
      operands.push(token)
      continue
    }
    if (token === 'BI') position = inlineImageEnd(source, position)
    yield { operator: token, operands }
    operands = []
  }
}

function isOperand(token: string): boolean {
  return /^[-+.\d/([<]/.test(token) || token === 'true' || token === 'false' || token === 'null'
}

function skipSpace(source: string, start: number): number {
  let position = start
  while (position < source.length) {
    const character = source.charAt(position)
    if (character === '%') {
      while (position < source.length && source[position] !== '\n' && source[position] !== '\r') position++
    } else if (whitespace.has(character)) position++
    else break
  }
  return position
}

function tokenEnd(source: string, start: number): number {
  const first = source.charAt(start)
  if (first === '(') return stringEnd(source, start)
  if (first === '[' || source.startsWith('<<', start)) return nestedEnd(source, start)
  if (first === '<') return past(source, '>', start)
  let position = start + 1
  while (position < source.length) {
    const character = source.charAt(position)
    if (whitespace.has(character) || delimiters.has(character)) break
    position++
  }
  return position
}

/** Past the array or dictionary that opens at `start`, whatever it holds: strings are skipped whole. */
function nestedEnd(source: string, start: number): number {
  let depth = 0
  let position = start
  while (position < source.length) {
    const character = source.charAt(position)
    const doubled = source[position + 1] === character
    if (character === '(') position = stringEnd(source, position)
    else if (character === '<' && !doubled) position = past(source, '>', position)
    else if (character === '[' || character === '<') {
      depth++
      position += character === '<' ? 2 : 1
    } else if (character === ']' || (character === '>' && doubled)) {
      depth--
      position += character === '>' ? 2 : 1
      if (depth === 0) return position
    } else position++
  }
  return source.length
}

function stringEnd(source: string, start: number): number {
  let depth = 0
  for (let position = start; position < source.length; position++) {
    const character = source[position]
    if (character === '\\') position++
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return position + 1
  }
  return source.length
}

function inlineImageEnd(source: string, start: number): number {
  const end = /[\s]EI(?=[\s]|$)/g
  end.lastIndex = past(source, 'ID', start)
  return end.exec(source) ? end.lastIndex : source.length
}

function past(source: string, token: string, start: number): number {
  const found = source.indexOf(token, start)
  return found < 0 ? source.length : found + token.length
}
