/**
 * Follows the graphics state through a content stream (ISO 32000-1 8.4) as far as flattening needs it: where each
 * operation paints, whether it blends with what is below, and what would restore the state at any point.
 */
import { type PDFDict, PDFName } from 'pdf-lib'
import { type Operation, operations } from '../content'
import {
  around,
  type Box,
  grow,
  IDENTITY,
  intersect,
  type Matrix,
  matrixOf,
  multiply,
  NOTHING,
  transform,
  transformBox,
  unite,
} from './geometry'
import { arrayAt, dictAt, dictOf, nameAt, numberAt, numbersOf } from './objects'
import { isBlending, type Transparency } from './transparency'

/** One operation and what it does to the page. */
export type Step = {
  operation: Operation
  /** Where it paints, in default user space; undefined where it paints nothing. */
  box?: Box
  /** Whether its painting blends with what is below: an alpha, a mask, a blend mode, or something drawn with them. */
  blends: boolean
  /** For shown text, what it is shown with: operands of `Tf` and of `Tr`. */
  text?: { font: string[]; renderingMode: string }
  /** Inside marked content or a text object, where the stream cannot be cut. */
  isOpen: boolean
}

const PATH = new Set(['m', 'l', 'c', 'v', 'y', 're', 'h'])
const FILL = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*'])
const STROKE = new Set(['S', 's', 'B', 'B*', 'b', 'b*'])
const SHOW = new Set(['Tj', 'TJ', "'", '"'])

type State = {
  matrix: Matrix
  clip: Box
  fillAlpha: number
  strokeAlpha: number
  isMasked: boolean
  isBlending: boolean
  lineWidth: number
  font: string[]
  renderingMode: string
  fontBlends: boolean
  fillBlends: boolean
  strokeBlends: boolean
}

/** Reads a page's content. `page` is its media box: nothing is painted outside. */
export function* steps(
  content: string,
  resources: PDFDict | undefined,
  page: Box,
  transparency: Transparency,
): Generator<Step> {
  const follower = new Follower(resources, page, transparency)
  for (const operation of operations(content)) yield follower.take(operation)
}

class Follower {
  private state: State
  private readonly saved: State[] = []
  private path: Box = NOTHING
  private clips = false
  private textMatrix: Matrix = IDENTITY
  private marks = 0
  private inText = false

  constructor(
    private readonly resources: PDFDict | undefined,
    page: Box,
    private readonly transparency: Transparency,
  ) {
    this.state = {
      matrix: IDENTITY,
      clip: page,
      fillAlpha: 1,
      strokeAlpha: 1,
      isMasked: false,
      isBlending: false,
      lineWidth: 1,
      font: [],
      renderingMode: '0',
      fontBlends: false,
      fillBlends: false,
      strokeBlends: false,
    }
  }

  take(operation: Operation): Step {
    const step: Step = { operation, blends: false, isOpen: false }
    this.nest(operation)
    this.change(operation)
    const box = this.paints(operation)
    if (box) {
      step.box = intersect(box, this.state.clip)
      step.blends = this.blends(operation)
    }
    if (SHOW.has(operation.operator)) {
      step.text = { font: this.state.font, renderingMode: this.state.renderingMode }
    }
    if (PATH_ENDS.has(operation.operator)) this.endPath()
    step.isOpen = this.inText || this.marks > 0
    return step
  }

  private nest({ operator }: Operation): void {
    if (operator === 'BMC' || operator === 'BDC') this.marks++
    if (operator === 'EMC') this.marks--
    if (operator === 'BT' || operator === 'ET') this.inText = operator === 'BT'
  }

  private change({ operator, operands }: Operation): void {
    const { state } = this
    if (operator === 'q') this.saved.push({ ...state })
    else if (operator === 'Q') this.state = this.saved.pop() ?? state
    else if (operator === 'cm') state.matrix = multiply(matrixOf(operands.map(Number)), state.matrix)
    else if (operator === 'w') state.lineWidth = Number(operands[0])
    else if (operator === 'gs') this.setGraphicsState(operands[0])
    else if (operator === 'Tf') this.setFont(operands)
    else if (operator === 'Tr') state.renderingMode = operands[0] ?? '0'
    else if (operator === 'BT') this.textMatrix = IDENTITY
    else if (operator === 'Tm') this.textMatrix = matrixOf(operands.map(Number))
    else if (operator === 'Td' || operator === 'TD') {
      const [x = 0, y = 0] = operands.map(Number)
      this.textMatrix = multiply([1, 0, 0, 1, x, y], this.textMatrix)
    } else if (FILL_COLOURS.has(operator)) state.fillBlends = this.patternBlends(operands)
    else if (STROKE_COLOURS.has(operator)) state.strokeBlends = this.patternBlends(operands)
    else if (PATH.has(operator)) this.addToPath(operator, operands.map(Number))
    else if (operator === 'W' || operator === 'W*') this.clips = true
  }

  private setGraphicsState(operand: string | undefined): void {
    const { state } = this
    const dict = dictOf(this.named('ExtGState', operand))
    if (!dict) return
    state.fillAlpha = numberAt(dict, 'ca') ?? state.fillAlpha
    state.strokeAlpha = numberAt(dict, 'CA') ?? state.strokeAlpha
    if (dict.has(PDFName.of('SMask'))) state.isMasked = dictAt(dict, 'SMask') !== undefined
    if (dict.has(PDFName.of('BM'))) state.isBlending = isBlending(dict)
    state.lineWidth = numberAt(dict, 'LW') ?? state.lineWidth
  }

  private setFont(operands: string[]): void {
    this.state.font = operands
    this.state.fontBlends = this.transparency.ofFont(this.named('Font', operands[0]))
  }

  private patternBlends(operands: string[]): boolean {
    const last = operands.at(-1)
    return last?.startsWith('/') ? this.transparency.ofPattern(this.named('Pattern', last)) : false
  }

  private addToPath(operator: string, numbers: number[]): void {
    const { matrix } = this.state
    if (operator === 're') {
      const [x = 0, y = 0, width = 0, height = 0] = numbers
      const corners = around([
        [x, y],
        [x + width, y + height],
      ])
      this.path = unite(this.path, transformBox(matrix, corners))
      return
    }
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [x, y] = transform(matrix, numbers[at] ?? 0, numbers[at + 1] ?? 0)
      this.path = unite(this.path, [x, y, x, y])
    }
  }

  private endPath(): void {
    if (this.clips) this.state.clip = intersect(this.state.clip, this.path)
    this.clips = false
    this.path = NOTHING
  }

  private paints({ operator, operands }: Operation): Box | undefined {
    const { matrix, clip } = this.state
    if (FILL.has(operator) || STROKE.has(operator)) {
      return grow(this.path, STROKE.has(operator) ? this.lineReach() : 0.5)
    }
    if (SHOW.has(operator)) return this.textBox()
    if (operator === 'sh') return clip
    if (operator === 'BI') return transformBox(matrix, [0, 0, 1, 1])
    if (operator !== 'Do') return undefined
    const object = dictOf(this.named('XObject', operands[0]))
    if (nameAt(object, 'Subtype') !== 'Form') return transformBox(matrix, [0, 0, 1, 1])
    const own = matrixOf(numbersOf(arrayAt(object, 'Matrix')))
    return transformBox(multiply(own, matrix), numbersOf(arrayAt(object, 'BBox')) as Box)
  }

  /** Half a line's width with room for mitres, on the page. */
  private lineReach(): number {
    const [a, b, c, d] = this.state.matrix
    return 0.5 + 2 * this.state.lineWidth * Math.max(Math.hypot(a, b), Math.hypot(c, d))
  }

  /**
   * The line's whole width between the clip's edges: how far text runs is known only with its font's widths.
   * Two font sizes above and below the baseline hold any script's marks.
   */
  private textBox(): Box {
    const { matrix, clip, font } = this.state
    const [a, b, c, d, , f] = multiply(this.textMatrix, matrix)
    if (Math.abs(b) > 1e-3 * Math.abs(a)) return clip
    const reach = 2 * Math.abs(Number(font[1])) * Math.hypot(c, d)
    return [clip[0], f - reach, clip[2], f + reach]
  }

  private blends({ operator, operands }: Operation): boolean {
    const { state } = this
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
    const object = this.named('XObject', operand)
    const dict = dictOf(object)
    if (dict && nameAt(dict, 'Subtype') === 'Form') return this.transparency.insideForm(dict)
    return this.transparency.ofXObject(object)
  }

  private named(category: string, operand: string | undefined) {
    return dictAt(this.resources, category)?.lookup(PDFName.of((operand ?? '').slice(1)))
  }
}

const PATH_ENDS = new Set([...FILL, ...STROKE, 'n'])
const FILL_COLOURS = new Set(['g', 'rg', 'k', 'cs', 'sc', 'scn'])
const STROKE_COLOURS = new Set(['G', 'RG', 'K', 'CS', 'SC', 'SCN'])
