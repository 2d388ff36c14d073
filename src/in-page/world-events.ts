/** Events by which our own world in a page and that of the document's scripts speak to each other. */

/** Events by which our world asks the document's to run its timers ahead, and is told how many did. */
export const RUN_AHEAD = 'platen-run-ahead'
export const RAN_AHEAD = 'platen-ran-ahead'
/** The event by which the document's world says that it ran for as long as it may, and had more to do. */
export const CUT_SHORT = 'platen-cut-short'
/** The event by which our world gives scripts more time of theirs to run ahead. */
export const MORE_TIME = 'platen-more-time'
/** The event by which our world asks whether scripts may be called later (`later-calls.ts`): prevented if they may. */
export const LATER_CALLS = 'platen-later-calls'
/** The event by which our world has the document's scripts held still. */
export const HOLD_STILL = 'platen-hold-still'
/** Events by which our world asks the document's which animations have ended, and is told of each. */
export const TELL_ENDED = 'platen-tell-ended'
export const ENDED_ANIMATION = 'platen-ended-animation'
