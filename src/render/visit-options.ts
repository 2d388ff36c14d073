/** What is done with a page before it is printed: the window it loads in, what is clicked, hidden and scrolled to. */
import { z } from 'zod'
import { selectorMistake } from './selector-mistake'

const MAX_CLICKS = 10
const MAX_HIDDEN = 20
const MAX_SELECTOR = 500

const selector = z
  .string()
  .min(1)
  .max(MAX_SELECTOR)
  .superRefine((text, context) => {
    const message = text.length <= MAX_SELECTOR ? selectorMistake(text) : undefined
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

export const visitOptions = {
  viewport: z
    .strictObject({
      width: z.int().min(200).max(3840).describe('CSS pixels.'),
      height: z.int().min(200).max(2160).optional().describe('CSS pixels. Default 800.'),
      device_scale: z
        .number()
        .min(1)
        .max(3)
        .optional()
        .describe('Pixels of the screen for each CSS pixel, by which pages choose pictures. Default 1.'),
    })
    .optional()
    .describe(
      'The window that the document loads in, such as `{"width": 1280}`: what its scripts measure. On paper it is laid out ' +
        'for the paper. Default the printable area.',
    ),
  click: z
    .array(selector)
    .max(MAX_CLICKS)
    .optional()
    .describe(
      'CSS selectors of what is clicked, in this order, when the document has come to rest: the first element that each ' +
        'finds. One that finds nothing is a warning. A click leads to no other page.',
    ),
  hide: z
    .array(selector)
    .max(MAX_HIDDEN)
    .optional()
    .describe(
      'CSS selectors of what is not shown, such as a cookie banner: all elements that each finds, whenever they come. One ' +
        'that finds nothing is a warning.',
    ),
  scroll: z
    .boolean()
    .optional()
    .describe(
      'Scrolls through a document with scripts before it is printed, at most 100 windows, so that what is loaded or shown on ' +
        'the way is there. Default true with `url`, else false.',
    ),
} as const

/** A window for pages, where nothing says how high it is. */
const DEFAULT_HEIGHT = 800

export type AskedViewport = z.output<typeof visitOptions.viewport>

/** The window that was asked for, in CSS pixels. */
export function askedViewport(viewport: AskedViewport) {
  if (!viewport) return undefined
  const { width, height = DEFAULT_HEIGHT, device_scale } = viewport
  return { width, height, ...(device_scale !== undefined && { scale: device_scale }) }
}

/** The rules that hide elements from the beginning; one rule each. */
export function hidingRules(selectors: readonly string[] = []): string {
  return selectors.map((each) => `${each}{display:none!important}`).join('')
}
