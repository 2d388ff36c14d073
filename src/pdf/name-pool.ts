/**
 * pdf-lib decodes a name each time that it is looked up or read, which is a tenth of what counting a page takes. This
 * module, when it is imported, has it remember what names usually are.
 */
import { PDFName } from 'pdf-lib'

/** Names that are remembered; a file of a stranger may have any number. */
const MAX_KEPT = 4_000

const kept = new Map<string, PDFName>()
const texts = new WeakMap<PDFName, string>()
const { of } = PDFName
const { decodeText } = PDFName.prototype

PDFName.of = (name: string): PDFName => {
  const known = kept.get(name)
  if (known) return known
  const made = of(name)
  if (kept.size < MAX_KEPT) kept.set(name, made)
  return made
}

PDFName.prototype.decodeText = function (this: PDFName): string {
  const known = texts.get(this)
  if (known !== undefined) return known
  const text = decodeText.call(this)
  texts.set(this, text)
  return text
}
