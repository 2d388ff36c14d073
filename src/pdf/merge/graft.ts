/** Copies objects from one document into another, references and all, without recursion along them. */
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from 'pdf-lib'
import { budgetOf } from '../work-budget'

const parent = PDFName.of('Parent')
const type = PDFName.of('Type')
const page = PDFName.of('Page')

export class Graft {
  private readonly known = new Map<PDFRef, PDFRef>()
  private readonly waiting: PDFRef[] = []

  constructor(
    private readonly source: PDFContext,
    private readonly target: PDFContext,
  ) {}

  /** Lets references to an object of the source mean one that the target has already. */
  replace(original: PDFRef, existing: PDFRef) {
    this.known.set(original, existing)
  }

  /** Copies the object behind a reference, and what it leads to, at once. */
  copy(ref: PDFRef): PDFRef {
    const copied = this.reference(ref)
    this.drain()
    return copied
  }

  /** Copies a value that may hold references. */
  copyValue(value: PDFObject): PDFObject {
    const copied = this.value(value)
    this.drain()
    return copied
  }

  private reference(ref: PDFRef): PDFRef {
    const known = this.known.get(ref)
    if (known) return known
    const made = this.target.nextRef()
    this.known.set(ref, made)
    this.waiting.push(ref)
    return made
  }

  private drain() {
    for (let ref = this.waiting.pop(); ref; ref = this.waiting.pop()) {
      const object = this.source.lookup(ref)
      const made = this.known.get(ref)
      if (object && made) this.target.assign(made, this.value(object))
    }
  }

  private value(object: PDFObject): PDFObject {
    budgetOf(this.target).charge('objects')
    if (object instanceof PDFRef) return this.reference(object)
    if (object instanceof PDFStream) {
      const copy = cloneOf(object, this.target)
      this.fill(copy.dict, object.dict)
      return copy
    }
    if (object instanceof PDFDict) {
      const copy = object.clone(this.target)
      this.fill(copy, object)
      return copy
    }
    if (object instanceof PDFArray) {
      const copy = PDFArray.withContext(this.target)
      for (const item of object.asArray()) copy.push(this.value(item))
      return copy
    }
    return object
  }

  /** A page's parent is the other document's page tree: it stays behind. */
  private fill(copy: PDFDict, original: PDFDict) {
    for (const [key, value] of original.entries()) {
      if (key === parent && original.get(type) === page) copy.delete(key)
      else copy.set(key, this.value(value))
    }
  }
}

/** The library copies the data too, which nothing changes: both documents have them. */
function cloneOf(stream: PDFStream, context: PDFContext): PDFStream {
  return stream instanceof PDFRawStream
    ? PDFRawStream.of(stream.dict.clone(context), stream.contents)
    : stream.clone(context)
}
