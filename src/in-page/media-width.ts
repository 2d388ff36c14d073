/**
 * Media queries as the print sees them. The browser answers them for the paper within the margins that it was asked
 * for, whatever margins the document's `@page` rules set, while the document is laid out within those.
 */

import { styleRules } from './dom'
import type { Paper } from './paper-types'
import { document } from './true-document'

export type MediaState = { list: MediaList; text: string; matches: boolean }

const SIZED = /width|height|orientation|aspect-ratio/

/** The area that media queries are answered for, in CSS pixels of the content. */
export function mediaArea(paper: Paper): { width: number; height: number } {
  const { defaultMargin, scale } = paper
  const { width, height, margins } = paper.sheet ?? paper
  const { top = defaultMargin, right = defaultMargin, bottom = defaultMargin, left = defaultMargin } = margins
  return { width: (width - left - right) / scale, height: (height - top - bottom) / scale }
}

/** The media conditions that depend on the window's size, and whether they hold now. */
export function readMediaStates(): MediaState[] {
  const states: MediaState[] = []
  const readList = (list: MediaList) => {
    const text = list.mediaText
    if (SIZED.test(text)) states.push({ list, text, matches: window.matchMedia(text).matches })
  }
  for (const { media } of document.styleSheets) readList(media)
  for (const rule of styleRules(document.styleSheets)) {
    if (rule instanceof CSSMediaRule) readList(rule.media)
    if (rule instanceof CSSImportRule && rule.styleSheet) readList(rule.styleSheet.media)
  }
  return states
}

/**
 * Makes the conditions hold, or not, as they did when they were read, whatever the window's size is now. They stay so:
 * that is how the print sees them.
 */
export function freezeMediaStates(states: readonly MediaState[]): void {
  for (const { list, text, matches } of states) {
    if (window.matchMedia(text).matches !== matches) list.mediaText = matches ? 'all' : 'not all'
  }
}
