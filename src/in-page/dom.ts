/** The little of the DOM's types that the functions sent into a page name. */

/**
 * An element as the page has it. The DOM's own types cannot be loaded beside the Workers runtime's, which declare the
 * same names differently.
 */
// biome-ignore lint/suspicious/noExplicitAny: as said above
export type Node = any

/** A box in CSS pixels, as `getBoundingClientRect` answers it. */
export type Rect = {
  left: number
  top: number
  right: number
  bottom: number
  width: number
  height: number
}
