/**
 * Inks as ISO 19005-2 6.1.8 and 6.2.4 want them: their names are UTF-8, one name means one colour, and those that are
 * mixed are described. What they look like does not depend on it: readers go by the colour that stands for an ink.
 */
import { PDFArray, type PDFContext, type PDFDict, PDFName } from 'pdf-lib'
import { latin1 } from '../content-stream'
import { endOverprint } from './cmyk'
import { arraysOf, dictAt, dictOf, isUnicode } from './objects'
import { serialize } from './serialize'

const name = (key: string) => PDFName.of(key)
const [SEPARATION, DEVICE_N] = ['Separation', 'DeviceN'].map(name)

/** Returns whether anything was changed. Throws WorkLimitExceeded. */
export function mendInks(context: PDFContext): boolean {
  // Overprint mode 1, which no CMYK profile allows (6.2.4.2).
  let isChanged = endOverprint(context)
  const spaces = [...arraysOf(context)].filter((array) =>
    [SEPARATION, DEVICE_N].includes(array.get(0) as PDFName),
  )
  for (const space of spaces) if (nameInUnicode(space)) isChanged = true
  const mixed = spaces.filter((space) => space.get(0) === DEVICE_N)
  const described = new Set(mixed.flatMap(descriptionsOf))
  const known = new Map<string, PDFArray>()
  for (const space of spaces) {
    if (space.get(0) !== SEPARATION || described.has(space)) continue
    if (nameApart(space, known, context)) isChanged = true
  }
  for (const space of mixed) if (describe(space, known, context)) isChanged = true
  return isChanged
}

function nameInUnicode(space: PDFArray): boolean {
  const names = space.lookup(1)
  if (names instanceof PDFName && !isUnicode(names)) {
    space.set(1, unicode(names))
    return true
  }
  if (!(names instanceof PDFArray)) return false
  let isChanged = false
  for (let at = 0; at < names.size(); at++) {
    const one = names.lookup(at)
    if (!(one instanceof PDFName) || isUnicode(one)) continue
    names.set(at, unicode(one))
    const colorants = colorantsOf(space)
    const value = colorants?.get(one)
    colorants?.delete(one)
    if (value) colorants?.set(unicode(one), value)
    isChanged = true
  }
  return isChanged
}

/** The name as Latin-1, in UTF-8. */
function unicode(one: PDFName): PDFName {
  return name(latin1(new TextEncoder().encode(latin1(one.asBytes()))))
}

function colorantsOf(space: PDFArray): PDFDict | undefined {
  return dictAt(dictOf(space.lookup(4)), 'Colorants')
}

function descriptionsOf(space: PDFArray): PDFArray[] {
  const colorants = colorantsOf(space)
  return (colorants?.keys() ?? []).flatMap((key) => {
    const value = colorants?.lookup(key)
    return value instanceof PDFArray ? [value] : []
  })
}

function isSameColor(one: PDFArray, other: PDFArray, context: PDFContext): boolean {
  return [2, 3].every((at) => {
    const [first, second] = [one, other].map((space) => space.get(at))
    if (String(first) === String(second)) return true
    const written = [first, second].map((value) => value && serialize(value, context))
    return written[0] !== undefined && written[0] === written[1]
  })
}

/** Gives an ink of another colour than the one of its name a name of its own. */
function nameApart(space: PDFArray, known: Map<string, PDFArray>, context: PDFContext): boolean {
  const own = space.lookup(1)
  if (!(own instanceof PDFName)) return false
  const base = own.decodeText()
  for (let serial = 1; ; serial++) {
    const text = serial === 1 ? base : `${base} ${serial}`
    const found = known.get(text)
    if (found && !isSameColor(found, space, context)) continue
    known.set(text, found ?? space)
    if (serial === 1) return false
    space.set(1, name(text))
    return true
  }
}

/** Describes inks that are mixed by the inks of the same names, which all parts of the file share. */
function describe(space: PDFArray, known: Map<string, PDFArray>, context: PDFContext): boolean {
  const names = space.lookup(1)
  if (!(names instanceof PDFArray)) return false
  const entries = names.asArray().flatMap((one) => (one instanceof PDFName ? [one] : []))
  const inks = entries.flatMap((one): [PDFName, PDFArray][] => {
    const own = colorantsOf(space)?.lookup(one)
    const alone = names.size() === 1 ? context.obj([SEPARATION as PDFName, one]) : undefined
    for (const at of [2, 3]) {
      const value = space.get(at)
      if (value) alone?.push(value)
    }
    const ink = known.get(one.decodeText()) ?? (own instanceof PDFArray ? own : alone)
    if (ink) known.set(one.decodeText(), ink)
    return ink && ink !== own ? [[one, ink]] : []
  })
  if (inks.length === 0) return false
  const attributes = dictOf(space.lookup(4)) ?? context.obj({})
  const colorants = dictAt(attributes, 'Colorants') ?? context.obj({})
  for (const [one, ink] of inks) colorants.set(one, ink)
  attributes.set(name('Colorants'), colorants)
  if (space.size() > 4) space.set(4, attributes)
  else space.push(attributes)
  return true
}
