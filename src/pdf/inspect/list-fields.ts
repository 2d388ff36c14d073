/** Form fields and signatures (ISO 32000-2, 12.7 and 12.8). */
import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFObject } from 'pdf-lib'
import { textOf } from '../decode-text'
import { MAX_DEPTH } from '../field-tree'
import { textAt } from '../pdfa/annotations'
import { arrayAt, dictAt, nameAt, numberAt, numbersOf } from '../pdfa/objects'
import { budgetOf } from '../work-budget'

export type FieldFacts = {
  /** The full name, its parts joined by dots. */
  name: string
  type: 'text' | 'checkbox' | 'radio' | 'button' | 'dropdown' | 'list' | 'signature' | 'unknown'
  /** Text; the chosen state or states; null if nothing is. */
  value: string | string[] | null
  /** What may be chosen. */
  options: string[]
  required: boolean
  read_only: boolean
}

export type SignatureFacts = {
  field: string
  /** What the signature dictionary says; nothing of it is verified. */
  name: string | null
  date: string | null
  reason: string | null
  /** Such as `ETSI.CAdES.detached`. */
  format: string | null
  /** Whether its byte range is all of the file but the signature itself: what was added later is not signed. */
  covers_whole_file: boolean
}

type Inherited = { name: string; type: string | undefined; flags: number; value: PDFObject | undefined }

const MAX_FIELDS = 10_000
const MAX_VALUE = 2000

/**
 * The fields at the ends of the tree, and the signatures among them, of the file that `bytes` are; and whether others lie
 * too deep to be listed.
 */
export function fieldsOf(
  { catalog, context }: PDFDocument,
  bytes: Uint8Array,
): { fields: FieldFacts[]; signatures: SignatureFacts[]; hidesDeepFields: boolean } {
  const fields: FieldFacts[] = []
  const signatures: SignatureFacts[] = []
  const seen = new Set<PDFDict>()
  const tooDeep = new Set<PDFDict>()
  const visit = (item: PDFObject, above: Inherited, depth: number) => {
    const field = context.lookup(item)
    if (!(field instanceof PDFDict) || seen.has(field) || fields.length >= MAX_FIELDS) return
    if (depth > MAX_DEPTH) {
      tooDeep.add(field)
      return
    }
    seen.add(field)
    budgetOf(context).charge('objects')
    const own = textAt(field, 'T')
    const inherited: Inherited = {
      name: own === undefined ? above.name : above.name ? `${above.name}.${own}` : own,
      type: nameAt(field, 'FT') ?? above.type,
      flags: numberAt(field, 'Ff') ?? above.flags,
      value: field.lookup(PDFName.of('V')) ?? above.value,
    }
    const kids = arrayAt(field, 'Kids')?.asArray() ?? []
    const isParent = kids.some((kid) => {
      const found = context.lookup(kid)
      return found instanceof PDFDict && found.has(PDFName.of('T'))
    })
    if (isParent) for (const kid of kids) visit(kid, inherited, depth + 1)
    else {
      fields.push(factsOf(field, inherited))
      const { type, value, name } = inherited
      if (type === 'Sig' && value instanceof PDFDict) signatures.push(signatureOf(value, name, bytes))
    }
  }
  const top: Inherited = { name: '', type: undefined, flags: 0, value: undefined }
  for (const item of arrayAt(dictAt(catalog, 'AcroForm'), 'Fields')?.asArray() ?? []) visit(item, top, 0)
  return { fields, signatures, hidesDeepFields: [...tooDeep].some((field) => !seen.has(field)) }
}

function factsOf(field: PDFDict, { name, type, flags, value }: Inherited): FieldFacts {
  const has = (bit: number) => (flags & (1 << (bit - 1))) !== 0
  return {
    name: name.slice(0, 500),
    type: typeOf(type, has),
    value: plainValue(value),
    options: optionsOf(field, type),
    required: has(2),
    read_only: has(1),
  }
}

/** Tables 228, 229 and 233. */
function typeOf(type: string | undefined, has: (bit: number) => boolean): FieldFacts['type'] {
  if (type === 'Tx') return 'text'
  if (type === 'Btn') return has(17) ? 'button' : has(16) ? 'radio' : 'checkbox'
  if (type === 'Ch') return has(18) ? 'dropdown' : 'list'
  return type === 'Sig' ? 'signature' : 'unknown'
}

function plainValue(value: PDFObject | undefined): FieldFacts['value'] {
  if (value instanceof PDFArray)
    return value
      .asArray()
      .slice(0, 100)
      .flatMap((_, index) => plain(value.lookup(index)) ?? [])
  return plain(value) ?? null
}

function plain(value: PDFObject | undefined): string | undefined {
  if (value instanceof PDFName) return value.decodeText().slice(0, MAX_VALUE)
  return textOf(value)?.slice(0, MAX_VALUE)
}

/** What choices list, or the states that the appearances of a button have. */
function optionsOf(field: PDFDict, type: string | undefined): string[] {
  const { context } = field
  if (type === 'Btn') {
    const widgets = [field, ...(arrayAt(field, 'Kids')?.asArray() ?? []).map((kid) => context.lookup(kid))]
    const states = widgets.flatMap((widget) =>
      widget instanceof PDFDict ? (dictAt(dictAt(widget, 'AP'), 'N')?.keys() ?? []) : [],
    )
    const names = new Set(states.map((state) => state.decodeText()))
    return [...names].filter((state) => state !== 'Off' && state !== 'Length').slice(0, 100)
  }
  const list = arrayAt(field, 'Opt')
  return (list?.asArray() ?? []).slice(0, 100).flatMap((_, index) => {
    const item = list?.lookup(index)
    return plain(item instanceof PDFArray ? item.lookup(0) : item) ?? []
  })
}

function signatureOf(value: PDFDict, field: string, bytes: Uint8Array): SignatureFacts {
  return {
    field: field.slice(0, 500),
    name: textAt(value, 'Name')?.slice(0, 200) ?? null,
    date: textAt(value, 'M')?.slice(0, 50) ?? null,
    reason: textAt(value, 'Reason')?.slice(0, 500) ?? null,
    format: nameAt(value, 'SubFilter')?.slice(0, 100) ?? null,
    covers_whole_file: coversAllBut(value, bytes),
  }
}

/**
 * Whether the byte range of a signature leaves out of the file its own value, and nothing else: in a wider gap anything
 * could be changed (ISO 32000-2, 12.8.1).
 */
function coversAllBut(signature: PDFDict, bytes: Uint8Array): boolean {
  const range = numbersOf(arrayAt(signature, 'ByteRange'))
  const [start, end = 0, next = 0, rest = 0] = range
  const value = signature.lookup(PDFName.of('Contents'))
  if (range.length !== 4 || start !== 0 || next + rest !== bytes.length || next < end) return false
  if (!(value instanceof PDFHexString)) return false
  const known = gaps.get(value) ?? new Map<string, boolean>()
  gaps.set(value, known)
  const gap = `${end}-${next}`
  const holds = known.get(gap) ?? isHexString(bytes.subarray(end, next), value.asString())
  known.set(gap, holds)
  return holds
}

/** Whether a signature's value stands at a place of its file: many fields may share one value of megabytes. */
const gaps = new WeakMap<PDFHexString, Map<string, boolean>>()

/** Whether bytes are a hexadecimal string (ISO 32000-2 7.3.4.3) of these digits, in any case, with white space between. */
function isHexString(bytes: Uint8Array, digits: string): boolean {
  if (bytes[0] !== LESS_THAN || bytes.at(-1) !== GREATER_THAN) return false
  let at = 0
  for (const byte of bytes.subarray(1, -1)) {
    if (WHITE_SPACE.has(byte)) continue
    // A letter and its capital differ by this bit, which digits have.
    if (byte < ZERO || (byte | 0x20) !== (digits.charCodeAt(at++) | 0x20)) return false
  }
  return at === digits.length
}
const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e
const ZERO = 0x30
const WHITE_SPACE = new Set([0, 9, 10, 12, 13, 32])
