/** Warnings of data take time in proportion to its length, whatever stands in it. */
import { describe, expect, it } from 'vitest'
import { findBuiltin } from '../../src/templates/builtin'
import { fitData } from '../../src/templates/compile-page'
import { findDataWarnings } from '../../src/templates/data-warnings'
import type { TemplateSource } from '../../src/templates/manifest'
import type { HostileShapes } from './hostile-shapes'
import { rowsOf } from './runs'
import { findSlowness } from './slowness'

/** What a request has as `data`. */
export type Data = Record<string, unknown>

/** The warnings that a caller gets for this data. */
export function warningsFor(template: TemplateSource, data: Data): string[] {
  return findDataWarnings(template, { data, fitted: fitData(template, data) })
}

/** The template of ours with this id. */
export function builtin(id: string): TemplateSource {
  const template = findBuiltin(id)
  if (!template) throw new Error(`there is no template ${id}`)
  return template
}

/** A template of a caller's own. */
export function own(page: string, more: Partial<TemplateSource> = {}): TemplateSource {
  const manifest = { label: 'Own', description: '', orientation: 'portrait' } as const
  return { id: 'my/page@2', ...manifest, page, style: '', sample: {}, ...more }
}

const complete = {
  number: '1',
  issue_date: '2026-01-01',
  seller: 'A',
  buyer: 'B',
  lines: [{ name: 'C', net_price: 1 }],
}

/** The warnings for an invoice that is complete but for this data. */
export const invoice = (data: Data) => warningsFor(builtin('invoice/classic'), { ...complete, ...data })

/** Makes names, entries and values of the shapes. */
export function dataWarningsSuite(shapes: HostileShapes) {
  // What takes its letters one by one meets those of all shapes in one text.
  const letters = { letters: Object.values(shapes).join('') }
  describe('however much is wrong', () => {
    const places: [string, HostileShapes, (text: string) => Data][] = [
      ['names', letters, (text) => Object.fromEntries(Array.from(text, (letter, n) => [`${letter}${n}`, 1]))],
      ['a name', shapes, (text) => ({ [text]: 1 })],
      ['a value', shapes, (text) => ({ currency: text, locale: text, time_zone: text })],
      ['entries', letters, (text) => ({ lines: Array.from(text, (letter) => ({ [letter]: 1 })) })],
    ]
    it.each(rowsOf(places, 3))('it takes linear time: %s', { timeout: 120_000 }, (_, some, data) => {
      expect(findSlowness((text) => invoice(data(text)), some, 10_000)).toBe(undefined)
    })
  })
}
