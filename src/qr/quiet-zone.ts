/** The clear space around a symbol, which scanners find it by (ISO/IEC 18004 5.3.8). */
import type { Layout } from './image-layout'
import type { QrOptions } from './qr-options'

/** Modules on each side, by the standard. */
export const QUIET_ZONE = 4

/** The quiet zone of a layout in modules, to a tenth, rounded down. */
export function quietZoneOf({ module, offset }: Layout): number {
  return Math.floor((offset * 10) / module) / 10
}

/** What is said of a quiet zone (in modules) that is narrower than the standard's; nothing if it is not, or unknown. */
export function findQuietZoneWarnings(
  quietZone: number | undefined,
  { margin }: Pick<QrOptions, 'margin'>,
): string[] {
  if (quietZone === undefined || quietZone >= QUIET_ZONE) return []
  return [
    `the quiet zone is ${quietZone} modules wide and some scanners need ${QUIET_ZONE} (ISO/IEC 18004): leave margin out, or make it wider than ${margin}, or leave as much space around the image`,
  ]
}
