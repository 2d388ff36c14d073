/** The one range that places of text are read with. */
import { document } from './true-document'

let range: Range | undefined

/**
 * A range to be set and read at once. There is one for all: whenever a node goes, a browser looks at each range that was ever
 * made and is not collected yet, so that one for each text made it slow to move cells of a large table.
 */
export function textRange(): Range {
  range ??= document.createRange()
  return range
}
