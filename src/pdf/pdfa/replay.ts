/** Remembers what a content stream has set, so that it can be left at any point and entered there again. */
import type { Operation } from '../content-stream'

const SETTERS = new Set(
  'cm w J j M d ri i gs g G rg RG k K cs CS sc SC scn SCN Tc Tw Tz TL Tf Tr Ts'.split(' '),
)
const PATH = new Set('m l c v y re h W W*'.split(' '))
const PATH_END = new Set('n S s f F f* B B* b b*'.split(' '))

export class Replay {
  /** One list for each `q` still open, the page's own first. */
  private frames: Operation[][] = [[]]
  private path: Operation[] = []

  take(operation: Operation): void {
    const { operator } = operation
    if (operator === 'q') this.frames.push([])
    else if (operator === 'Q' && this.frames.length > 1) this.frames.pop()
    else if (SETTERS.has(operator)) this.frames.at(-1)?.push(operation)
    else if (PATH.has(operator)) this.path.push(operation)
    else if (PATH_END.has(operator)) this.endPath()
  }

  /** As many `Q` as are open. */
  close(): Operation[] {
    return this.frames.slice(1).map(() => ({ operator: 'Q', operands: [] }))
  }

  /** What leads from a fresh page to the state here: the open frames with what was set in each. */
  state(): Operation[] {
    return this.frames.flatMap((frame, depth) =>
      depth === 0 ? frame : [{ operator: 'q', operands: [] }, ...frame],
    )
  }

  /** A path matters later only if it clips. */
  private endPath(): void {
    const clips = this.path.some(({ operator }) => operator === 'W' || operator === 'W*')
    for (const operation of clips ? this.path : []) this.frames.at(-1)?.push(operation)
    if (clips) this.frames.at(-1)?.push({ operator: 'n', operands: [] })
    this.path = []
  }
}
