/** The graphics state (ISO 32000-1 8.4) as far as it decides where and how a content stream paints. */
import { type PDFDict, PDFName, type PDFObject } from 'pdf-lib'
import type { Operation } from '../content-stream'
import { WorkLimitExceeded } from '../work-budget'
import {
  type Box,
  boundingBox,
  IDENTITY,
  intersect,
  isUpright,
  type Matrix,
  matrixOf,
  multiply,
  NOTHING,
  transform,
  transformBox,
  unite,
} from './geometry'
import { GlyphWidths } from './glyph-widths'
import { dictAt, dictOf, numberAt } from './objects'
import { isBlending, isOpaque, type Transparency } from './transparency'

/** Red, green and blue of the device, 0 to 1. */
export type Color = [red: number, green: number, blue: number]

export type State = {
  matrix: Matrix
  clip: Box
  /** Whether the clip is its box. */
  clipIsBox: boolean
  fillAlpha: number
  strokeAlpha: number
  isMasked: boolean
  /** The soft mask's dictionary. */
  mask: PDFDict | undefined
  isBlending: boolean
  /** Undefined for patterns and for spaces other than gray and RGB. */
  fillColor: Color | undefined
  strokeColor: Color | undefined
  fillBlends: boolean
  strokeBlends: boolean
  /** The pattern that is painted with, if it is no colour. */
  fillPattern: PDFObject | undefined
  strokePattern: PDFObject | undefined
  lineWidth: number
  /** Operands of `Tf` and of `Tr`. */
  font: string[]
  renderingMode: string
  fontBlends: boolean
}

/** The path being built: the box around its points, how far it runs, and whether it is one upright rectangle. */
export type Path = { box: Box; length: number; segments: number; isRectangle: boolean; clips: boolean }

const PATH = new Set(['m', 'l', 'c', 'v', 'y', 're', 'h'])
const FILL_COLORS = new Set(['g', 'rg', 'k', 'cs', 'sc', 'scn'])
const STROKE_COLORS = new Set(['G', 'RG', 'K', 'CS', 'SC', 'SCN'])
/** States that are open at once: archival levels allow 28, and each is in memory. */
const MAX_SAVED_STATES = 10_000

const NO_PATH: Path = { box: NOTHING, length: 0, segments: 0, isRectangle: false, clips: false }

/** Follows one content stream. `page` is where painting shows at all, `start` the matrix that it begins with. */
export class GraphicsState {
  state: State
  path: Path = { ...NO_PATH }
  private textMatrix: Matrix = IDENTITY
  private point: [number, number] = [0, 0]
  private readonly saved: State[] = []
  private readonly widths = new GlyphWidths()
  /** What was measured last: who follows a text asks for its width several times. */
  private measured: { operand: string; font: string[]; width: number | undefined } | undefined

  constructor(
    private readonly resources: PDFDict | undefined,
    page: Box,
    private readonly transparency: Transparency,
    start: Matrix = IDENTITY,
  ) {
    const black: Color = [0, 0, 0]
    const colors = { fillColor: black, strokeColor: black, fillBlends: false, strokeBlends: false }
    const patterns = { fillPattern: undefined, strokePattern: undefined, mask: undefined }
    const text = { font: [], renderingMode: '0', fontBlends: false }
    const alphas = { fillAlpha: 1, strokeAlpha: 1, isMasked: false, isBlending: false }
    this.state = {
      matrix: start,
      clip: page,
      clipIsBox: true,
      lineWidth: 1,
      ...colors,
      ...patterns,
      ...text,
      ...alphas,
    }
  }

  /** What an operation sets, before it paints. Throws WorkLimitExceeded for states within states without end. */
  change({ operator, operands }: Operation): void {
    const { state } = this
    const numbers = () => operands.map(Number)
    if (operator === 'q') this.save()
    else if (operator === 'Q') this.state = this.saved.pop() ?? state
    else if (operator === 'cm') state.matrix = multiply(matrixOf(numbers()), state.matrix)
    else if (operator === 'w') state.lineWidth = Number(operands[0])
    else if (operator === 'gs') this.setFrom(dictOf(this.named('ExtGState', operands[0])))
    else if (operator === 'Tf') {
      state.font = operands
      state.fontBlends = this.transparency.ofFont(this.named('Font', operands[0]))
    } else if (operator === 'Tr') state.renderingMode = operands[0] ?? '0'
    else if (operator === 'BT') this.textMatrix = IDENTITY
    else if (operator === 'Tm') this.textMatrix = matrixOf(numbers())
    else if (operator === 'Td' || operator === 'TD') this.moveText(numbers())
    else if (FILL_COLORS.has(operator)) {
      state.fillColor = colorOf(operator, operands)
      state.fillPattern = this.pattern(operands)
      state.fillBlends = this.transparency.ofPattern(state.fillPattern)
    } else if (STROKE_COLORS.has(operator)) {
      state.strokeColor = colorOf(operator, operands)
      state.strokePattern = this.pattern(operands)
      state.strokeBlends = this.transparency.ofPattern(state.strokePattern)
    } else if (PATH.has(operator)) this.extendPath(operator, numbers())
    else if (operator === 'W' || operator === 'W*') this.path.clips = true
  }

  private save(): void {
    const count = this.saved.push({ ...this.state })
    if (count > MAX_SAVED_STATES)
      throw new WorkLimitExceeded('operators', count, MAX_SAVED_STATES, 'states within states of one page')
  }

  /** Ends the path after it was painted or not; a clip takes effect now. */
  endPath(): void {
    const { box, isRectangle, clips } = this.path
    if (clips) {
      this.state.clip = intersect(this.state.clip, box)
      this.state.clipIsBox &&= isRectangle
    }
    this.path = { ...NO_PATH }
  }

  /** From text space at the next glyph, in units of the font's size, to the page. */
  get textToPage(): Matrix {
    return multiply(this.textMatrix, this.state.matrix)
  }

  /** The width of a shown string in text space, where its font tells. */
  textWidth(operand: string): number | undefined {
    const { font } = this.state
    if (this.measured?.operand === operand && this.measured.font === font) return this.measured.width
    const shown = this.widths.of(dictOf(this.named('Font', font[0])), operand)
    const width = shown === undefined ? undefined : shown * Number(font[1])
    this.measured = { operand, font, width }
    return width
  }

  /** Moves by what was shown. */
  advance(operand: string): void {
    this.moveText([this.textWidth(operand) ?? 0, 0])
  }

  /** The resource an operand names. */
  named(category: string, operand: string | undefined): PDFObject | undefined {
    return dictAt(this.resources, category)?.lookup(PDFName.of((operand ?? '').slice(1)))
  }

  private setFrom(dict: PDFDict | undefined): void {
    const { state } = this
    state.fillAlpha = alphaAt(dict, 'ca') ?? state.fillAlpha
    state.strokeAlpha = alphaAt(dict, 'CA') ?? state.strokeAlpha
    state.lineWidth = numberAt(dict, 'LW') ?? state.lineWidth
    if (dict?.has(PDFName.of('SMask'))) {
      state.mask = dictAt(dict, 'SMask')
      state.isMasked = state.mask !== undefined
    }
    if (dict?.has(PDFName.of('BM'))) state.isBlending = isBlending(dict)
  }

  private moveText([x = 0, y = 0]: number[]): void {
    this.textMatrix = multiply([1, 0, 0, 1, x, y], this.textMatrix)
  }

  private pattern(operands: string[]): PDFObject | undefined {
    const last = operands.at(-1)
    return last?.startsWith('/') ? this.named('Pattern', last) : undefined
  }

  private extendPath(operator: string, numbers: number[]): void {
    const { path } = this
    const { matrix } = this.state
    path.segments++
    if (operator === 're') {
      const [x = 0, y = 0, width = 0, height = 0] = numbers
      const corners: [number, number][] = [
        [x, y],
        [x + width, y + height],
      ]
      const box = transformBox(matrix, boundingBox(corners))
      path.length += 2 * (box[2] - box[0] + box[3] - box[1])
      path.box = unite(path.box, box)
      path.isRectangle = path.segments === 1 && isUpright(matrix)
      return
    }
    path.isRectangle &&= operator === 'h'
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [x, y] = transform(matrix, numbers[at] ?? 0, numbers[at + 1] ?? 0)
      path.length += operator === 'm' ? 0 : Math.abs(x - this.point[0]) + Math.abs(y - this.point[1])
      this.point = [x, y]
      path.box = unite(path.box, [x, y, x, y])
    }
  }
}

/** Gray and RGB of the device; every other colour is unknown here. */
function colorOf(operator: string, operands: string[]): Color | undefined {
  const [red = 0, green = red, blue = red] = operands.map(Number)
  return ['g', 'G', 'rg', 'RG'].includes(operator) ? [red, green, blue] : undefined
}

function alphaAt(dict: PDFDict | undefined, key: string): number | undefined {
  const alpha = numberAt(dict, key)
  return alpha !== undefined && isOpaque(alpha) ? 1 : alpha
}
