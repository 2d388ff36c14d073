/** Which pages a formula is of (`An+B`, CSS Syntax 3, 6). */

/** Numbers that are `a` times something from 0 on, and `b`; `pseudo`: what Chromium calls those pages. */
export type Nth = { a: number; b: number; pseudo?: 'first' | 'left' | 'right' }

const FORMULA = /^(?:([+-]?\d{0,6})n(?:([+-])(\d{1,6}))?|([+-]?\d{1,6}))$/i

/** Nothing for a text that is no formula. */
export function parseNth(text: string): Nth | undefined {
  const formula = text.replace(/\s+/g, '').toLowerCase()
  if (formula === 'odd') return named({ a: 2, b: 1 })
  if (formula === 'even') return named({ a: 2, b: 0 })
  const [whole, times, sign, plus, only] = FORMULA.exec(formula) ?? []
  if (whole === undefined) return undefined
  if (only !== undefined) return named({ a: 0, b: Number(only) })
  const a = /\d/.test(times ?? '') ? Number(times) : Number(`${times}1`)
  return named({ a, b: Number(`${sign ?? ''}${plus ?? 0}`) })
}

function named({ a, b }: { a: number; b: number }): Nth {
  if (a === 0 && b === 1) return { a, b, pseudo: 'first' }
  if (a === 2 && Math.abs(b) <= 2) return { a, b, pseudo: b % 2 === 0 ? 'left' : 'right' }
  return { a, b }
}
