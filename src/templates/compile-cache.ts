/** Parsed templates that an isolate keeps, within a limit on their size. */
import { SizedCache } from '../memory/sized-cache'
import type { Compiled, Engine } from './engine'

/** Characters of templates whose parsed form an isolate keeps; parsed, they take some ten times that in memory. */
const CAPACITY = 1_000_000

/**
 * Parsed templates by their source. Keyed by source, so that a template needs no version here and two accounts with the
 * same page share it.
 */
export class CompileCache {
  private readonly known: SizedCache<Compiled>

  constructor(
    private readonly engine: Engine,
    limit = CAPACITY,
  ) {
    this.known = new SizedCache(limit)
  }

  /** Whether a page need not be parsed. */
  has(source: string): boolean {
    return this.known.has(source)
  }

  /** Throws Problem `invalid_request` with line and column where `source` cannot be parsed. */
  get(source: string, pointer: string): Compiled {
    const known = this.known.get(source)
    if (known) return known
    const compiled = this.engine.compile(source, pointer)
    this.known.set(source, compiled, source.length)
    return compiled
  }
}
