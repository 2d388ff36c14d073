/** What form fields look like that bring no look of their own, or an old one (ISO 32000-2, 12.7.4.3). */
import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  type PDFFont,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
} from 'pdf-lib'
import { normalized } from '../text/normalized'
import { choiceItems } from './choice-items'
import { operations } from './content-stream'
import { textOf } from './decode-text'
import { boxOf, groundOf } from './field-box'
import { layOutText, type TextStyle } from './field-text'
import { inheritedAt, repairFieldTree } from './field-tree'
import { addLatinFont, missingCharacters } from './latin-font'
import { arrayAt, dictAt, flateStream, nameAt } from './pdfa/objects'
import { budgetOf } from './work-budget'

const name = (key: string) => PDFName.of(key)

/** What laying out a character costs, in operators: each of its sizes is tried. */
const CHARACTER_COST = 10
/** Bits of `Ff` (tables 228, 230 and 233). */
const [MULTILINE, COMB, COMBO] = [1 << 12, 1 << 24, 1 << 17]

/** The ground of chosen lines of a list, which black text is read on well: that of the most used readers. */
const CHOSEN = '0.6 0.757 0.855'

/** A text or choice that cannot be drawn, and why, as a sentence. */
type Undrawn = { widget: PDFDict; reason: string }

/**
 * Draws texts, choices and buttons without an appearance, and texts and choices that `isStale` or that the file calls
 * out of date. Returns the widgets whose text cannot be drawn, and why, as sentences. Throws WorkLimitExceeded.
 */
export async function drawFields(
  doc: PDFDocument,
  isStale: (widget: PDFDict) => boolean = () => false,
): Promise<Undrawn[]> {
  const { widgets } = repairFieldTree(doc)
  const form = dictAt(doc.catalog, 'AcroForm')
  const areStale = form?.lookup(name('NeedAppearances')) === PDFBool.True
  const work = budgetOf(doc.context)
  const undrawn: Undrawn[] = []
  let font: PDFFont | undefined
  for (const widget of widgets) {
    const type = fieldType(widget)
    if (type === 'Btn' || type === 'Sig') drawButton(widget)
    if (type !== 'Tx' && type !== 'Ch') continue
    if (!areStale && !isStale(widget) && hasAppearance(widget)) continue
    font ??= addLatinFont(doc)
    const reason = drawText(widget, font, form)
    if (reason) undrawn.push({ widget, reason })
    await work.takeTurns()
  }
  form?.delete(name('NeedAppearances'))
  return undrawn
}

/** Whether an annotation brings a look, if only for one of its states: files with placeholders leave it to the reader. */
export function hasAppearance(annotation: PDFDict): boolean {
  const normal = dictAt(annotation, 'AP')?.lookup(name('N'))
  return normal instanceof PDFStream || statesOf(normal).some(([, look]) => look instanceof PDFStream)
}

/** The states of a look that is a dictionary, and what each looks like. Throws WorkLimitExceeded. */
export function statesOf(normal: PDFObject | undefined): [PDFName, PDFObject | undefined][] {
  if (!(normal instanceof PDFDict)) return []
  const states = normal.keys()
  budgetOf(normal.context).charge('objects', states.length)
  return states.map((state) => [state, normal.lookup(state)])
}

/** A field's type, its own or inherited. */
export function fieldType(field: PDFDict): string | undefined {
  const type = inheritedAt(field, 'FT')
  return type instanceof PDFName ? type.decodeText() : undefined
}

/** A form XObject with this content, drawn with what `entries` add to its dictionary. */
export function formXObject(context: PDFContext, content: string, box: PDFObject | undefined, entries = {}) {
  const dict = { Type: 'XObject', Subtype: 'Form', BBox: box ?? [0, 0, 1, 1], Resources: {}, ...entries }
  return context.register(flateStream(context, content, context.obj(dict)))
}

/** Why the value cannot be drawn; undefined if it is. What cannot be keeps the look it has. */
function drawText(widget: PDFDict, font: PDFFont, form: PDFDict | undefined): string | undefined {
  return drawTextOf(widget, font, { ...shownText(widget), layout: layoutOf(widget), form })
}

/** Draws the text of a note that stands on the page (ISO 32000-2, 12.5.6.6), as `drawText` does a value. */
export function drawFreeText(note: PDFDict, font: PDFFont): string | undefined {
  return drawTextOf(note, font, { text: plainText(note.lookup(name('Contents'))), layout: 'paragraphs' })
}

type DrawnText = Pick<TextStyle, 'layout' | 'chosen'> & { text: string; form?: PDFDict | undefined }

function drawTextOf(
  widget: PDFDict,
  font: PDFFont,
  { text: written, chosen, layout, form }: DrawnText,
): string | undefined {
  const { context } = widget
  const text = normalized(written, 'NFC')
  budgetOf(context).charge('operators', CHARACTER_COST * (text.length + 1))
  const missing = missingCharacters(text.replace(/[\t\n\r]/g, ''))
  if (missing) return missing
  const { size: given, color } = defaultAppearance(widget, form)
  const { width, height, turned } = boxOf(widget)
  const style = { size: given, align: alignment(widget), layout, ...(chosen && { chosen }) }
  const { bars, content, size } = layOutText(text, { width, height }, style, font)
  const clip = `1 1 ${Math.max(0, width - 2)} ${Math.max(0, height - 2)} re W n`
  const marked = bars.length > 0 ? ` ${CHOSEN} rg ${bars.join(' ')} f` : ''
  const shown = `/Tx BMC q ${clip}${marked} BT ${color} /Helv ${size} Tf\n${content}\nET Q EMC`
  const look = formXObject(context, `${groundOf(widget, width, height)}\n${shown}`, undefined, {
    BBox: [0, 0, width, height],
    Matrix: turned,
    Resources: { Font: { Helv: font.ref } },
  })
  widget.set(name('AP'), context.obj({ N: look }))
  return undefined
}

function flagsOf(field: PDFDict): number {
  const flags = inheritedAt(field, 'Ff')
  return flags instanceof PDFNumber ? flags.asNumber() : 0
}

function plainText(value: PDFObject | undefined): string {
  return textOf(value) ?? ''
}

/** What a field shows: a text; the chosen item of a menu; of a list all items, a line each, and which lines are chosen. */
function shownText(field: PDFDict): { text: string; chosen?: ReadonlySet<number> } {
  const value = inheritedAt(field, 'V')
  if (fieldType(field) !== 'Ch') return { text: plainText(value) }
  const items = choiceItems(field)
  const values =
    value instanceof PDFArray ? value.asArray().map((_, at) => value.lookup(at)) : value ? [value] : []
  budgetOf(field.context).charge('objects', values.length)
  if ((flagsOf(field) & COMBO) !== 0) {
    const chosen = plainText(values[0])
    return { text: items.find(({ exported }) => exported === chosen)?.shown ?? chosen }
  }
  const exported = new Set(values.map(plainText))
  const chosen = new Set(items.flatMap((item, at) => (exported.has(item.exported) ? [at] : [])))
  return { text: items.map(({ shown }) => shown.replace(/[\r\n]+/g, ' ')).join('\n'), chosen }
}

function layoutOf(field: PDFDict): TextStyle['layout'] {
  const flags = flagsOf(field)
  if (fieldType(field) === 'Ch') return (flags & COMBO) === 0 ? 'paragraphs' : 'line'
  if (flags & MULTILINE) return 'paragraphs'
  const most = inheritedAt(field, 'MaxLen')
  const cells = most instanceof PDFNumber ? most.asNumber() : 0
  return flags & COMB && cells > 0 ? { cells } : 'line'
}

function alignment(field: PDFDict): TextStyle['align'] {
  const quadding = inheritedAt(field, 'Q')
  const at = quadding instanceof PDFNumber ? quadding.asNumber() : 0
  return at === 1 ? 'center' : at === 2 ? 'right' : 'left'
}

/** The size and the operator that sets the color, of the field's default appearance (12.7.4.3) or of the form's. */
function defaultAppearance(field: PDFDict, form: PDFDict | undefined): { size: number; color: string } {
  const own = plainText(inheritedAt(field, 'DA') ?? form?.lookup(name('DA')))
  let [size, color] = [0, '0 g']
  for (const { operator, operands } of operations(own, budgetOf(field.context))) {
    if (operator === 'Tf') size = Math.abs(Number(operands[1])) || 0
    else if (
      ['g', 'rg', 'k'].includes(operator) &&
      operands.every((operand) => Number.isFinite(Number(operand)))
    )
      color = `${operands.join(' ')} ${operator}`
  }
  return { size, color }
}

/** The border and ground of buttons and signatures that have no appearance, and the cross of a button that is on. */
export function drawButton(widget: PDFDict): void {
  const { context } = widget
  if (hasAppearance(widget)) return
  const { width, height } = boxOf(widget)
  const box = context.obj([0, 0, width, height])
  const type = fieldType(widget)
  if (type === 'Sig' || (width === 0 && height === 0))
    widget.set(name('AP'), context.obj({ N: formXObject(context, '', box) }))
  if (type !== 'Btn') return
  const ground = groundOf(widget, width, height)
  const state = nameAt(widget, 'AS') ?? (isOnlyWidget(widget) ? stateOf(widget) : 'Off')
  const cross = `0 G 1 w 2 2 m ${width - 2} ${height - 2} l 2 ${height - 2} m ${width - 2} 2 l S`
  const on = state === 'Off' ? onStateOf(widget) : state
  const looks = {
    Off: formXObject(context, ground, box),
    [on]: formXObject(context, `${ground} ${cross}`, box),
  }
  widget.set(name('AS'), name(state))
  widget.set(name('AP'), context.obj({ N: looks }))
}

/** Whether the value of its field is that of the widget: of several radio buttons, a look for a state says which is meant. */
function isOnlyWidget(widget: PDFDict): boolean {
  const siblings = arrayAt(dictAt(widget, 'Parent'), 'Kids')
  return widget.has(name('T')) || siblings?.size() === 1
}

/** The state of a button that is on, as placeholders of its looks call it. */
function onStateOf(widget: PDFDict): string {
  const states = statesOf(dictAt(widget, 'AP')?.lookup(name('N'))).map(([state]) => state.decodeText())
  return states.find((state) => state !== 'Off') ?? 'Yes'
}

function stateOf(field: PDFDict): string {
  const value = inheritedAt(field, 'V')
  return value instanceof PDFName ? value.decodeText() : 'Off'
}
