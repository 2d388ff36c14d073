/** The six letters and the plus sign before the name of a font whose program is a part of another (ISO 32000-1 9.6.4). */
import type { PDFDict } from 'pdf-lib'
import { nameAt } from '../objects'

const TAG = /^[A-Z]{6}\+/

/** Whether a font's name says that it is a subset. */
export function isSubset(font: PDFDict): boolean {
  return hasSubsetTag(nameAt(font, 'BaseFont') ?? '')
}

/** Whether the name of a font begins with such a tag. */
export function hasSubsetTag(name: string): boolean {
  return TAG.test(name)
}

/** The name of the whole font. */
export function withoutSubsetTag(name: string): string {
  return name.replace(TAG, '')
}
