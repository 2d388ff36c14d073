/** The character maps of composite fonts, which lead from codes to CIDs (ISO 32000-1 9.7.5): Identity, and embedded ones. */
import { type PDFDict, PDFName } from 'pdf-lib'
import { latin1, operations } from '../../content-stream'
import { decodeStream } from '../../streams'
import { budgetOf } from '../../work-budget'
import { textAt } from '../annotations'
import { arrayAt, dictAt, dictOf, nameAt, numberAt, streamAt } from '../objects'

export type CidFinder = (code: number) => number | undefined

/** What an embedded map says, as far as it is read: codes of two bytes alone. */
type EmbeddedMap = {
  /** Undefined if codes have other lengths. It returns undefined for codes of which only another map says what they mean. */
  cidOf: CidFinder | undefined
  largestCid: number
  isVertical: boolean
  /** The map that it begins with; the empty text if that has no name. */
  used: string | undefined
}

const MAX_MAP_BYTES = 2_000_000
const MAX_CID = 65_535
const CODES = 0x10000
const NO_CID = -1
/** Two bytes in hexadecimal digits. */
const CODE = /^<[\da-f]{4}>$/i

/** The maps that need not be embedded (ISO 32000-1 table 118), without the direction at their ends. */
const PREDEFINED = new Set(
  (
    'Identity GB-EUC GBpc-EUC GBK-EUC GBKp-EUC GBK2K UniGB-UCS2 UniGB-UTF16 B5pc HKscs-B5 ETen-B5 ETenms-B5 CNS-EUC ' +
    'UniCNS-UCS2 UniCNS-UTF16 83pv-RKSJ 90ms-RKSJ 90msp-RKSJ 90pv-RKSJ Add-RKSJ EUC Ext-RKSJ UniJIS-UCS2 UniJIS-UCS2-HW ' +
    'UniJIS-UTF16 KSC-EUC KSCms-UHC KSCms-UHC-HW KSCpc-EUC UniKS-UCS2 UniKS-UTF16'
  ).split(' '),
)

const isIdentity = (name: string) => name === 'Identity-H' || name === 'Identity-V'

/** Whether a map need not be embedded: all of the standard but in part 1, which knows Identity alone (ISO 19005-1 6.3.3.3). */
function mayBeNamed(name: string, part: number | undefined): boolean {
  return isIdentity(name) || (part !== 1 && isPredefined(name))
}

function isPredefined(name: string): boolean {
  return /^[HV]$/.test(name) || (/-[HV]$/.test(name) && PREDEFINED.has(name.slice(0, -2)))
}

/** Finds the CID of a code; undefined if the font's map cannot be read. Throws WorkLimitExceeded. */
export function cidFinder(font: PDFDict): CidFinder | undefined {
  if (nameAt(font, 'Encoding')?.startsWith('Identity-')) return (code) => code
  return embeddedMap(font)?.cidOf
}

export type MapVerdict = { problem: string } | 'fits' | 'unjudged'

/**
 * Whether the map of a composite font that shows `codes` is one that it may have; `problem` follows “The font …”. Part 1 wants
 * every map but Identity embedded, and does not ask for the supplements of collections (ISO 19005-1 6.3.3.1, 6.3.3.3).
 * Throws WorkLimitExceeded.
 */
export function judgeCharacterMap(
  font: PDFDict,
  codes: Iterable<number>,
  part: number | undefined,
): MapVerdict {
  const name = nameAt(font, 'Encoding')
  if (name !== undefined && isIdentity(name)) return 'fits'
  if (name !== undefined && !mayBeNamed(name, part))
    return { problem: 'has a character map that is not embedded' }
  const dict = streamAt(font, 'Encoding')?.dict
  const map = embeddedMap(font)
  if (!dict || !map) return 'unjudged'
  const problem = problemOf(map, dict, { font, part })
  if (problem) return { problem }
  for (const code of codes) if (map.cidOf?.(code) === undefined) return 'unjudged'
  return 'fits'
}

function problemOf(
  { used, isVertical, largestCid }: EmbeddedMap,
  dict: PDFDict,
  { font, part }: { font: PDFDict; part: number | undefined },
): string | undefined {
  if (used !== undefined && !mayBeNamed(used, part))
    return 'has a character map that refers to one that is not embedded'
  if (isVertical !== (numberAt(dict, 'WMode') === 1))
    return 'has a character map that is written in another direction than it says'
  if (largestCid > MAX_CID) return 'has a character map with CIDs above 65,535'
  const descendant = dictOf(arrayAt(font, 'DescendantFonts')?.lookup(0))
  const [ofMap, ofFont] = [dict, descendant].map((one) => dictAt(one, 'CIDSystemInfo'))
  const isSame = ['Registry', 'Ordering'].every((key) => textAt(ofMap, key) === textAt(ofFont, key))
  const isKnown = part === 1 || (numberAt(ofFont, 'Supplement') ?? 0) <= (numberAt(ofMap, 'Supplement') ?? 0)
  return isSame && isKnown ? undefined : 'has a character map of another collection of characters'
}

const known = new WeakMap<PDFDict, EmbeddedMap>()

function embeddedMap(font: PDFDict): EmbeddedMap | undefined {
  const stream = streamAt(font, 'Encoding')
  if (!stream) return undefined
  const read = known.get(stream.dict)
  if (read) return read
  const bytes = decodeStream(stream)
  if (bytes.length > MAX_MAP_BYTES) return undefined
  const map = readMap(latin1(bytes), stream.dict)
  known.set(stream.dict, map)
  return map
}

/** Throws WorkLimitExceeded. */
function readMap(text: string, dict: PDFDict): EmbeddedMap {
  const work = budgetOf(dict.context)
  const cids = new Int32Array(CODES).fill(NO_CID)
  let [isRead, isVertical, largestCid] = [true, false, 0]
  const begins = dict.lookup(PDFName.of('UseCMap'))
  let used = begins instanceof PDFName ? begins.decodeText() : begins && ''
  const set = (first = '', last = '', cid = 0) => {
    if (!CODE.test(first) || !CODE.test(last) || !Number.isInteger(cid)) isRead = false
    const [from, to] = [first, last].map((code) => Number.parseInt(code.slice(1, -1), 16))
    if (!isRead || from === undefined || to === undefined || from > to) return
    work.charge('objects', to - from + 1)
    for (let code = from; code <= to; code++) cids[code] = cid + code - from
    largestCid = Math.max(largestCid, cid + to - from)
  }
  for (const { operator, operands } of operations(text, work)) {
    if (operator === 'def' && operands.at(-2) === '/WMode') isVertical = operands.at(-1) === '1'
    else if (operator === 'usecmap') used = operands.at(-1)?.slice(1) ?? ''
    else if (operator === 'endcodespacerange') isRead &&= operands.every((code) => CODE.test(code))
    else if (operator === 'endcidrange')
      for (let at = 0; at < operands.length; at += 3)
        set(operands[at], operands[at + 1], Number(operands[at + 2]))
    else if (operator === 'endcidchar')
      for (let at = 0; at < operands.length; at += 2)
        set(operands[at], operands[at], Number(operands[at + 1]))
  }
  // Codes that another map has may have one byte, or four.
  if (used && !/^([HV]|Identity-[HV])$/.test(used)) isRead = false
  const absent = used === undefined ? 0 : undefined
  const cidOf = (code: number) => {
    const cid = cids[code] ?? NO_CID
    return cid === NO_CID ? absent : cid
  }
  return { cidOf: isRead ? cidOf : undefined, largestCid, isVertical, used }
}
