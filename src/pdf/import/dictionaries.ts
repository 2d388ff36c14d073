/** Every dictionary of a document once, those inside other objects too; each object is charged to it. */
import { PDFArray, type PDFContext, PDFDict, type PDFObject, PDFStream } from 'pdf-lib'
import { budgetOf } from '../work-budget'

export function* dictionaries(context: PDFContext): Generator<PDFDict> {
  const work = budgetOf(context)
  for (const [, object] of context.enumerateIndirectObjects()) {
    const open: PDFObject[] = [object]
    while (open.length > 0) {
      const next = open.pop()
      work.charge('objects')
      const dict = next instanceof PDFStream ? next.dict : next
      if (dict instanceof PDFDict) yield dict
      const values = dict instanceof PDFArray ? dict.asArray() : dict instanceof PDFDict ? dict.values() : []
      for (const value of values) open.push(value)
    }
  }
}

/** The dictionary of every stream: streams are never inside other objects. */
export function* streamDictionaries(context: PDFContext): Generator<PDFDict> {
  for (const [, object] of context.enumerateIndirectObjects())
    if (object instanceof PDFStream) yield object.dict
}
