/** The operators of content streams, and what they name. */
import type { Operation } from '../content-stream'

/** Annex A of ISO 32000-1; an inline image is one `BI` (see `content-stream.ts`). */
export const OPERATORS: ReadonlySet<string> = new Set(
  (
    'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S ' +
    `SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "`
  ).split(' '),
)

/** Others mean the first of these to readers (ISO 32000-1 8.6.5.8). */
export const RENDERING_INTENTS: ReadonlySet<string> = new Set(
  'RelativeColorimetric AbsoluteColorimetric Perceptual Saturation'.split(' '),
)

/** The category of what an operator names: `Tf` by its first operand, others by their last (ISO 32000-1 7.8.3). */
const CATEGORIES = new Map(
  Object.entries({
    ...{ Tf: 'Font', gs: 'ExtGState', Do: 'XObject', sh: 'Shading' },
    ...{ cs: 'ColorSpace', CS: 'ColorSpace' },
    ...{ scn: 'Pattern', SCN: 'Pattern', BDC: 'Properties', DP: 'Properties' },
  }),
)

/** Category and name of the resource that an operation names; undefined if it names none. */
export function resourceNamedBy({ operator, operands }: Operation): [string, string] | undefined {
  const category = CATEGORIES.get(operator)
  const named = category && operands[operator === 'Tf' ? 0 : operands.length - 1]
  return category && named?.startsWith('/') ? [category, named.slice(1)] : undefined
}
