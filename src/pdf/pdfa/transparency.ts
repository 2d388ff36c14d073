/** What PDF/A-1 calls transparency (ISO 19005-1 6.4), looked for in resources, where it is declared. */
import { type PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib'
import { dictAt, dictOf, entriesOf, isType3, nameAt, numberAt, streamAt } from './objects'

/** Judges resources and what they lead to; remembers, since pages share them. */
export class Transparency {
  private readonly known = new Map<PDFDict, boolean>()

  /** True if painting with these resources may blend with what is below. */
  within(resources: PDFDict | undefined): boolean {
    if (!resources) return false
    const found = this.known.get(resources)
    if (found !== undefined) return found
    this.known.set(resources, false)
    const answer =
      entriesOf(resources, 'ExtGState').some(({ object }) => isBlendingState(dictOf(object))) ||
      entriesOf(resources, 'XObject').some(({ object }) => this.ofXObject(object)) ||
      entriesOf(resources, 'Pattern').some(({ object }) => this.ofPattern(object)) ||
      entriesOf(resources, 'Font').some(({ object }) => this.ofFont(object))
    this.known.set(resources, answer)
    return answer
  }

  /** An image with a soft mask, or a form that is a group or draws with transparency. */
  ofXObject(object: PDFObject | undefined): boolean {
    if (!(object instanceof PDFStream)) return false
    if (nameAt(object.dict, 'Subtype') === 'Image') return hasSoftMask(object.dict)
    return dictAt(object.dict, 'Group') !== undefined || this.insideForm(object.dict)
  }

  /** As `ofXObject` for a form, its own group apart. */
  insideForm(form: PDFDict): boolean {
    return this.within(dictAt(form, 'Resources'))
  }

  ofPattern(object: PDFObject | undefined): boolean {
    const pattern = dictOf(object)
    if (isBlendingState(dictAt(pattern, 'ExtGState'))) return true
    return this.within(dictAt(pattern, 'Resources'))
  }

  /** Only Type 3 fonts draw with resources. */
  ofFont(object: PDFObject | undefined): boolean {
    const font = dictOf(object)
    return isType3(font) && this.within(dictAt(font, 'Resources'))
  }
}

/** True for an image with a soft mask of its own (`SMask`), or inside its data (`SMaskInData`). */
export function hasSoftMask(image: PDFDict): boolean {
  return streamAt(image, 'SMask') !== undefined || (numberAt(image, 'SMaskInData') ?? 0) !== 0
}

/** How far an alpha may be from 1: less than any reader tells, and what validators allow. */
const ALPHA_ROUNDING = 1e-6

/** Whether an alpha is 1, or what is left of that by rounding. */
export function isOpaque(alpha: number): boolean {
  return Math.abs(alpha - 1) < ALPHA_ROUNDING
}

/** True for a graphics state dictionary that sets an alpha, a soft mask or a blend mode. */
export function isBlendingState(state: PDFDict | undefined): boolean {
  if (!state) return false
  if (['ca', 'CA'].some((key) => !isOpaque(numberAt(state, key) ?? 1))) return true
  return dictAt(state, 'SMask') !== undefined || isBlending(state)
}

/** True if the blend mode is another than Normal. */
export function isBlending(state: PDFDict): boolean {
  const mode = state.lookup(PDFName.of('BM'))
  if (!mode) return false
  const names = mode instanceof PDFName ? [mode.decodeText()] : mode.toString().match(/\w+/g)
  return names?.[0] !== 'Normal' && names?.[0] !== 'Compatible'
}
