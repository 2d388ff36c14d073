/** Sizes of windows, which are whole CSS pixels. */

export type WindowSize = { width: number; height: number }

/** The window for an area that is printed on. */
export function windowFor({ width, height }: WindowSize): WindowSize {
  return { width: Math.max(1, Math.floor(width)), height: Math.max(1, Math.floor(height)) }
}

export function isWindow({ width, height }: WindowSize): boolean {
  return window.innerWidth === width && window.innerHeight === height
}
