/** Levels of conformance, and what each asks of printing and of saving. `pdf/finishing-options.ts` lists those that we make. */

/** PDF/A level: part of ISO 19005 and conformance level. */
export type Level = '1a' | '1b' | '2a' | '2b' | '2u' | '3a' | '3b' | '3u'
export type ConformanceTarget = {
  level?: Level | undefined
  /** PDF/UA-1 (ISO 14289-1), alone or with a level. */
  ua?: boolean | undefined
  /** Further `rdf:Description` elements for the XMP packet, such as Factur-X's own and its extension schema. */
  extensions?: string[] | undefined
}

/** Part of ISO 19005, or undefined without a level. */
export function partOf(level: Level | undefined): 1 | 2 | 3 | undefined {
  return level ? (Number(level[0]) as 1 | 2 | 3) : undefined
}

/** True if the target requires a structure tree (ISO 19005-1 6.8, ISO 14289-1 7.1). */
export function promisesTags({ level, ua = false }: ConformanceTarget): boolean {
  return ua || level?.endsWith('a') === true
}

/**
 * How to print and save for a target: whether the browser must tag the document, and whether the file may hold
 * objects in compressed streams, which part 1 rests on a version of PDF that lacks (ISO 19005-1 6.1.4).
 */
export function requirementsOf(
  level: Level | undefined,
  ua = false,
): { tagged: boolean; objectStreams: boolean } {
  return { tagged: promisesTags({ level, ua }), objectStreams: partOf(level) !== 1 }
}

/** The name callers know a result by: `PDF/A-3b`, `PDF/UA-1` or `PDF/A-3b and PDF/UA-1`. */
export function conformanceName({ level, ua = false }: ConformanceTarget): string {
  const names = [level ? `PDF/A-${level}` : '', ua ? 'PDF/UA-1' : '']
  return names.filter(Boolean).join(' and ')
}
