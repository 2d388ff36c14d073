/** Entries of inline images that readers need not heed (ISO 32000-1 8.9.5.3, 8.6.5.8), as the standards want them. */
import { RENDERING_INTENTS } from './operators'

/** The entries end with `ID` and a blank, behind which the data begin. */
const END_OF_ENTRIES = /\sID\s/
const SMOOTHING = /\/I(?:nterpolate)?\s{1,9}true(?=[\s/])/g
const INTENT = /\/Intent\s{0,9}\/([^\s/<>[\]()]{1,127})/g

/** The operand of a `BI` that asks for no smoothing, and for a rendering intent only if there is one of the name. */
export function mendInlineImage(image: string): string {
  const end = image.search(END_OF_ENTRIES)
  if (end < 0) return image
  const entries = image
    .slice(0, end + 1)
    .replace(SMOOTHING, '')
    .replace(INTENT, (entry, name) => (RENDERING_INTENTS.has(name) ? entry : '/Intent /RelativeColorimetric'))
  return entries + image.slice(end + 1)
}
