/** Remembers what a content stream has set, so that it can be left at any point and entered there again. */
import { type Operation, writeOperation } from '../content-stream'
import { ContentLines } from './content-lines'

const PATH = new Set('m l c v y re h W W*'.split(' '))
const PATH_END = new Set('n S s f F f* B B* b b*'.split(' '))
/** A color is set by one operation, or by one for its space and one for its values in it. */
const COLORS = new Map(
  Object.entries({
    ...{ g: 'fill', rg: 'fill', k: 'fill', cs: 'fill', sc: 'fill values', scn: 'fill values' },
    ...{ G: 'stroke', RG: 'stroke', K: 'stroke', CS: 'stroke', SC: 'stroke values', SCN: 'stroke values' },
  }),
)
/** Each of these holds until the same is set again. */
const SETTERS = new Set('w J j M d ri i Tc Tw Tz TL Tf Tr Ts'.split(' '))

/** What is set, by a key for what holds until it is set again; a text is a path that clips. */
type Frame = Map<string, Operation | string>

export class Replay {
  /** One for each `q` still open, the page's own first. */
  private readonly frames: Frame[] = [new Map()]
  private path = new ContentLines()
  private clips = false
  private kept = 0

  take(operation: Operation): void {
    const { operator, operands } = operation
    const color = COLORS.get(operator)
    if (operator === 'q') this.frames.push(new Map())
    else if (operator === 'Q' && this.frames.length > 1) this.frames.pop()
    else if (color) this.setColor(color, operation)
    else if (SETTERS.has(operator)) this.set(operator, operation)
    else if (operator === 'gs') this.set(`gs ${operands[0]}`, operation)
    else if (operator === 'cm') this.keep(operation)
    else if (PATH.has(operator)) {
      this.path.addToPath(writeOperation(operation))
      this.clips ||= operator.startsWith('W')
    } else if (PATH_END.has(operator)) this.endPath()
  }

  /** As many `Q` as are open. */
  close(): Operation[] {
    return this.frames.slice(1).map(() => ({ operator: 'Q', operands: [] }))
  }

  /** What leads from a fresh page to the state here: the open frames with what was set in each. A text is a path that clips. */
  state(): (Operation | string)[] {
    return this.frames.flatMap((frame, depth) =>
      depth === 0 ? [...frame.values()] : [{ operator: 'q', operands: [] }, ...frame.values()],
    )
  }

  /** Values that were set before are of another space. */
  private setColor(key: string, operation: Operation): void {
    this.frames.at(-1)?.delete(`${key} values`)
    this.set(key, operation)
  }

  /** Behind all others: what a state sets may be set by an operation of its own too. */
  private set(key: string, set: Operation | string): void {
    const frame = this.frames.at(-1)
    frame?.delete(key)
    frame?.set(key, set)
  }

  private keep(set: Operation | string): void {
    this.set(`kept ${this.kept++}`, set)
  }

  /** A path matters later only if it clips. */
  private endPath(): void {
    if (this.clips) this.keep(`${this.path.text()}\nn`)
    this.path = new ContentLines()
    this.clips = false
  }
}
