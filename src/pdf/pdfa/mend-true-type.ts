/**
 * TrueType fonts as the standards want them (ISO 19005-1 6.3.3 to 6.3.7, ISO 19005-2 6.2.11.3 to 6.2.11.8), which look as
 * they did: codes lead to the glyphs that readers find, glyphs are as wide as the file says, and what a font lacks shows
 * what readers show for it, a copy of the glyph that stands for none.
 */
import { type PDFDict, PDFName, PDFNumber, type PDFRawStream } from 'pdf-lib'
import { decodeStream } from '../streams'
import { type CidFinder, cidFinder } from './fonts/character-map'
import { baseNames, characterOf, differencesOf, encodingNamed } from './fonts/encodings'
import { descendantOf, type GlyphFinder, glyphFinder, isSymbolic } from './fonts/glyph-finder'
import { programOf } from './fonts/read-program'
import { type Remake, remakeTrueType } from './fonts/remake-true-type'
import type { ShownCodes } from './fonts/shown-codes'
import { encodingProblem } from './fonts/true-type-encoding'
import { isAlike } from './fonts/widths'
import { dictAt, flateStream, nameAt, numberAt, streamAt } from './objects'
import { toUnicode } from './to-unicode'

const MAX_CODE = 255

/** Returns whether the font was changed. `shown` is all that the document shows in it. Throws WorkLimitExceeded. */
export function mendTrueType(font: PDFDict, shown: ShownCodes, part: number | undefined): boolean {
  const isSimple = nameAt(font, 'Subtype') === 'TrueType'
  const owner = descendantOf(font)
  const descriptor = dictAt(owner, 'FontDescriptor')
  const stream = streamAt(descriptor, 'FontFile2')
  const program = stream && programOf(descriptor)
  const find = program && glyphFinder(font)
  const cidOf = nameAt(owner, 'Subtype') === 'CIDFontType2' ? cidFinder(font) : undefined
  if (!owner || !find || !(isSimple || cidOf)) return false
  const codes = [...new Set([...shown.visible, ...shown.hidden])].filter((code) => !cidOf || cidOf(code))
  const plan = planOf(find, codes, program.glyphs)
  const isRecoded = isSimple && (plan.moved.size > 0 || encodingProblem(font, part) !== undefined)
  if (!isRecoded && plan.moved.size === 0 && plan.widths.size === 0) return false
  const glyphOfCode = isRecoded ? allGlyphs(find, plan) : undefined
  const made = remakeTrueType(decodeStream(stream), { ...plan, glyphOfCode })
  if (!made) return false
  if (cidOf && plan.moved.size > 0) moveGlyphs(owner, plan, cidOf)
  const own = replaceProgram(owner, made)
  if (glyphOfCode) makeSymbolic(font, own)
  return true
}

type Plan = Omit<Remake, 'glyphOfCode'> & {
  /** The glyphs of codes that are copies of others. */
  moved: Map<number, number>
}

/** What codes need: a glyph of the width that the file says, and a copy of it for each further width. */
function planOf(find: GlyphFinder, codes: number[], glyphs: number): Plan {
  const widths = new Map<number, number>()
  const plan: Plan = { widths, copies: [], moved: new Map() }
  const places = new Map<string, number>()
  const settled = new Map<number, number>()
  for (const code of codes) {
    const { glyph = 0, isPresent, own, said = 0 } = find(code)
    const source = isPresent ? glyph : 0
    const known = settled.get(source)
    if (isPresent && (known === undefined || isAlike(known, said))) {
      settled.set(source, known ?? said)
      if (!own.every((width) => isAlike(width, said))) widths.set(source, said)
      continue
    }
    const key = `${source} ${said}`
    const place = places.get(key) ?? glyphs + plan.copies.push({ source, width: said }) - 1
    places.set(key, place)
    plan.moved.set(code, place)
  }
  return plan
}

/** The glyphs of all codes, shown or not: fields may be filled in with them. */
function allGlyphs(find: GlyphFinder, { moved }: Plan): Map<number, number> {
  const glyphs = new Map<number, number>()
  for (let code = 0; code <= MAX_CODE; code++) {
    const { glyph = 0, isPresent } = find(code)
    const own = moved.get(code) ?? (isPresent ? glyph : 0)
    if (own > 0) glyphs.set(code, own)
  }
  return glyphs
}

const SYMBOLIC = 4
const LATIN = 32

/** Codes are places in the program's table. What they mean, which names said, is told by a map. */
function makeSymbolic(font: PDFDict, descriptor: PDFDict): void {
  if (!streamAt(font, 'ToUnicode')) {
    const pairs = meaningsOf(font)
    if (pairs.length > 0)
      font.set(PDFName.of('ToUnicode'), font.context.register(flateStream(font.context, toUnicode(pairs, 1))))
  }
  font.delete(PDFName.of('Encoding'))
  const flags = numberAt(descriptor, 'Flags') ?? 0
  descriptor.set(PDFName.of('Flags'), PDFNumber.of((flags | SYMBOLIC) & ~LATIN))
}

function meaningsOf(font: PDFDict): [number, number][] {
  const fallback = isSymbolic(font) ? new Map<number, string>() : encodingNamed('WinAnsiEncoding')
  const names = new Map([...(baseNames(font) ?? fallback), ...differencesOf(font)])
  return [...names].flatMap(([code, name]): [number, number][] => {
    const character = characterOf(name)
    return character === undefined || code > MAX_CODE ? [] : [[code, character]]
  })
}

/** The map from CIDs to glyphs, with copies in the places of those that need one. */
function moveGlyphs(descendant: PDFDict, plan: Plan, cidOf: CidFinder): void {
  const moved = new Map([...plan.moved].map(([code, glyph]) => [cidOf(code) ?? 0, glyph]))
  const known = streamAt(descendant, 'CIDToGIDMap')
  const old = known ? decodeStream(known) : undefined
  const last = Math.max(...moved.keys())
  const count = Math.max(old ? old.length >> 1 : 0, old ? last + 1 : 0x10000)
  const map = new DataView(new ArrayBuffer(2 * count))
  for (let cid = 0; cid < count; cid++)
    map.setUint16(
      2 * cid,
      moved.get(cid) ?? (old ? (old[2 * cid] ?? 0) * 256 + (old[2 * cid + 1] ?? 0) : cid),
    )
  const { context } = descendant
  descendant.set(
    PDFName.of('CIDToGIDMap'),
    context.register(flateStream(context, new Uint8Array(map.buffer))),
  )
}

/** A descriptor and a program of its own: others may share those it had. */
export function replaceProgram(owner: PDFDict, bytes: Uint8Array): PDFDict {
  const { context } = owner
  const descriptor = dictAt(owner, 'FontDescriptor')?.clone(context) ?? context.obj({})
  const stream: PDFRawStream = flateStream(context, bytes, context.obj({ Length1: bytes.length }))
  descriptor.set(PDFName.of('FontFile2'), context.register(stream))
  for (const key of ['FontFile', 'FontFile3', 'CIDSet']) descriptor.delete(PDFName.of(key))
  owner.set(PDFName.of('FontDescriptor'), context.register(descriptor))
  return descriptor
}
