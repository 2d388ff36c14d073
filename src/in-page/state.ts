/** Runs inside the page: what stays in it from one question to the next. */
import type { Node } from './dom'
import type { Leaf } from './walk-elements'

declare const window: Node

/** Of the last look: the elements that a repair would have to reach, by name, with the size that its rule needs. */
export type Marks = Map<string, Map<Node, number | undefined>>

export type Memory = {
  marks: Marks
  /** Of the last look: what carries text or is a picture, and how many pages end early. */
  leaves: Leaf[]
  earlyEnds: number
  /** By how much the browser makes what was last looked at smaller, to fit it on the page. */
  shrink: number
  /** The document as it came, before the first repair; `least` is how small each text may become, in CSS pixels. */
  original: { text: string; harm: number; least: Map<Node, number> } | undefined
  /** For each repair in the document, the steps that take it back, the last step first. */
  repairs: (() => void)[][]
  /** Steps that put back what a look changed, while it looks. */
  looking: (() => void)[]
}

/** The one memory of this page. An element whose id is like its name must not stand in for it. */
export function memory(): Memory {
  const key = Symbol.for('platen')
  window[key] ??= {
    ...{
      marks: new Map(),
      leaves: [],
      earlyEnds: 0,
      shrink: 1,
      original: undefined,
      repairs: [],
      looking: [],
    },
  } satisfies Memory
  return window[key]
}

/** Takes steps back, the last first. */
export function takeBack(steps: (() => void)[]): void {
  for (const step of steps.splice(0).reverse()) step()
}
