/** Objects as text in Latin-1, as short as the syntax allows (ISO 32000-2, 7.3). */
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import type { Encryption } from '../encrypt'

const length = PDFName.of('Length')

export class Serializer {
  constructor(
    /** The number each object has in the file; references to others become null. */
    private readonly numbers: Map<PDFRef, number>,
    private readonly encryption: Encryption | undefined,
  ) {}

  /** `outside`: not within an object stream, which is encrypted whole, so that its strings are not. */
  text(object: PDFObject, outside: boolean): string {
    if (object instanceof PDFRef) {
      const number = this.numbers.get(object)
      return number ? `${number} 0 R` : 'null'
    }
    if (object instanceof PDFDict) return `<<${this.entries(object, outside)}>>`
    if (object instanceof PDFArray) {
      const items = object.asArray().map((item) => this.text(item, outside))
      return `[${items.map((item, index) => (index === 0 ? item : separated(item))).join('')}]`
    }
    if (object instanceof PDFInvalidObject) return 'null'
    if (this.encryption && outside && (object instanceof PDFString || object instanceof PDFHexString)) {
      return `<${Buffer.from(this.encryption.encrypt(object.asBytes())).toString('hex')}>`
    }
    return object.toString()
  }

  /** The inside of a stream's dictionary, without its length. */
  streamEntries(dict: PDFDict): string {
    return this.entries(dict, true, length)
  }

  private entries(dict: PDFDict, outside: boolean, without?: PDFName): string {
    const entries = dict.entries().filter(([key]) => key !== without)
    return entries.map(([key, value]) => `${key}${separated(this.text(value, outside))}`).join('')
  }
}

/** With a space in front unless it begins with a delimiter of its own. */
function separated(text: string): string {
  return '/([<'.includes(text.charAt(0)) ? text : ` ${text}`
}
