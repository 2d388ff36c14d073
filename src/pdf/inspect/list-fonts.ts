/** The fonts that a document shows text in or names in its resources. */
import { PDFDict, type PDFDocument } from 'pdf-lib'
import type { Content } from '../pdfa/contents'
import { descendantOf } from '../pdfa/fonts/glyph-finder'
import { shownText } from '../pdfa/fonts/shown-codes'
import { isSubset, withoutSubsetTag } from '../pdfa/fonts/subset-tag'
import { dictAt, nameAt, streamAt } from '../pdfa/objects'

export type FontFacts = {
  name: string
  /** Such as `TrueType`, `Type1`, `Type3`; of a composite font its descendant's. */
  type: string
  embedded: boolean
  subset: boolean
  /** The first page that shows text in it, from 1; null if none does. */
  first_page: number | null
}

const PROGRAMS = ['FontFile', 'FontFile2', 'FontFile3']

/** Throws WorkLimitExceeded. */
export async function fontsOf(
  { context }: PDFDocument,
  contents: readonly { content: Content; text: string }[],
): Promise<FontFacts[]> {
  const { fonts } = await shownText([...contents])
  const all = new Set<PDFDict>(fonts.keys())
  for (const [, object] of context.enumerateIndirectObjects()) {
    const isFont = object instanceof PDFDict && nameAt(object, 'Type') === 'Font'
    if (isFont && !nameAt(object, 'Subtype')?.startsWith('CIDFont')) all.add(object)
  }
  return [...all].map((font) => {
    const inner = descendantOf(font)
    const name = nameAt(font, 'BaseFont') ?? ''
    const descriptor = dictAt(inner, 'FontDescriptor')
    const type = nameAt(inner, 'Subtype') ?? ''
    return {
      name: withoutSubsetTag(name).slice(0, 200),
      type: type.slice(0, 50),
      embedded: type === 'Type3' || PROGRAMS.some((key) => streamAt(descriptor, key)),
      subset: isSubset(font),
      first_page: fonts.get(font)?.page ?? null,
    }
  })
}
