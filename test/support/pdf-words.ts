/** What stands in a PDF, wherever it stands. */
import { PDFArray, PDFDict, PDFDocument, PDFRef, PDFStream } from 'pdf-lib'

/** Every name, text, number and key of a file, found by walking what was parsed: one on each line. */
export async function wordsIn(bytes: Uint8Array, password?: string): Promise<string> {
  const options = { updateMetadata: false, ...(password !== undefined && { password }) }
  const { context } = await PDFDocument.load(bytes, options)
  const words: string[] = []
  const open: unknown[] = context.enumerateIndirectObjects().map(([, object]) => object)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const dict = next instanceof PDFStream ? next.dict : next
    if (dict instanceof PDFDict) for (const [key, value] of dict.entries()) open.push(key, value)
    else if (dict instanceof PDFArray) open.push(...dict.asArray())
    else if (!(dict instanceof PDFRef)) words.push(String(dict))
  }
  return words.join('\n')
}
