/** `asset:` addresses in a document, written so that the browser asks for them. */
import { ASSET_ORIGIN } from '../net/asset-address'
import { namesFile } from './document-mistakes'
import { plainLetters } from './plain-letters'

const MENTION = /\basset:(?=[A-Za-z0-9])/gi
/** Mentions that are looked at: as many as a document may name files. */
const MAX_MENTIONS = 1000

/** The text with the address of each of the account's files where a file is named, however it is written; texts that readers see stay. */
export function withOwnFiles(text: string): string {
  const { plain, placeOf } = plainLetters(text)
  const parts: string[] = []
  let from = 0
  let mentions = 0
  for (const { index, 0: scheme } of plain.matchAll(MENTION)) {
    if (++mentions > MAX_MENTIONS) break
    if (!namesFile(plain, index)) continue
    parts.push(text.slice(from, placeOf(index)), ASSET_ORIGIN)
    from = placeOf(index + scheme.length)
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from)
}
