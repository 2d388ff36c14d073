/**
 * Alphas that need no pixels: one colour over a backdrop of one colour is one colour again
 * (ISO 32000-1 11.3.6: backdrop + alpha × (colour − backdrop)). Most style sheets' grays are of this kind.
 */
import { type Box, contains, grow, intersect, isEmpty } from './geometry'
import type { Color } from './graphics-state'
import type { Plain, Step } from './painting'

const PAPER: Color = [1, 1, 1]
/** Above this many paintings on a page, looking below each would take longer than rendering it. */
const MAX_PAINTINGS = 3_000
/** Points by which a painting may reach out of the colour that it stands on: edges are anti-aliased anyway. */
const TOLERANCE = 0.5

/** A step that paints, or hides, without blending. */
export type ResolvedAlpha = Step & {
  /** The colour operation to paint with, and the one that was set. */
  recolor?: { with: string; back: string }
  /** Alpha 0: there is nothing to see. */
  isInvisible?: boolean
}

/** Takes the steps of a page in order, and settles those that can be: they no longer blend. */
export class AlphaResolver {
  private readonly below: Painting[] = []

  take(step: Step): ResolvedAlpha {
    if (!step.box || this.below.length >= MAX_PAINTINGS) return step
    const settled = settleOne(step, this.below)
    if (!settled.isInvisible) this.below.push(paintingOf(settled))
    return settled
  }
}

/** What lies on the page: `solid` where it covers its box with one opaque colour. */
type Painting = { box: Box; isText: boolean; solid?: Color }

function settleOne(step: Step, below: Painting[]): ResolvedAlpha {
  const { plain } = step
  if (!step.blends || !plain) return step
  if (plain.alpha === 0) return { ...step, blends: false, isInvisible: true }
  const backdrop = backdropOf(plain.extent, below, step.text !== undefined)
  if (!backdrop) return step
  const color = plain.color.map((part, at) => {
    const under = backdrop[at] ?? 1
    return under + plain.alpha * (part - under)
  }) as Color
  const recolor = { with: write(plain.operator, color), back: write(plain.operator, plain.color) }
  return { ...step, blends: false, plain: { ...plain, color, alpha: 1 }, recolor }
}

/** The one colour below a box, or undefined. Text over text counts as over what that text stands on. */
function backdropOf(box: Box, below: Painting[], isText: boolean): Color | undefined {
  for (let at = below.length - 1; at >= 0; at--) {
    const painting = below[at]
    if (!painting || (isText && painting.isText) || isEmpty(intersect(painting.box, box))) continue
    return painting.solid && contains(grow(painting.box, TOLERANCE), box) ? painting.solid : undefined
  }
  return PAPER
}

function paintingOf(step: ResolvedAlpha): Painting {
  const { plain, box = [0, 0, 0, 0], blends, text } = step
  const isSolid = plain?.isRectangle && !blends && plain.alpha === 1
  return isSolid
    ? { box: plain.extent, isText: false, solid: plain.color }
    : { box, isText: text !== undefined }
}

function write(operator: Plain['operator'], color: Color): string {
  return `${color.map((part) => Math.round(part * 1e4) / 1e4).join(' ')} ${operator}`
}
