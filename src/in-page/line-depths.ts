/** How far lines of text reach below their baselines, by their fonts. Lengths in CSS pixels. */

import { overrideStyle } from './dom'
import { document } from './true-document'

export type LineShape = { depth: number; lineHeight: number }

const FONT = ['font-family', 'font-size', 'font-weight', 'font-style', 'line-height'] as const

/** The block whose line `element` stands in. */
export function lineOf(element: Element): Element {
  let around = element.parentElement
  while (around && /^(?:inline|contents)$/.test(getComputedStyle(around).display))
    around = around.parentElement
  return around ?? element
}

export class LineDepths {
  readonly #byFont = new Map<string, LineShape>()
  readonly #byBlock = new Map<Element, LineShape>()

  /** Measures the lines of `blocks`: one layout for all of their fonts. */
  constructor(blocks: Iterable<Element>) {
    const fonts = new Map<string, Record<string, string>>()
    const keys = new Map<Element, string>()
    for (const block of new Set(blocks)) {
      const style = getComputedStyle(block)
      const font = Object.fromEntries(FONT.map((name) => [name, style.getPropertyValue(name)]))
      const key = JSON.stringify(font)
      fonts.set(key, font)
      keys.set(block, key)
    }
    const probes = [...fonts].map(([key, font]) => ({ key, ...probe(font) }))
    for (const { key, line, baseline } of probes) {
      const { height, bottom } = line.getBoundingClientRect()
      this.#byFont.set(key, { lineHeight: height, depth: bottom - baseline.getBoundingClientRect().bottom })
    }
    for (const { line } of probes) line.remove()
    for (const [block, key] of keys) {
      const shape = this.#byFont.get(key)
      if (shape) this.#byBlock.set(block, shape)
    }
  }

  of(block: Element): LineShape {
    return this.#byBlock.get(block) ?? { depth: 0, lineHeight: 0 }
  }
}

function probe(font: Record<string, string>): { line: Element; baseline: Element } {
  const line = document.createElement('div')
  const baseline = document.createElement('span')
  line.className = 'platen-room'
  overrideStyle(line, { all: 'initial', position: 'absolute', display: 'block', ...font })
  overrideStyle(baseline, { all: 'initial', display: 'inline-block', width: '1px' })
  line.append(baseline)
  document.documentElement.append(line)
  return { line, baseline }
}
