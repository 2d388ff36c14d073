/** The width that a Type 2 charstring says (Adobe Technical Note 5177, 3.1 and 4.1): it stands before the first drawing operator. */

import type { WorkBudget } from '../../budget'

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
  const operands = OPERANDS[operator]
  if (operands === undefined) return undefined
  // The end of an accented glyph has four operands of its own.
  const isAccented = operator === 14 && stack.length >= 4
  const own = operands === 'pairs' ? stack.length - (stack.length % 2) : isAccented ? 4 : operands
  const [width] = stack
  return stack.length > own && width !== undefined ? font.nominalWidth + width : font.defaultWidth
}

function biasOf(count: number): number {
  if (count < 1240) return 107
  return count < 33_900 ? 1131 : 32_768
}
