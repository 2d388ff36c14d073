/** Overprint mode 1 changes what colours of a CMYK profile look like (ISO 19005-2 6.2.4.2). */
import { PDFArray, PDFBool, type PDFDict, PDFName, type PDFObject } from 'pdf-lib'
import { unescapePdfName } from '../../../text/pdf-name'
import type { Operation } from '../../content-stream'
import { filterInTurns, readInTurns } from '../../read-in-turns'
import type { Content } from '../contents'
import { dictAt, dictOf, graphicsStatesOf, nameAt, numberAt } from '../objects'
import type { ConformanceFinding, OpenFile } from './conformance-rule'
import { paintedBy } from './painted-parts'

const MESSAGE = 'Colours of a CMYK profile are overprinted.'

/** Whether fills, and strokes, are painted so that what is below shows through. */
type Parts = { fills: boolean; strokes: boolean }

/**
 * Content that paints in such colours while they are overprinted in mode 1. Contents that others draw begin in a state
 * that is not followed: it is taken for any that the file sets.
 */
export async function overprint(file: OpenFile): Promise<ConformanceFinding[]> {
  const states = file.dicts.flatMap(graphicsStatesOf)
  const inherited = { fills: false, strokes: false }
  for (const state of states) {
    const set = overprintIn(state)
    inherited.fills ||= set.fills === true
    inherited.strokes ||= set.strokes === true
  }
  const isSet = states.some((state) => numberAt(state, 'OPM') === 1) && (inherited.fills || inherited.strokes)
  if (!isSet || !file.arrays.some(isProfileOfInks)) return []
  const wrong = await filterInTurns(file.contents, async ({ content, text }) => {
    const painted = new PaintedInks(content, inherited)
    return await readInTurns(text, content.work, (operation) => painted.take(operation))
  })
  return wrong.map(({ content }) => ({ message: MESSAGE, page: content.page + 1 }))
}

/** What a graphics state sets (ISO 32000-1 table 58): without an entry for fills, that for strokes holds for both. */
function overprintIn(state: PDFDict | undefined): Partial<Parts> {
  const [strokes, own] = ['OP', 'op'].map((key) => state?.lookup(PDFName.of(key)))
  const fills = own ?? strokes
  return {
    ...(strokes instanceof PDFBool && { strokes: strokes.asBoolean() }),
    ...(fills instanceof PDFBool && { fills: fills.asBoolean() }),
  }
}

function isProfileOfInks(space: PDFArray): boolean {
  return space.get(0) === PDFName.of('ICCBased') && numberAt(dictOf(space.lookup(1)), 'N') === 4
}

/** Spaces within spaces: of a palette, an ink or a pattern. */
const MAX_DEPTH = 5

const DEVICE = PDFName.of('DeviceCMYK')

/**
 * Whether a colour space is one of a CMYK profile, or has one inside; `isDeviceInked` says it of the device's. A pattern
 * may be painted in any.
 */
function isInked(space: PDFObject | undefined, isDeviceInked: boolean, depth = 0): boolean {
  const family = space instanceof PDFArray ? space.get(0) : space
  if (family === PDFName.of('Pattern')) return true
  if (family === DEVICE) return isDeviceInked
  if (!(space instanceof PDFArray) || depth > MAX_DEPTH) return false
  const isInside = (at: number) => at < space.size() && isInked(space.lookup(at), isDeviceInked, depth + 1)
  return isProfileOfInks(space) || [1, 2].some(isInside)
}

type State = { isMode1: boolean; overprints: Parts; inked: Parts; mode: number }

/** Follows one content: which colours are set, and whether what is painted is overprinted. */
class PaintedInks {
  private readonly saved: State[] = []
  private now: State

  constructor(
    private readonly content: Content,
    inherited: Parts,
  ) {
    const isPage = content.kind === 'page'
    const none = { fills: false, strokes: false }
    const [overprints, inked] = isPage ? [none, none] : [inherited, { fills: true, strokes: true }]
    this.now = { isMode1: !isPage, overprints, inked, mode: 0 }
  }

  /** Returns whether this paints in a colour of a CMYK profile that is overprinted in mode 1. */
  take({ operator, operands }: Operation): boolean {
    const { now } = this
    if (operator === 'q') this.saved.push({ ...now })
    else if (operator === 'Q') this.now = this.saved.pop() ?? now
    else if (operator === 'Tr') now.mode = Number(operands[0])
    else if (operator === 'gs') this.setFrom(dictOf(this.named('ExtGState', operands[0])))
    else this.setColor(operator, operands)
    if (!now.isMode1) return false
    const { overprints, inked, mode } = now
    if (overprints.fills && this.drawsInks(operator, operands)) return true
    const painted = paintedBy(operator, mode)
    if (!painted) return false
    return (
      (painted.fills && overprints.fills && inked.fills) ||
      (painted.strokes && overprints.strokes && inked.strokes)
    )
  }

  private setFrom(state: PDFDict | undefined): void {
    const mode = numberAt(state, 'OPM')
    if (mode !== undefined) this.now.isMode1 = mode === 1
    this.now.overprints = { ...this.now.overprints, ...overprintIn(state) }
  }

  private setColor(operator: string, operands: string[]): void {
    const space = this.spaceSetBy(operator, operands)
    if (space === undefined) return
    const part = operator === operator.toLowerCase() ? 'fills' : 'strokes'
    this.now.inked = { ...this.now.inked, [part]: space }
  }

  /** Whether the colours that are set from here on are of a CMYK profile; undefined if the operator sets no space. */
  private spaceSetBy(operator: string, operands: string[]): boolean | undefined {
    const small = operator.toLowerCase()
    if (small === 'g' || small === 'rg') return false
    if (small === 'k') return this.isInked(DEVICE)
    return small === 'cs' ? this.isInked(this.spaceNamed(operands[0])) : undefined
  }

  /** A space of the resources, or one that needs none. */
  private spaceNamed(operand = ''): PDFObject {
    return this.named('ColorSpace', operand) ?? PDFName.of(unescapePdfName(operand).slice(1))
  }

  /** The device's may have a default in the resources. */
  private isInked(space: PDFObject | undefined): boolean {
    return isInked(space, isInked(this.named('ColorSpace', '/DefaultCMYK'), false))
  }

  /** Images and shadings have colours of their own. Those of inline images are not looked at. */
  private drawsInks(operator: string, operands: string[]): boolean {
    if (operator === 'BI') return true
    if (operator !== 'Do' && operator !== 'sh') return false
    const drawn = dictOf(this.named(operator === 'Do' ? 'XObject' : 'Shading', operands[0]))
    // A form is a content of its own.
    if (nameAt(drawn, 'Subtype') === 'Form') return false
    if (drawn?.lookup(PDFName.of('ImageMask')) === PDFBool.True) return this.now.inked.fills
    return this.isInked(drawn?.lookup(PDFName.of('ColorSpace')))
  }

  private named(category: string, operand = ''): PDFObject | undefined {
    const key = unescapePdfName(operand).slice(1)
    return dictAt(this.content.resources, category)?.lookup(PDFName.of(key))
  }
}
