/**
 * Colour spaces with an ICC profile: it is one, of a version that the part of the standard knows, and has as many
 * components as `N` says (ISO 19005-1 6.2.3.2, ISO 19005-2 6.2.4.2, ISO 32000-1 8.6.5.5).
 */
import { PDFArray, type PDFContext, type PDFDict, PDFName, PDFNumber, PDFRef, PDFStream } from 'pdf-lib'
import { decodeStream } from '../streams'
import { type ProfileHeader, readHeader, toVersion2 } from './icc'
import { arraysOf, flateStream, numberAt } from './objects'

const [ICC_BASED, COMPONENTS] = [PDFName.of('ICCBased'), PDFName.of('N')]

/** Colour spaces of profiles that a PDF may use, and their components. */
const COMPONENTS_OF = new Map([
  ['GRAY', 1],
  ['RGB ', 3],
  ['Lab ', 3],
  ['CMYK', 4],
])
const DEVICE_CLASSES = new Set(['scnr', 'mntr', 'prtr', 'spac'])
/** What a space is whose profile cannot be used, by its components; and what `Alternate` may be instead. */
const FALLBACKS = new Map([
  [1, { device: 'DeviceGray', alternates: ['CalGray'] }],
  [3, { device: 'DeviceRGB', alternates: ['CalRGB', 'Lab'] }],
  [4, { device: 'DeviceCMYK', alternates: [] }],
])

/** Every `[/ICCBased profile]` among arrays. */
export function iccSpacesOf(arrays: Iterable<PDFArray>): PDFArray[] {
  return [...arrays].filter((array) => array.size() > 0 && array.lookup(0) === ICC_BASED)
}

/**
 * Spaces whose profile is none, or has other components than `N` says, become what readers take them for: the alternate
 * space or that of the device. A missing `N` is taken from the profile. Throws WorkLimitExceeded.
 */
export function replaceUnusableProfiles(context: PDFContext): void {
  const headers = new Map<PDFStream, ProfileHeader | undefined>()
  for (const space of iccSpacesOf(arraysOf(context))) {
    const profile = space.lookup(1)
    if (!(profile instanceof PDFStream)) continue
    if (!headers.has(profile)) headers.set(profile, readHeader(decodeStream(profile)))
    const header = headers.get(profile)
    const components = COMPONENTS_OF.get(header?.colorSpace ?? '')
    if (components && !profile.dict.has(COMPONENTS)) profile.dict.set(COMPONENTS, PDFNumber.of(components))
    const count = numberAt(profile.dict, 'N')
    // A profile of another kind may be what readers use: the check names it.
    const isUsed = header !== undefined && (components === undefined || components === count)
    if (!isUsed) becomeFallback(space, profile.dict, count)
  }
}

function becomeFallback(space: PDFArray, profile: PDFDict, count: number | undefined): void {
  const fallback = FALLBACKS.get(count ?? 0)
  if (!fallback) return
  const alternate = profile.lookup(PDFName.of('Alternate'))
  const family = alternate instanceof PDFArray ? alternate.lookup(0) : undefined
  const isKept = family instanceof PDFName && fallback.alternates.includes(family.decodeText())
  const items = isKept && alternate instanceof PDFArray ? alternate.asArray() : [PDFName.of(fallback.device)]
  while (space.size() > 0) space.remove(space.size() - 1)
  for (const item of items) space.push(item)
}

/** Profiles of version 4, such as Chromium's own, become version 2; one that cannot stays, and the check names it. */
export function replaceNewProfiles(context: PDFContext): void {
  const profiles = new Map(iccSpacesOf(arraysOf(context)).map((space) => [space.get(1), space.lookup(1)]))
  for (const [ref, profile] of profiles) {
    if (!(ref instanceof PDFRef) || !(profile instanceof PDFStream)) continue
    const data = decodeStream(profile)
    const older = (readHeader(data)?.version ?? 0) > 2 ? toVersion2(data) : undefined
    if (older) context.assign(ref, flateStream(context, older, profile.dict))
  }
}

/** Why a space's second element may not be its profile, as a sentence; undefined if it may. Throws WorkLimitExceeded. */
export function profileProblem(profile: unknown, newestVersion: number): string | undefined {
  if (!(profile instanceof PDFStream)) return 'A colour space has no profile: use sRGB.'
  const header = readHeader(decodeStream(profile))
  if (!header) return 'A colour profile is not an ICC profile: use sRGB.'
  const components = COMPONENTS_OF.get(header.colorSpace)
  if (!components || !DEVICE_CLASSES.has(header.deviceClass))
    return 'A colour profile is not one of gray, RGB, Lab or CMYK colours of a device: use sRGB.'
  if (components !== numberAt(profile.dict, 'N'))
    return 'A colour profile has another number of components than its colour space: use sRGB.'
  if (header.version > newestVersion)
    return `A colour profile is newer than version ${newestVersion}: store the image as sRGB.`
  return undefined
}
