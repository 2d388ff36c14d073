/**
 * What readers pass over or round in contents and objects, and the standards forbid: operators that nobody knows, numbers
 * beyond the limits, smoothing and unknown intents of inline images (ISO 19005-1 6.2.10, 6.1.12, 6.2.4 and 6.2.9, ISO
 * 19005-2 6.2.2, 6.1.13, 6.2.8 and 6.2.6). And names that a part of a page takes from its page, as many readers let it
 * (ISO 19005-2 6.2.2).
 */
import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject } from 'pdf-lib'
import { hexDigits, type Operation, shownParts, writeOperation } from '../content-stream'
import { readInTurns } from '../read-in-turns'
import { budgetOf } from '../work-budget'
import { allContentsOf, type Content, readContents } from './contents'
import { SHOW } from './fonts/shown-codes'
import { mendInlineImage } from './mend-inline-image'
import { dictAt, ensureDict, pageResources } from './objects'
import { OPERATORS, RENDERING_INTENTS, resourceNamedBy } from './operators'
import { isBrokenHex } from './rules/content-summary'

/** The largest whole number, and the number next to nought that a single float holds. */
const MAX_INTEGER = 2_147_483_647
const MIN_REAL = 1.175e-38

/** Returns whether anything was changed. Throws WorkLimitExceeded. */
export async function mendOperations(doc: PDFDocument): Promise<boolean> {
  let isChanged = boundNumbers(doc)
  const pages = doc.getPages().map(pageResources)
  for await (const { content, text } of readContents(allContentsOf(doc))) {
    const borrowed = content.kind === 'page' ? NOTHING_BORROWED : await borrow(content, text, pages)
    if (borrowed.isLent) isChanged = true
    const lines: string[] = []
    let isMended = false
    await readInTurns(text, content.work, (operation) => {
      const mended = mendOperation(operation, borrowed.absent)
      if (mended !== operation) isMended = true
      if (mended) lines.push(writeOperation(mended))
    })
    if (isMended) content.replace(lines.join('\n'))
    isChanged ||= isMended
  }
  return isChanged
}

/** The operation as the standards know it; undefined if it is none, or names what is `absent`. */
function mendOperation(operation: Operation, absent: ReadonlySet<string>): Operation | undefined {
  const { operator, operands } = operation
  const named = absent.size > 0 ? resourceNamedBy(operation)?.join('/') : undefined
  if (named !== undefined && absent.has(named)) return withoutResource(operation)
  if (operator === 'BI') {
    const images = operands.map(mendInlineImage)
    return images[0] === operands[0] ? operation : { operator, operands: images }
  }
  if (!OPERATORS.has(operator)) return undefined
  const bounded = operands.map(
    operator === 'ri' ? knownIntent : SHOW.has(operator) ? wholeText : boundedOperand,
  )
  const isSame = bounded.every((operand, index) => operand === operands[index])
  return isSame ? operation : { operator, operands: bounded }
}

function knownIntent(operand: string): string {
  return RENDERING_INTENTS.has(operand.slice(1)) ? operand : '/RelativeColorimetric'
}

/** A shown text whose hexadecimal digits are pairs: readers pass over what is no digit, and add a 0 at the end. */
function wholeText(operand: string): string {
  const parts = operand.includes('<') ? [...shownParts(operand)] : []
  if (!parts.some(isBrokenHex)) return boundedOperand(operand)
  const whole = parts.map((part) => {
    const digits = isBrokenHex(part) ? hexDigits(part)?.replace(/[^0-9a-f]/gi, '') : undefined
    return digits === undefined ? part : `<${digits}${digits.length % 2 === 0 ? '' : '0'}>`
  })
  return operand.startsWith('[') ? `[${whole.join(' ')}]` : whole.join('')
}

const LONG_NUMBER = /^[+-]?[\d.]{10,}$/

function boundedOperand(operand: string): string {
  const number = LONG_NUMBER.test(operand) ? Number(operand) : 0
  return Number.isNaN(number) || bounded(number) === number ? operand : String(bounded(number))
}

function bounded(number: number): number {
  if (Number.isInteger(number)) return Math.max(-MAX_INTEGER, Math.min(MAX_INTEGER, number))
  return Math.abs(number) < MIN_REAL ? 0 : number
}

/** Numbers of objects; lengths of streams are written anew anyway. */
function boundNumbers({ context }: PDFDocument): boolean {
  let isChanged = false
  const limited = (value: PDFObject) => {
    const number = value instanceof PDFNumber ? value.asNumber() : 0
    if (bounded(number) === number) return undefined
    isChanged = true
    return PDFNumber.of(bounded(number))
  }
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const own = limited(object)
    if (own) context.assign(ref, own)
    const open: PDFObject[] = [object]
    for (let next = open.pop(); next; next = open.pop()) {
      budgetOf(context).charge('objects')
      const dict = next instanceof PDFDict ? next : 'dict' in next ? (next.dict as PDFDict) : undefined
      for (const [key, value] of dict?.entries() ?? []) {
        const made = limited(value)
        if (made) dict?.set(key, made)
        else if (value instanceof PDFDict || value instanceof PDFArray) open.push(value)
      }
      if (!(next instanceof PDFArray)) continue
      for (const [index, value] of next.asArray().entries()) {
        const made = limited(value)
        if (made) next.set(index, made)
        else if (value instanceof PDFDict || value instanceof PDFArray) open.push(value)
      }
    }
  }
  return isChanged
}

type Borrowed = { isLent: boolean; absent: ReadonlySet<string> }
const NOTHING_BORROWED: Borrowed = { isLent: false, absent: new Set() }

/**
 * Gives a part of a page what it names and only the page has. `absent` is what the page lacks too, fonts left out, for
 * which readers have one of their own: category and name, as `XObject/Fm1`.
 */
async function borrow(content: Content, text: string, pages: (PDFDict | undefined)[]): Promise<Borrowed> {
  const { resources } = content
  const missing = new Map<string, [string, string]>()
  await readInTurns(text, content.work, (operation) => {
    const named = resourceNamedBy(operation)
    if (named && !dictAt(resources, named[0])?.has(PDFName.of(named[1]))) missing.set(named.join('/'), named)
  })
  const absent = new Set<string>()
  let isLent = false
  for (const [key, [category, name]] of missing) {
    const value = dictAt(pages[content.page], category)?.get(PDFName.of(name))
    if (value && resources) {
      ensureDict(resources, category).set(PDFName.of(name), value)
      isLent = true
    } else if (category !== 'Font' && !isBuiltIn(category, name)) absent.add(key)
  }
  return { isLent, absent }
}

/** Colour spaces that need no resource. */
function isBuiltIn(category: string, name: string): boolean {
  return category === 'ColorSpace' && ['DeviceGray', 'DeviceRGB', 'DeviceCMYK', 'Pattern'].includes(name)
}

/** An operation whose resource is nowhere, as readers take it: marked content without properties, and nothing else. */
function withoutResource({ operator, operands }: Operation): Operation | undefined {
  if (operator === 'BDC') return { operator: 'BMC', operands: operands.slice(0, 1) }
  return operator === 'DP' ? { operator: 'MP', operands: operands.slice(0, 1) } : undefined
}
