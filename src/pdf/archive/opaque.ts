/** Content without transparency: operations rewritten one by one, and the resources that they then need. */
import { type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib'
import { latin1, type Operation, operations, write } from '../content'
import { deflated, dictAt, dictOf, entriesOf, nameAt, streamBytes } from './objects'
import type { Step } from './painting'
import { isBlendingState, type Transparency } from './transparency'

/** Resources that cannot blend are taken over whole; of these categories only what is still used. */
const CHOSEN = ['ExtGState', 'Font', 'Pattern', 'XObject']
const INVISIBLE = '3'

/** Writes the content of one page (or form) anew. */
export class OpaqueContent {
  private readonly used = new Map<string, PDFObject>()

  constructor(
    private readonly source: PDFDict,
    private readonly objects: OpaqueObjects,
  ) {}

  /** An operation that paints opaquely or not at all. */
  keep(operation: Operation): string {
    const { operator, operands } = operation
    const name = operands.at(-1) ?? ''
    if (operator === 'gs') this.use('ExtGState', name, (value) => this.objects.state(value))
    else if (operator === 'Do') this.use('XObject', name)
    else if (operator === 'Tf') this.use('Font', operands[0] ?? '', (value) => this.objects.font(value))
    else if (operator === 'scn' || operator === 'SCN') {
      if (name.startsWith('/') && this.objects.blendsAsPattern(this.find('Pattern', name))) return ''
      if (name.startsWith('/')) this.use('Pattern', name)
    }
    return write(operation)
  }

  /** An operation whose painting must not show: text stays, invisible; what else it sets is kept. */
  hide({ operation, text }: Step): string {
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
    const hidden = `${INVISIBLE} Tr ${write(show)} ${mode} Tr`
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

  private use(category: string, name: string, convert = (value: PDFObject) => value): void {
    const value = this.find(category, name)
    if (value) this.add(category, name.slice(1), convert(value))
  }

  private find(category: string, name: string): PDFObject | undefined {
    return dictAt(this.source, category)?.get(PDFName.of(name.slice(1)))
  }
}

/** The opaque or invisible counterparts of a document's objects, each made once. */
export class OpaqueObjects {
  private readonly made = new Map<PDFObject, PDFObject>()

  constructor(
    readonly context: PDFContext,
    private readonly transparency: Transparency,
  ) {}

  /** A graphics state without alpha, mask and blend mode. */
  state(value: PDFObject): PDFObject {
    const dict = dictOf(this.context.lookup(value))
    if (!dict || !isBlendingState(dict)) return value
    return this.once(value, () => {
      const copy = dict.clone(this.context)
      for (const key of ['ca', 'CA', 'SMask', 'BM', 'AIS']) copy.delete(PDFName.of(key))
      return this.context.register(copy)
    })
  }

  /** A font; one whose glyphs blend is emptied, since all its text is hidden. */
  font(value: PDFObject): PDFObject {
    return this.transparency.ofFont(this.context.lookup(value)) ? this.emptyFont(value) : value
  }

  isType3(value: PDFObject | undefined): boolean {
    return nameAt(dictOf(this.context.lookup(value)), 'Subtype') === 'Type3'
  }

  blendsAsPattern(value: PDFObject | undefined): boolean {
    return this.transparency.ofPattern(this.context.lookup(value))
  }

  /** A Type 3 font whose glyphs have their widths and draw nothing. */
  emptyFont(value: PDFObject): PDFObject {
    return this.once(value, () => {
      const font = (dictOf(this.context.lookup(value)) ?? PDFDict.withContext(this.context)).clone(
        this.context,
      )
      const glyphs = PDFDict.withContext(this.context)
      for (const [name] of dictAt(font, 'CharProcs')?.entries() ?? [])
        glyphs.set(name, this.emptyGlyph(font, name))
      font.set(PDFName.of('CharProcs'), glyphs)
      font.set(PDFName.of('Resources'), PDFDict.withContext(this.context))
      return this.context.register(font)
    })
  }

  /** A form's text, invisible, with its tags; undefined for an image. `outer`: resources of who draws it. */
  hiddenForm(value: PDFObject | undefined, outer: PDFDict): PDFObject | undefined {
    const form = this.context.lookup(value)
    if (!value || !(form instanceof PDFStream) || nameAt(form.dict, 'Subtype') !== 'Form') return undefined
    return this.once(value, () => {
      const content = new HiddenContent(dictAt(form.dict, 'Resources') ?? outer, this)
      const text = content.write(latin1(streamBytes(form)))
      const stream = deflated(this.context, text, form.dict)
      stream.dict.delete(PDFName.of('Group'))
      stream.dict.set(PDFName.of('Resources'), content.resources())
      // Tags lead to their form by reference: a tagged form stays the object it was.
      if (!form.dict.has(PDFName.of('StructParents')) || !(value instanceof PDFRef)) {
        return this.context.register(stream)
      }
      this.context.assign(value, stream)
      return value
    })
  }

  /** `d0` or `d1` must open a glyph's program (ISO 32000-1 9.6.5); its operands hold the width. */
  private emptyGlyph(font: PDFDict, name: PDFName): PDFRef {
    const glyph = dictAt(font, 'CharProcs')?.lookup(name)
    const program = glyph instanceof PDFStream ? latin1(streamBytes(glyph)) : ''
    const width = operations(program).next().value as Operation | undefined
    const first = width && /^d[01]$/.test(width.operator) ? write(width) : '0 0 d0'
    return this.context.register(deflated(this.context, first))
  }

  private once(source: PDFObject, make: () => PDFObject): PDFObject {
    const known = this.made.get(source)
    if (known) return known
    const made = make()
    this.made.set(source, made)
    return made
  }
}

const TEXT = new Set('q Q cm BT ET Tc Tw Tz TL Tf Ts Td TD Tm T* Tj TJ \' " BMC BDC EMC MP DP'.split(' '))

/** The text of a form whose pixels lie over it: marked content, positions and glyphs, and nothing that shows. */
class HiddenContent {
  private readonly used = new Map<string, PDFObject>()

  constructor(
    private readonly source: PDFDict,
    private readonly objects: OpaqueObjects,
  ) {}

  write(content: string): string {
    const lines: string[] = []
    for (const operation of operations(content)) {
      const { operator, operands } = operation
      if (operator === 'Do') lines.push(this.nested(operands[0] ?? ''))
      else if (TEXT.has(operator)) lines.push(write(operation))
      if (operator === 'BT') lines.push(`${INVISIBLE} Tr`)
    }
    return lines.filter(Boolean).join('\n')
  }

  resources(): PDFDict {
    const { context } = this.objects
    const resources = PDFDict.withContext(context)
    const properties = this.source.get(PDFName.of('Properties'))
    if (properties) resources.set(PDFName.of('Properties'), properties)
    const fonts = entriesOf(this.source, 'Font').map(({ name, value }): [string, PDFObject] => [
      name,
      this.objects.isType3(value) ? this.objects.emptyFont(value) : value,
    ])
    resources.set(PDFName.of('Font'), context.obj(Object.fromEntries(fonts)))
    resources.set(PDFName.of('XObject'), context.obj(Object.fromEntries(this.used)))
    return resources
  }

  private nested(name: string): string {
    const value = dictAt(this.source, 'XObject')?.get(PDFName.of(name.slice(1)))
    const form = this.objects.hiddenForm(value, this.source)
    if (!form) return ''
    this.used.set(name.slice(1), form)
    return `${name} Do`
  }
}
