/** What the browser makes of sizes on paper, and what can be read there. */

/** The browser makes a document smaller that is wider than its page, by so much at the most, and cuts off the rest. */
export const MAX_SHRINK = 1.5

/** Six points, in CSS pixels: what is smaller cannot be read. */
export const SMALLEST_READABLE = 8

/** The smallest text that a repair makes: that, and a little more. */
export const SMALLEST_TEXT = 8.05
