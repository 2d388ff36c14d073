/** Objects that blend, as ones that do not: states, fonts and forms, opaque or invisible. */
import { type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib'
import { latin1, type Operation, operations, writeOperation } from '../content-stream'
import { decodeStream } from '../streams'
import { budgetOf } from '../work-budget'
import { ContentLines } from './content-lines'
import { dictAt, dictOf, entriesOf, flateStream, isType3, nameAt } from './objects'
import { isBlendingState, type Transparency } from './transparency'

/** The opaque or invisible counterparts of a document's objects, each made once. */
export class OpaqueObjects {
  private readonly made = new Map<PDFObject, PDFObject>()
  private readonly textual = new Map<PDFObject, boolean>()

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
    return isType3(dictOf(this.context.lookup(value)))
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
      const text = content.write(latin1(decodeStream(form)))
      const stream = flateStream(this.context, text, form.dict)
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

  /**
   * What draws the letters that a picture is cut to by the mask of the state `name`: they can be read there. Empty if
   * there are none. `outer`: resources of who sets the state; `add` makes a form available there.
   */
  maskText(name: string, outer: PDFDict, add: (alias: string, form: PDFObject) => void): string {
    const state = dictAt(outer, 'ExtGState')?.get(PDFName.of(name.slice(1)))
    const form = this.hiddenMask(state, outer)
    if (!form) return ''
    add(`${name.slice(1)}Mask`, form)
    return `${name}Mask Do`
  }

  /** As `hiddenForm`, of a state's mask; undefined if that holds no text. */
  private hiddenMask(state: PDFObject | undefined, outer: PDFDict): PDFObject | undefined {
    const mask = dictAt(dictOf(this.context.lookup(state)), 'SMask')
    const form = this.hiddenForm(mask?.get(PDFName.of('G')), outer)
    return form && this.showsText(form) ? form : undefined
  }

  /** Read once for each form: a page may set one state a million times. */
  private showsText(form: PDFObject): boolean {
    const known = this.textual.get(form)
    if (known !== undefined) return known
    const hidden = this.context.lookup(form)
    const shows = hidden instanceof PDFStream && /\b(T[jJ]|Do)\b/.test(latin1(decodeStream(hidden)))
    this.textual.set(form, shows)
    return shows
  }

  /** `d0` or `d1` must open a glyph's program (ISO 32000-1 9.6.5); its operands hold the width. */
  private emptyGlyph(font: PDFDict, name: PDFName): PDFRef {
    const glyph = dictAt(font, 'CharProcs')?.lookup(name)
    const program = glyph instanceof PDFStream ? latin1(decodeStream(glyph)) : ''
    const width = operations(program).next().value as Operation | undefined
    const first = width && /^d[01]$/.test(width.operator) ? writeOperation(width) : '0 0 d0'
    return this.context.register(flateStream(this.context, first))
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
    const lines = new ContentLines()
    let inText = false
    for (const operation of operations(content, budgetOf(this.objects.context))) {
      const { operator, operands } = operation
      if (operator === 'BT' || operator === 'ET') inText = operator === 'BT'
      if (operator === 'Do') lines.add(this.nested(operands[0] ?? ''))
      else if (operator === 'gs' && !inText) lines.add(this.mask(operands[0] ?? ''))
      else if (TEXT.has(operator)) lines.add(writeOperation(operation))
      if (operator === 'BT') lines.add('3 Tr')
    }
    return lines.text()
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

  private mask(name: string): string {
    return this.objects.maskText(name, this.source, (alias, form) => this.used.set(alias, form))
  }
}
