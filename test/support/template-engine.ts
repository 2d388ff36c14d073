/** Liquid without a service around it. */
import { Problem } from '../../src/errors'
import { createEngine } from '../../src/templates/engine'
import type { Globals } from '../../src/templates/filters/globals'
import { localeOf } from '../../src/templates/locale'

/** An engine with one partial. */
export const engine = createEngine({ greeting: 'Hello {{ name }}' })

/** A rendering of the source with this data, not begun. */
export function begin(source: string, data: Record<string, unknown> = {}, liquid = engine) {
  const globals: Globals = { locale: localeOf(data, ['en', 'de']), words: { total: 'Total' }, data }
  return liquid.render(liquid.compile(source, '/page'), data, {}, globals)
}

/** What the source prints with this data, without regard to turns. */
export function render(source: string, data: Record<string, unknown> = {}, liquid = engine) {
  return begin(source, data, liquid).advance(Number.POSITIVE_INFINITY) ?? ''
}

/** The problem that the work throws. */
export function failure(work: () => unknown): Problem {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
