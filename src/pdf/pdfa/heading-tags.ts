/** Headings in the tags (ISO 14289-1 7.4): numbered ones that skip no level, or one that is not numbered in each part. */
import type { PDFDocument } from 'pdf-lib'
import { kidTags, retype, type Tag, tagsOf } from './structure-tree'

/**
 * Headings as deep as they are nested (7.4.2): the first is level 1, and none is more than one level deeper than the one
 * before. Documents that keep this already stay as they are.
 */
export function levelHeadings(doc: PDFDocument): void {
  if (mixesHeadings(doc)) numberHeadings(doc)
  const open: number[] = []
  for (const tag of tagsOf(doc)) {
    const level = headingLevel(tag)
    if (level === 0) continue
    while ((open.at(-1) ?? 0) >= level) open.pop()
    open.push(level)
    if (open.length !== level) retype(tag, `H${open.length}`)
  }
}

/** Whether a document has both kinds of headings, or two that are not numbered in one part (7.4.4). */
export function mixesHeadings(doc: PDFDocument): boolean {
  let numbered = false
  let plain = false
  for (const tag of tagsOf(doc)) {
    if (headingLevel(tag) > 0) numbered = true
    if (tag.type === 'H') plain = true
    if (numbered && plain) return true
    if (kidTags(tag.dict).filter(({ type }) => type === 'H').length > 1) return true
  }
  return false
}

/** One without a number is as deep as the one before it. */
function numberHeadings(doc: PDFDocument): void {
  let last = 1
  for (const tag of tagsOf(doc)) {
    if (tag.type === 'H') retype(tag, `H${last}`)
    last = headingLevel(tag) || last
  }
}

/** 1 to 6 for `H1` to `H6`, 0 for every other element. */
export function headingLevel({ type }: Tag): number {
  return Number(/^H([1-6])$/.exec(type)?.[1] ?? 0)
}
