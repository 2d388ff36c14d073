import type { Compiled, Engine } from './engine'

/** Characters of templates whose parsed form an isolate keeps; parsed, they take some ten times that in memory. */
const CAPACITY = 1_000_000

/**
 * Parsed templates by their source, the least recently used dropped first. Keyed by source, so that a template
 * needs no version here and two accounts with the same page share it.
 */
export class CompileCache {
  private readonly known = new Map<string, Compiled>()
  private size = 0

  constructor(
    private readonly engine: Engine,
    private readonly limit = CAPACITY,
  ) {}

  /** Whether a page need not be parsed. */
  has(source: string): boolean {
    return this.known.has(source)
  }

  /** Throws Problem `invalid_request` with line and column where `source` cannot be parsed. */
  get(source: string, pointer: string): Compiled {
    const known = this.known.get(source)
    if (known) {
      this.known.delete(source)
      this.known.set(source, known)
      return known
    }
    const compiled = this.engine.compile(source, pointer)
    this.known.set(source, compiled)
    this.size += source.length
    for (const oldest of this.known.keys()) {
      if (this.size <= this.limit || oldest === source) break
      this.known.delete(oldest)
      this.size -= oldest.length
    }
    return compiled
  }
}
