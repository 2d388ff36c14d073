/** Keeps numbers in content within ±32,767, the largest real of part 1 (ISO 19005-1 6.1.12). */
import type { PDFDocument } from 'pdf-lib'
import { decimal, type Operation, writeOperation } from '../content-stream'
import { readInTurns } from '../read-in-turns'
import { WorkBudget } from '../work-budget'
import { contentsOf, readContents } from './contents'

const LARGEST = 32_767
const LONG_NUMBER = /[\s[-]\d{5}/

/** Moves the origin where Chromium counts from the start of the document: from about page 11 on. */
export async function rebaseCoordinates(doc: PDFDocument): Promise<void> {
  for await (const { content, text } of readContents(contentsOf(doc))) {
    if (LONG_NUMBER.test(text)) content.replace(await rebase(text, content.work))
  }
}

/**
 * The same painting with a shift left out of the matrix and added to the coordinates instead. A matrix that turns
 * or skews is left as it is. A path that is longer than the limit is drawn in a larger unit.
 */
export async function rebase(content: string, work = new WorkBudget()): Promise<string> {
  const rebaser = new Rebaser()
  await readInTurns(content, work, (operation) => rebaser.take(operation))
  return rebaser.lines.join('\n')
}

class Rebaser {
  readonly lines: string[] = []
  private readonly saved: Shift[] = []
  private shift: Shift = [0, 0]
  private path: Operation[] = []
  private isPlaced = true

  take(operation: Operation): void {
    const { operator, operands } = operation
    if (operator === 'q') this.saved.push(this.shift)
    if (PATH.has(operator)) this.path.push({ operator, operands: this.moved(operation) })
    else if (this.path.length > 0) this.endPath(operation)
    else if (operator === 'cm') this.concatenate(operands.map(Number))
    else this.add(operation)
    if (operator === 'Q') this.shift = this.saved.pop() ?? [0, 0]
    this.isPlaced = operator !== 'BT' && (this.isPlaced || operator === 'Tm' || operator === 'Td')
  }

  private add(operation: Operation): void {
    const { operator, operands } = operation
    const isShifted = this.shift[0] !== 0 || this.shift[1] !== 0
    if (!isShifted) this.lines.push(writeOperation(operation))
    else if (operator === 'Tm') {
      this.lines.push(
        writeOperation({ operator, operands: [...operands.slice(0, 4), ...this.move(operands.slice(4))] }),
      )
    } else if (operator === 'Td' && !this.isPlaced) {
      this.lines.push(
        writeOperation({ operator: 'Tm', operands: ['1', '0', '0', '1', ...this.move(operands)] }),
      )
    } else if (OBJECTS.has(operator)) {
      this.lines.push('q', ...translations(this.shift), writeOperation(operation), 'Q')
    } else this.lines.push(writeOperation(operation))
  }

  private concatenate(matrix: number[]): void {
    const [reduced, shift] = takeShift(matrix, this.shift)
    this.shift = shift
    this.lines.push(writeOperation({ operator: 'cm', operands: reduced.map(decimal) }))
  }

  /** A stroke's width would grow with the unit: it keeps its coordinates, and the check judges them. */
  private endPath(end: Operation): void {
    const sizes = this.path.flatMap(({ operands }) =>
      operands.map((operand) => Math.abs(Number(operand) || 0)),
    )
    const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
    const unit = STROKES.has(end.operator) ? 1 : 2 ** Math.max(0, Math.ceil(Math.log2(largest / LARGEST)))
    const scaled = this.path.map(({ operator, operands }) =>
      writeOperation({
        operator,
        operands: unit === 1 ? operands : operands.map((each) => decimal(Number(each) / unit)),
      }),
    )
    const lines = [...scaled, writeOperation(end)]
    this.lines.push((unit === 1 ? lines : [scaling(unit), ...lines, scaling(1 / unit)]).join('\n'))
    this.path = []
  }

  private moved({ operator, operands }: Operation): string[] {
    if (operator === 're') return [...this.move(operands.slice(0, 2)), ...operands.slice(2)]
    return this.move(operands)
  }

  private move(values: string[]): string[] {
    const [x, y] = this.shift
    if (x === 0 && y === 0) return values
    return values.map((value, at) => decimal(Number(value) + (at % 2 ? y : x)))
  }
}

type Shift = [number, number]

const PATH = new Set('m l c v y re h W W*'.split(' '))
const STROKES = new Set('S s B B* b b*'.split(' '))
const OBJECTS = new Set(['Do', 'sh', 'BI'])

function scaling(by: number): string {
  return `${by} 0 0 ${by} 0 0 cm`
}

/** Pages on end that one shift may span: no document that can be printed reaches farther. */
const MAX_TRANSLATIONS = 1_000

/** A shift as matrices none of whose numbers is too large, except of one that nothing printed has. */
function translations([x, y]: Shift): string[] {
  const needed = Math.ceil(Math.max(Math.abs(x), Math.abs(y)) / LARGEST)
  const count = Math.min(needed, MAX_TRANSLATIONS) || 0
  return Array.from({ length: count }, () => `1 0 0 1 ${decimal(x / count)} ${decimal(y / count)} cm`)
}

/** Applies the shift so far to a matrix, and takes from it what is too large. */
function takeShift([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: number[], [x, y]: Shift): [number[], Shift] {
  const [left, up] = [e + x, f + y]
  if (b !== 0 || c !== 0 || a === 0 || d === 0)
    return [
      [a, b, c, d, left, up],
      [0, 0],
    ]
  const next: Shift = [tooLarge(left) ? Math.round(left / a) : 0, tooLarge(up) ? Math.round(up / d) : 0]
  return [[a, b, c, d, left - a * next[0], up - d * next[1]], next]
}

function tooLarge(value: number): boolean {
  return Math.abs(value) > LARGEST - 2000
}
