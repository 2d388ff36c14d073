/** The width that a Type 2 charstring says (Adobe Technical Note 5177, 3.1 and 4.1): it stands before the first drawing operator. */
import { concatBytes } from '../../../binary/bytes'
import type { WorkBudget } from '../../work-budget'

type Subroutines = { count: number; item(index: number): Uint8Array | undefined }

export type CharstringFont = {
  defaultWidth: number
  nominalWidth: number
  locals: Subroutines | undefined
  globals: Subroutines
}

const MAX_STEPS = 10_000
const MAX_DEPTH = 10
/** What a step costs, in operators. */
const STEP_COST = 1 / 8

/** How many operands an operator takes; one more in front of them is the width. Stems take pairs. */
const OPERANDS: Record<number, number | 'pairs'> = {
  1: 'pairs',
  3: 'pairs',
  4: 1,
  14: 0,
  18: 'pairs',
  19: 'pairs',
  20: 'pairs',
  21: 2,
  22: 1,
  23: 'pairs',
}

/** In units of the font; undefined if an operator comes first that no glyph begins with. Throws WorkLimitExceeded. */
export function widthInCharstring(
  code: Uint8Array,
  font: CharstringFont,
  work: WorkBudget,
): number | undefined {
  const stack: number[] = []
  const open = [{ code, at: 0 }]
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    work.charge('operators', STEP_COST)
    const frame = open.at(-1)
    if (!frame || frame.at >= frame.code.length) return undefined
    const byte = () => frame.code[frame.at++] ?? 0
    const first = byte()
    if (first === 28) stack.push(((byte() << 24) | (byte() << 16)) >> 16)
    else if (first === 255) stack.push(((byte() << 24) | (byte() << 16) | (byte() << 8) | byte()) / 65_536)
    else if (first >= 251) stack.push(-(first - 251) * 256 - byte() - 108)
    else if (first >= 247) stack.push((first - 247) * 256 + byte() + 108)
    else if (first >= 32) stack.push(first - 139)
    else if (first === 11) open.pop()
    else if (first === 10 || first === 29) {
      const subroutines = first === 10 ? font.locals : font.globals
      const called = subroutines?.item((stack.pop() ?? 0) + biasOf(subroutines.count))
      if (!called || open.length > MAX_DEPTH) return undefined
      open.push({ code: called, at: 0 })
    } else return widthBefore(first, stack, font)
  }
  return undefined
}

function widthBefore(operator: number, stack: number[], font: CharstringFont): number | undefined {
  const isSaid = saysWidth(operator, stack.length)
  const [width] = stack
  if (isSaid === undefined) return undefined
  return isSaid && width !== undefined ? font.nominalWidth + width : font.defaultWidth
}

/** Whether the first of so many operands is a width; undefined for an operator that no glyph begins with. */
function saysWidth(operator: number, count: number): boolean | undefined {
  const operands = OPERANDS[operator]
  if (operands === undefined) return undefined
  // The end of an accented glyph has four operands of its own.
  const isAccented = operator === 14 && count >= 4
  const own = operands === 'pairs' ? count - (count % 2) : isAccented ? 4 : operands
  return count > own
}

/**
 * The same glyph with another width, in units of the font. Subroutines before the first drawing operator are written
 * out, since the width may stand in one. Undefined for a glyph that begins with arithmetic, or calls too deep.
 */
export function withWidth(code: Uint8Array, font: CharstringFont, width: number): Uint8Array | undefined {
  let text = code
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const { operands, operator, at } = readStart(text)
    if (operator !== 10 && operator !== 29) {
      const isSaid = saysWidth(operator, operands.length)
      if (isSaid === undefined) return undefined
      const drawing = text.subarray(isSaid ? (operands[1]?.at ?? at) : 0)
      return concatBytes([operand(width - font.nominalWidth), drawing])
    }
    const subroutines = operator === 10 ? font.locals : font.globals
    const index = operands.at(-1)
    const called = index && subroutines?.item(index.value + biasOf(subroutines.count))
    if (!called) return undefined
    const body = called.at(-1) === 11 ? called.subarray(0, -1) : called
    text = concatBytes([text.subarray(0, index.at), body, text.subarray(at + 1)])
  }
  return undefined
}

/** The operands before the first operator, each with its place, and the operator's. */
function readStart(code: Uint8Array) {
  const operands: { value: number; at: number }[] = []
  let at = 0
  const byte = () => code[at++] ?? 0
  while (at < code.length) {
    const start = at
    const first = byte()
    let value: number
    if (first === 28) value = ((byte() << 24) | (byte() << 16)) >> 16
    else if (first === 255) value = ((byte() << 24) | (byte() << 16) | (byte() << 8) | byte()) / 65_536
    else if (first >= 251) value = -(first - 251) * 256 - byte() - 108
    else if (first >= 247) value = (first - 247) * 256 + byte() + 108
    else if (first >= 32) value = first - 139
    else return { operands, operator: first, at: start }
    operands.push({ value, at: start })
  }
  return { operands, operator: -1, at }
}

/** A number as charstrings hold it: 16 bits, or 16 with as many behind the point. */
function operand(value: number): Uint8Array {
  if (Number.isInteger(value)) return Uint8Array.of(28, (value >> 8) & 255, value & 255)
  const fixed = Math.round(value * 65_536)
  return Uint8Array.of(255, (fixed >> 24) & 255, (fixed >> 16) & 255, (fixed >> 8) & 255, fixed & 255)
}

function biasOf(count: number): number {
  if (count < 1240) return 107
  return count < 33_900 ? 1131 : 32_768
}
