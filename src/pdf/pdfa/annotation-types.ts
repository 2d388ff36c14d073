/** Which types of annotations the parts know (ISO 19005-1 6.5.2, ISO 19005-2 6.3.1), and what becomes of others. */
import { type PDFDict, type PDFDocument, PDFName } from 'pdf-lib'
import { hasAppearance } from '../field-appearances'
import { dropAnnotations } from '../hidden-annotations'
import { annotationsOf } from './annotations'
import { appearanceOf } from './appearances'
import { drawAnnotation } from './draw-annotation'
import { nameAt } from './objects'

/** Types that both standards know, and those of ISO 32000-1 alone. */
const TYPES =
  'Text Link FreeText Line Square Circle Highlight Underline Squiggly StrikeOut Stamp Ink Popup Widget PrinterMark'
const KNOWN = new Set(TYPES.split(' '))
const KNOWN_IN_PART_2 = new Set(`${TYPES} Polygon PolyLine Caret Watermark Redact`.split(' '))

export function isKnownType(annotation: PDFDict, part: 1 | 2 | 3 | undefined): boolean {
  const type = nameAt(annotation, 'Subtype') ?? ''
  if (type === 'FileAttachment') return part === 3
  return (part === 1 ? KNOWN : KNOWN_IN_PART_2).has(type)
}

/**
 * Annotations of other types become stamps, which show what they bring or what readers agree on; those of which nothing
 * is to be seen go. Attached files stay as they are. Returns warnings, whole sentences.
 */
export function replaceUnknownTypes(doc: PDFDocument, part: 1 | 2 | 3): string[] {
  const [stamped, removed] = [new Set<string>(), new Set<string>()]
  const isReplaced = (dict: PDFDict) =>
    nameAt(dict, 'Subtype') !== 'FileAttachment' && !isKnownType(dict, part)
  for (const { dict } of annotationsOf(doc)) {
    if (!isReplaced(dict)) continue
    const drawing = hasAppearance(dict) ? undefined : drawAnnotation(dict)
    if (drawing) dict.set(PDFName.of('AP'), appearanceOf(dict, drawing))
    const type = nameAt(dict, 'Subtype') ?? 'none'
    if (hasAppearance(dict)) dict.set(PDFName.of('Subtype'), PDFName.of('Stamp'))
    const types = hasAppearance(dict) ? stamped : removed
    types.add(type)
  }
  if (removed.size > 0) dropAnnotations(doc, isReplaced)
  const told = (types: Set<string>, fate: string) =>
    types.size === 0 ? [] : [`Annotations of the type ${[...types].join(', ').slice(0, MAX_NAMED)} ${fate}`]
  return [
    ...told(stamped, 'became stamps of the same look: PDF/A does not know the type.'),
    ...told(removed, 'were removed, since they show nothing: PDF/A does not know the type.'),
  ]
}

/** Characters of the types that are named in a warning. */
const MAX_NAMED = 100
