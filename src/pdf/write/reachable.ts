/** What a file must hold: the objects that its trailer leads to, in an order that compresses well. */
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib'
import { budgetOf } from '../work-budget'

const length = PDFName.of('Length')

/** Every object the roots lead to, in breadth-first order: references nearby become numbers nearby. */
export function reachableObjects(
  context: PDFContext,
  roots: (PDFObject | undefined)[],
): [PDFRef, PDFObject][] {
  const found = new Map<PDFRef, PDFObject>()
  const work = budgetOf(context)
  const visit = (value: PDFObject | undefined) => {
    work.charge('objects')
    if (value instanceof PDFRef) {
      if (found.has(value)) return
      const object = context.lookup(value)
      if (object) found.set(value, object)
    } else if (value instanceof PDFArray) {
      for (const item of value.asArray()) visit(item)
    } else if (value instanceof PDFDict) {
      for (const item of value.values()) visit(item)
    } else if (value instanceof PDFStream) {
      // A length that stands by itself is not needed: it is written with the stream.
      for (const [key, item] of value.dict.entries()) if (key !== length) visit(item)
    }
  }
  roots.forEach(visit)
  for (const [, object] of found) visit(object) // A map's iteration meets what is added while it runs.
  return [...found]
}

/** Objects of one kind side by side, which is what makes an object stream small. */
export function sameObject(objects: [PDFRef, PDFObject][]): [PDFRef, PDFObject][] {
  const shaped = objects.map((entry) => ({ entry, shape: shapeOf(entry[1]) }))
  shaped.sort((a, b) => (a.shape < b.shape ? -1 : a.shape > b.shape ? 1 : 0))
  return shaped.map(({ entry }) => entry)
}

function shapeOf(object: PDFObject): string {
  if (!(object instanceof PDFDict)) return object.constructor.name
  const type = object.get(PDFName.of('Type')) ?? object.get(PDFName.of('S'))
  return `${type instanceof PDFName ? type : ''}${object.keys().join('')}`
}
