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
import { ContentLines } from './content-lines'
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
    const lines = new ContentLines()
    let isMended = false
    const missing = new Map<string, [string, string]>()
    await readInTurns(text, content.work, (operation) => {
      const mended = mendOperation(operation)
      if (mended !== operation) isMended = true
      if (mended) lines.add(writeOperation(mended))
      const named = content.kind === 'page' ? undefined : resourceNamedBy(operation)
      if (named && !has(content.resources, named)) missing.set(named.join('/'), named)
    })
    if (lend(content, missing.values(), pages)) isChanged = true
    if (isMended) content.replace(lines.text())
    isChanged ||= isMended
  }
  return isChanged
}

/** The operation as the standards know it; undefined if it is none. */
function mendOperation(operation: Operation): Operation | undefined {
  const { operator, operands } = operation
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
  const parts = operand.includes('<') ? shownParts(operand) : []
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

function has(resources: PDFDict | undefined, [category, key]: [string, string]): boolean {
  return dictAt(resources, category)?.has(PDFName.of(key)) ?? false
}

/**
 * Gives a part of a page what it names and only the page has. What another part has readers may use or not: it stays
 * refused. Returns whether it was given anything.
 */
function lend(
  { page, resources }: Content,
  missing: Iterable<[string, string]>,
  pages: (PDFDict | undefined)[],
): boolean {
  let isChanged = false
  for (const [category, key] of missing) {
    const value = dictAt(pages[page], category)?.get(PDFName.of(key))
    if (!value || !resources) continue
    ensureDict(resources, category).set(PDFName.of(key), value)
    isChanged = true
  }
  return isChanged
}
