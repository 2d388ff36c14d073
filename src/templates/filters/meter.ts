/** What filters cost, in the steps that `limits.ts` counts. */
import type { Liquid } from 'liquidjs'
import { charge, chargeFilter } from '../limits'
import {
  escapingSteps,
  figureSteps,
  jsonSteps,
  lookupSteps,
  markdownSteps,
  readingSteps,
  searchSteps,
  sortSteps,
  textRowSteps,
} from '../step-costs'
import { ARITHMETIC_FILTERS, roundBinaryNoise, toNumber } from './arithmetic'
import { arithmeticOf } from './globals'

/** Filters that look at no more than the ends of what they are given. */
const constant = new Set(['first', 'last', 'size', 'default', 'raw', 'escape', 't', 'qr', 'payment_qr'])

/** What filters cost beside reading through what they are given. */
const extraSteps: Record<string, (value: unknown, args: unknown[]) => number> = {
  group_by: (list, [path]) => lookupSteps(list, path),
  map: (list, [path]) => lookupSteps(list, path),
  reject: (list, [path, expected]) => lookupSteps(list, path, expected),
  where: (list, [path, expected]) => lookupSteps(list, path, expected),
  sort: (list, [path]) => sortSteps(list, path),
  sort_natural: (list, [path]) => sortSteps(list, path),
  sum: (list, [path]) => lookupSteps(list, path),
  remove: (text, [wanted]) => searchSteps(text, wanted),
  remove_first: (text, [wanted]) => searchSteps(text, wanted),
  replace: (text, [wanted]) => searchSteps(text, wanted),
  replace_first: (text, [wanted]) => searchSteps(text, wanted),
  split: (text, [separator]) => searchSteps(text, separator),
  figure_rows: figureSteps,
  text_rows: (text, [, ...more]) => textRowSteps([text, ...more]),
  markdown: markdownSteps,
  lines: escapingSteps,
  newline_to_br: escapingSteps,
}

/** Filters that pay for what they have written: how much that is shows only then. */
const writing = new Set(['json', 'js'])

/**
 * Makes a filter pay before it works: for what it reads, and for what it does beyond that. Filters that calculate get
 * texts as numbers.
 */
export function meter(liquid: Liquid, name: string) {
  const filter = liquid.filters[name]
  const handler = typeof filter === 'function' ? filter : filter?.handler
  if (!handler) throw new Error(`liquidjs no longer has the filter ${name}: adapt filters/register.ts`)
  const raw = typeof filter === 'object' && filter.raw
  const calculates = ARITHMETIC_FILTERS.includes(name)
  const extra = extraSteps[name] ?? (() => 0)
  const reads = !constant.has(name)
  liquid.registerFilter(name, {
    raw,
    handler(value, ...args) {
      const read = reads
        ? args.reduce((sum, argument) => sum + readingSteps(argument), readingSteps(value))
        : 0
      chargeFilter(this.context, 1 + read + extra(value, args))
      if (writing.has(name)) {
        const text: unknown = handler.call(this, value, ...args)
        charge(this.context, jsonSteps(text))
        return text
      }
      if (!calculates) return handler.call(this, value, ...args)
      const [number, ...numbers] = [value, ...args].map((one) => toNumber(one, arithmeticOf(this.context)))
      return roundBinaryNoise(handler.call(this, number, ...numbers))
    },
  })
}
