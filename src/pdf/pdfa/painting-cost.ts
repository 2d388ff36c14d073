/**
 * What PDFium has to paint for a page, counted before it is asked: a few kilobytes can ask for hours of it, and once it
 * paints it neither counts nor stops. Every painting counts the pixels that it may touch, within the parts that are rendered, and
 * those that take longer count several times: blending, pictures by their own samples, shadings by their functions.
 * What a form, a mask or a tile of a pattern paints is counted wherever it is drawn.
 */
import { type PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib'
import { latin1, type ReadOperation } from '../content-stream'
import { readInTurns } from '../read-in-turns'
import { decodeStream } from '../streams'
import type { WorkBudget } from '../work-budget'
import { inlineCodedSize } from './coded-image'
import { shadingCost } from './function-cost'
import {
  area,
  type Box,
  IDENTITY,
  intersect,
  isEmpty,
  type Matrix,
  matrixOf,
  multiply,
  NOTHING,
  transformBox,
  unite,
} from './geometry'
import { GraphicsState, type Path } from './graphics-state'
import { imageCost } from './image-cost'
import { arrayAt, dictAt, dictOf, isType3, nameAt, numberAt, numbersOf } from './objects'
import { Painter } from './painting'
import type { Painting } from './painting-steps'
import { PaintingTally } from './painting-tally'
import type { Transparency } from './transparency'

/** Forms within forms: PDFium itself goes no deeper. */
const MAX_DEPTH = 40
/** A picture or group that blends is painted by itself, then over its backdrop. */
const BLENDED = 4
/** To blend by a mode or a mask begins with a picture of its own, which takes as long as so many pixels, however small it is. */
const OWN_PICTURE = 2_000

const PATH_PAINTS = new Set('S s f F f* B B* b b*'.split(' '))
const STROKES = new Set('S s'.split(' '))
const SHOWS = new Set(['Tj', 'TJ', "'", '"'])
/** What PDFium pauses after, if it may. */
const ALONE = new Set(['Do', 'sh'])

type Frame = { resources: PDFDict; matrix: Matrix; clip: Box }
type Painted = { box: Box; weight: number; resources: PDFDict }

/** What is charged when others have had their turn. */
type Later = () => Promise<void>

async function inTurn(steps: readonly Later[]): Promise<void> {
  for (const step of steps) await step()
}

export class PaintingCost {
  private readonly tally: PaintingTally
  private readonly glyphCosts = new Map<PDFDict, number>()
  private parts: readonly Box[] = []

  /** `scale`: pixels a point. Charged to `work`, which throws WorkLimitExceeded. */
  constructor(
    private readonly scale: number,
    private readonly work: WorkBudget,
    private readonly transparency: Transparency,
    private readonly isPaid = true,
  ) {
    this.tally = new PaintingTally(work, isPaid)
  }

  /**
   * Charges what content paints within each of the parts of a page, and returns what that is; others have their turn
   * meanwhile. Once only. Throws `document_invalid` for images that no page may draw, and the reason of the budget's signal.
   */
  async charge(
    content: string,
    { resources, parts }: { resources: PDFDict; parts: readonly Box[] },
  ): Promise<Painting> {
    this.parts = parts
    const clip = parts.reduce(unite, NOTHING)
    await this.walk(content, { resources, clip, matrix: IDENTITY }, 0)
    return this.tally.total()
  }

  private async walk(content: string, { resources, clip, matrix }: Frame, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) return
    const graphics = new GraphicsState(resources, clip, this.transparency, matrix)
    const painter = new Painter(graphics, this.transparency, false)
    await readInTurns(content, this.work, (operation) => {
      const { operator } = operation
      const length = PATH_PAINTS.has(operator) ? graphics.path.length : 0
      if (PATH_PAINTS.has(operator) || graphics.path.clips) this.followEdges(graphics.path, clip)
      const { box, blends } = painter.take(operation)
      if (!box) return undefined
      this.tally.take()
      // The edges of a path are followed even if they are not seen.
      if (length > 0) this.tally.paint(length * this.scale)
      if (graphics.state.isBlending || graphics.state.isMasked) this.tally.paint(OWN_PICTURE)
      const weight = blends ? BLENDED : 1
      const later = this.paintOperation(operation, { box, weight, resources, graphics, depth })
      const count = () => {
        if (depth === 0) this.tally.countOfPage(ALONE.has(operator))
      }
      // Most paintings are counted at once: to wait for each would take longer than counting them.
      return later.length === 0 ? count() : inTurn([...later, async () => count()])
    })
  }

  /** Edges are followed as far as they may be seen; those of a rectangle take nothing. */
  private followEdges({ length, segments, isRectangle }: Path, [left, bottom, right, top]: Box): void {
    if (isRectangle) return
    const longest = segments * 2 * (right - left + top - bottom)
    this.tally.followEdges(Math.min(length, longest) * this.scale)
  }

  /** Charges an operation, and returns what is still to be charged for it: contents that it draws. */
  private paintOperation(
    { operator, operands }: ReadOperation,
    { box, weight, resources, graphics, depth }: Painted & { graphics: GraphicsState; depth: number },
  ): Later[] {
    const { state } = graphics
    const pixels = this.pixels(box)
    const here = { resources, matrix: state.matrix, clip: state.clip }
    const later: Later[] = []
    if (operator === 'Do') {
      const object = graphics.named('XObject', operands[0])
      later.push(() => this.drawObject(object, here, { box, weight }, depth))
    } else if (operator === 'sh') {
      const shading = graphics.named('Shading', operands[0])
      this.tally.paint(weight * shadingCost(shading, pixels, this.work))
    } else if (SHOWS.has(operator)) {
      const glyph = Math.abs(Number(state.font[1]) || 0) * this.scaleOf(state.matrix)
      const letters = operands.join('').length
      this.tally.paint(weight * Math.min(pixels, letters * glyph ** 2))
      const font = dictOf(graphics.named('Font', state.font[0]))
      // Two digits a letter, if no text is written out.
      const drawn = operands.some((text) => text.includes('(')) ? letters : letters / 2
      if (isType3(font))
        later.push(async () => this.tally.paint(weight * drawn * (await this.glyphCost(font, here, depth))))
    } else {
      const inline = operator === 'BI' ? inlineCodedSize(operands[0] ?? '') : undefined
      this.tally.paint(weight * pixels)
      if (inline)
        this.tally.decode(weight * this.decodings(box) * inline.width * inline.height * inline.weight)
    }
    const pattern = STROKES.has(operator) ? state.strokePattern : state.fillPattern
    if (pattern && operator !== 'Do' && operator !== 'sh')
      later.push(() => this.paintPattern(pattern, here, { box, weight }, depth))
    const { mask } = state
    if (mask && pixels > 0) later.push(() => this.drawForm(mask.lookup(PDFName.of('G')), here, depth))
    return later
  }

  private async drawObject(
    object: PDFObject | undefined,
    frame: Frame,
    { box, weight }: Pick<Painted, 'box' | 'weight'>,
    depth: number,
  ): Promise<void> {
    if (!(object instanceof PDFStream)) return
    if (nameAt(object.dict, 'Subtype') === 'Form') await this.drawForm(object, frame, depth, weight)
    else this.tally.decode(weight * this.decodings(box) * imageCost(object, this.work, this.isPaid))
  }

  /** A form's content, with its own matrix and within its box. */
  private async drawForm(
    form: PDFObject | undefined,
    outer: Frame,
    depth: number,
    weight = BLENDED,
  ): Promise<void> {
    if (!(form instanceof PDFStream)) return
    await this.work.takeTurns()
    const matrix = multiply(matrixOf(numbersOf(arrayAt(form.dict, 'Matrix'))), outer.matrix)
    const box = numbersOf(arrayAt(form.dict, 'BBox'))
    const clip = box.length === 4 ? intersect(outer.clip, transformBox(matrix, box as Box)) : outer.clip
    const isGroup = dictAt(form.dict, 'Group') !== undefined
    this.tally.paint(isGroup ? weight * this.pixels(clip) : 1)
    const resources = dictAt(form.dict, 'Resources') ?? outer.resources
    await this.walk(latin1(decodeStream(form)), { resources, matrix, clip }, depth + 1)
  }

  /** What the dearest glyph of a Type 3 font paints: its glyphs are contents, with images of their own. */
  private async glyphCost(font: PDFDict, frame: Frame, depth: number): Promise<number> {
    const known = this.glyphCosts.get(font)
    if (known !== undefined) return known
    this.glyphCosts.set(font, 0)
    const matrix = multiply(matrixOf(numbersOf(arrayAt(font, 'FontMatrix'))), frame.matrix)
    const resources = dictAt(font, 'Resources') ?? frame.resources
    const glyphs = dictAt(font, 'CharProcs')
    let most = 0
    for (const name of glyphs?.keys() ?? []) {
      const glyph = glyphs?.lookup(name)
      if (!(glyph instanceof PDFStream)) continue
      const before = this.work.spent.pixels
      await this.walk(latin1(decodeStream(glyph)), { resources, matrix, clip: frame.clip }, depth + 1)
      most = Math.max(most, this.work.spent.pixels - before)
    }
    this.glyphCosts.set(font, most)
    return most
  }

  /** Shadings count like those painted by themselves; a tile counts once, and once more each time it is repeated. */
  private async paintPattern(
    pattern: PDFObject | undefined,
    frame: Frame,
    { box, weight }: Pick<Painted, 'box' | 'weight'>,
    depth: number,
  ): Promise<void> {
    const dict = dictOf(pattern)
    if (!dict) return
    if (!(pattern instanceof PDFStream)) {
      const cost = shadingCost(dict.lookup(PDFName.of('Shading')), this.pixels(box), this.work)
      this.tally.paint(weight * cost)
      return
    }
    const [a, b, c, d] = matrixOf(numbersOf(arrayAt(dict, 'Matrix')))
    const step = Math.abs((numberAt(dict, 'XStep') ?? 0) * (numberAt(dict, 'YStep') ?? 0) * (a * d - b * c))
    this.tally.repeat(isEmpty(box) ? 0 : area(box) / step)
    await this.drawForm(pattern, { ...frame, matrix: IDENTITY }, depth, weight)
  }

  /** Pixels of a box on the page, in all its parts. */
  private pixels(box: Box): number {
    return this.parts.reduce((sum, part) => sum + area(intersect(part, box)), 0) * this.scale ** 2
  }

  /** How often a picture is decoded: for each part of the page that it reaches into. */
  private decodings(box: Box): number {
    return Math.max(1, this.parts.filter((part) => !isEmpty(intersect(part, box))).length)
  }

  private scaleOf([a, b, c, d]: Matrix): number {
    return this.scale * Math.max(Math.hypot(a, b), Math.hypot(c, d))
  }
}
