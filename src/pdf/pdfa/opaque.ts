/** Content without transparency: operations rewritten one by one, and the resources that they then need. */
import { PDFDict, PDFName, type PDFObject } from 'pdf-lib'
import { type Operation, writeOperation } from '../content-stream'
import type { ResolvedAlpha } from './backdrop'
import { ContentLines } from './content-lines'
import { dictAt } from './objects'
import type { OpaqueObjects } from './opaque-objects'

const PATH = new Set('m l c v y re h W W*'.split(' '))
/** Resources that cannot blend are taken over whole; of these categories only what is still used. */
const CHOSEN = ['ExtGState', 'Font', 'Pattern', 'XObject']

/** Writes the content of one page (or form) again. */
export class OpaqueContent {
  private readonly used = new Map<string, PDFObject>()
  private readonly lines = new ContentLines()
  private inText = false

  constructor(
    private readonly source: PDFDict,
    private readonly objects: OpaqueObjects,
  ) {}

  /** Writes a step. A color is set before the path it is for begins: within one it may not change. */
  write(step: ResolvedAlpha): void {
    const { operator, operands } = step.operation
    if (operator === 'BT' || operator === 'ET') this.inText = operator === 'BT'
    if (PATH.has(operator)) {
      this.lines.addToPath(writeOperation(step.operation))
      return
    }
    if (step.recolor) this.lines.addBeforePath(step.recolor.with)
    this.lines.add(step.blends || step.isInvisible ? this.hide(step) : this.keep(step.operation))
    if (step.recolor) this.lines.add(step.recolor.back)
    if (operator === 'gs' && !this.inText) this.lines.add(this.mask(operands[0] ?? ''))
  }

  /** Writes what is no step of the page: a line, or an operation whose resources are the page's. */
  insert(line: string | Operation): void {
    this.lines.add(typeof line === 'string' ? line : this.keep(line))
  }

  /** What was written so far. */
  text(): string {
    return this.lines.text()
  }

  /** An operation that paints opaquely or not at all. */
  private keep(operation: Operation): string {
    const { operator, operands } = operation
    const name = operands.at(-1) ?? ''
    if (operator === 'gs') this.use('ExtGState', name, (value) => this.objects.state(value))
    else if (operator === 'Do') this.use('XObject', name)
    else if (operator === 'Tf') this.use('Font', operands[0] ?? '', (value) => this.objects.font(value))
    else if (operator === 'scn' || operator === 'SCN') {
      if (name.startsWith('/') && this.objects.blendsAsPattern(this.find('Pattern', name))) return ''
      if (name.startsWith('/')) this.use('Pattern', name)
    }
    return writeOperation(operation)
  }

  /** An operation whose painting must not show: text stays, invisible; what else it sets is kept. */
  private hide({ operation, text }: ResolvedAlpha): string {
    const { operator, operands } = operation
    if (text) return this.hideText(operation, text.font, text.renderingMode)
    if (operator === 'Do') return this.hideForm(operands[0] ?? '')
    return operator === 'sh' || operator === 'BI' ? '' : 'n'
  }

  /** The resources for what was written so far. */
  resources(): PDFDict {
    const resources = this.source.clone(this.source.context)
    for (const category of CHOSEN) resources.delete(PDFName.of(category))
    for (const [path, value] of this.used) {
      const [category = '', name = ''] = path.split('/')
      const found = resources.lookupMaybe(PDFName.of(category), PDFDict)
      const dict = found ?? PDFDict.withContext(this.source.context)
      dict.set(PDFName.of(name), value)
      resources.set(PDFName.of(category), dict)
    }
    return resources
  }

  /** Makes an object available under a name. */
  add(category: string, name: string, value: PDFObject): void {
    this.used.set(`${category}/${name}`, value)
  }

  /** Rendering mode 3 hides every font but Type 3, whose glyphs are programs: those are emptied instead. */
  private hideText(show: Operation, font: string[], mode: string): string {
    const [name = '', size = '1'] = font
    const hidden = `3 Tr ${writeOperation(show)} ${mode} Tr`
    const value = this.find('Font', name)
    if (!this.objects.isType3(value)) return hidden
    const alias = `${name.slice(1)}Hidden`
    if (value) this.add('Font', alias, this.objects.emptyFont(value))
    return `/${alias} ${size} Tf ${hidden} ${name} ${size} Tf`
  }

  private hideForm(name: string): string {
    const value = this.find('XObject', name)
    const form = this.objects.hiddenForm(value, this.source)
    if (!form) return ''
    this.add('XObject', `${name.slice(1)}Hidden`, form)
    return `${name}Hidden Do`
  }

  private mask(name: string): string {
    return this.objects.maskText(name, this.source, (alias, form) => this.add('XObject', alias, form))
  }

  private use(category: string, name: string, convert = (value: PDFObject) => value): void {
    const value = this.find(category, name)
    if (value) this.add(category, name.slice(1), convert(value))
  }

  private find(category: string, name: string): PDFObject | undefined {
    return dictAt(this.source, category)?.get(PDFName.of(name.slice(1)))
  }
}
