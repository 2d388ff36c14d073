/**
 * What each operation of a page does to the paper, as far as flattening needs it: where it paints, whether it blends
 * with what is below, and what would paint the same without an alpha.
 */
import type { Operation } from '../content-stream'
import {
  type Box,
  boundingBox,
  grow,
  intersect,
  isUpright,
  matrixOf,
  multiply,
  transformBox,
} from './geometry'
import type { Color, GraphicsState } from './graphics-state'
import { arrayAt, dictOf, nameAt, numbersOf } from './objects'
import type { Transparency } from './transparency'

/** One operation and what it does to the page. */
export type Step = {
  operation: Operation
  /** Where it paints, in default user space; undefined if it paints nothing. */
  box?: Box
  /** Whether its painting blends with what is below: an alpha, a mask, a blend mode, or something drawn with them. */
  blends: boolean
  /** For shown text, what it is shown with: operands of `Tf` and of `Tr`. */
  text?: { font: string[]; renderingMode: string }
  /** For painting in one colour with nothing but an alpha, what it takes to paint the same without. */
  plain?: Plain
  /** Inside marked content or a text object, where the stream cannot be cut. */
  isOpen: boolean
}

/** `extent` is what the shape covers for sure: text from its baseline to its capitals, a filled path exactly. */
export type Plain = {
  operator: 'rg' | 'RG'
  color: Color
  alpha: number
  extent: Box
  isRectangle: boolean
}

const FILL = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*'])
const STROKE = new Set(['S', 's', 'B', 'B*', 'b', 'b*'])
const SHOW = new Set(['Tj', 'TJ', "'", '"'])
const PATH_ENDS = new Set([...FILL, ...STROKE, 'n'])
/** Height of capitals, in font sizes. */
const CAPITALS = 0.7
/** How far glyphs may reach from where they stand, in font sizes: any script's marks. */
const REACH = 2

/** Follows one content stream, operation by operation. */
export class Painter {
  private marks = 0
  private inText = false

  /** `tellsPlain`: whether steps have what would paint the same without an alpha. */
  constructor(
    private readonly graphics: GraphicsState,
    private readonly transparency: Transparency,
    private readonly tellsPlain = true,
  ) {}

  take(operation: Operation): Step {
    const { operator, operands } = operation
    this.graphics.change(operation)
    const { state } = this.graphics
    const step: Step = { operation, blends: false, isOpen: this.nest(operator) }
    const box = this.box(operation)
    if (box) {
      step.box = intersect(box, state.clip)
      step.blends = this.blends(operation)
      const plain = this.tellsPlain ? this.plain(operation) : undefined
      if (plain) step.plain = plain
    }
    if (SHOW.has(operator)) {
      step.text = { font: state.font, renderingMode: state.renderingMode }
      this.graphics.advance(operands.at(-1) ?? '')
    }
    if (PATH_ENDS.has(operator)) this.graphics.endPath()
    return step
  }

  private nest(operator: string): boolean {
    if (operator === 'BMC' || operator === 'BDC') this.marks++
    if (operator === 'EMC') this.marks--
    if (operator === 'BT' || operator === 'ET') this.inText = operator === 'BT'
    return this.inText || this.marks > 0
  }

  private box({ operator, operands }: Operation): Box | undefined {
    const { state, path } = this.graphics
    if (STROKE.has(operator)) return grow(path.box, this.lineReach())
    if (FILL.has(operator)) return grow(path.box, 0.5)
    if (SHOW.has(operator)) return this.textBox(operands.at(-1) ?? '')
    if (operator === 'sh') return state.clip
    if (operator === 'BI') return transformBox(state.matrix, [0, 0, 1, 1])
    if (operator !== 'Do') return undefined
    const object = dictOf(this.graphics.named('XObject', operands[0]))
    if (nameAt(object, 'Subtype') !== 'Form') return transformBox(state.matrix, [0, 0, 1, 1])
    const own = matrixOf(numbersOf(arrayAt(object, 'Matrix')))
    return transformBox(multiply(own, state.matrix), numbersOf(arrayAt(object, 'BBox')) as Box)
  }

  /** Half a line's width with room for mitres, on the page. */
  private lineReach(): number {
    const { matrix, lineWidth } = this.graphics.state
    const [a, b, c, d] = matrix
    return 0.5 + 2 * lineWidth * Math.max(Math.hypot(a, b), Math.hypot(c, d))
  }

  /** Text of unknown width may run to the clip's edges. */
  private textBox(operand: string): Box {
    const { state, textToPage } = this.graphics
    const reach = REACH * Math.abs(Number(state.font[1]))
    const width = this.graphics.textWidth(operand)
    if (width !== undefined)
      return transformBox(
        textToPage,
        grow(
          boundingBox([
            [0, 0],
            [width, 0],
          ]),
          reach,
        ),
      )
    if (!isUpright(textToPage)) return state.clip
    const [, bottom, , top] = transformBox(textToPage, [0, -reach, 0, reach])
    return [state.clip[0], bottom, state.clip[2], top]
  }

  private blends({ operator, operands }: Operation): boolean {
    const { state } = this.graphics
    if (state.isMasked || state.isBlending) return true
    if (STROKE.has(operator) && (state.strokeAlpha !== 1 || state.strokeBlends)) return true
    if (STROKE.has(operator) && !FILL.has(operator)) return false
    if (state.fillAlpha !== 1) return true
    if (operator === 'Do') return this.xObjectBlends(operands[0])
    if (SHOW.has(operator) && (state.strokeAlpha !== 1 || state.fontBlends)) return true
    return operator !== 'sh' && operator !== 'BI' && state.fillBlends
  }

  /** A group whose inside is opaque, drawn opaquely, blends nothing. */
  private xObjectBlends(operand: string | undefined): boolean {
    const object = this.graphics.named('XObject', operand)
    const dict = dictOf(object)
    if (dict && nameAt(dict, 'Subtype') === 'Form') return this.transparency.insideForm(dict)
    return this.transparency.ofXObject(object)
  }

  /** Where one colour and one alpha are all there is to it. */
  private plain({ operator, operands }: Operation): Plain | undefined {
    const { state, path } = this.graphics
    const isStroke = STROKE.has(operator)
    const color = isStroke ? state.strokeColor : state.fillColor
    if (state.isMasked || state.isBlending || !color || (isStroke && FILL.has(operator))) return undefined
    const alpha = isStroke ? state.strokeAlpha : state.fillAlpha
    const ink = { operator: isStroke ? ('RG' as const) : ('rg' as const), color, alpha }
    if (SHOW.has(operator)) {
      const extent = this.textExtent(operands.at(-1) ?? '')
      return extent && { ...ink, extent, isRectangle: false }
    }
    if (!isStroke && !FILL.has(operator)) return undefined
    const extent = intersect(isStroke ? grow(path.box, this.lineReach()) : path.box, state.clip)
    return { ...ink, extent, isRectangle: !isStroke && path.isRectangle && state.clipIsBox }
  }

  private textExtent(operand: string): Box | undefined {
    const { state, textToPage } = this.graphics
    const width = this.graphics.textWidth(operand)
    if (width === undefined || state.fontBlends || state.renderingMode !== '0') return undefined
    const corners = boundingBox([
      [0, 0],
      [width, CAPITALS * Number(state.font[1])],
    ])
    return intersect(transformBox(textToPage, corners), state.clip)
  }
}
