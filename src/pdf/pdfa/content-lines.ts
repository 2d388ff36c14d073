/** Lines of a content that is written again: a million texts of their own would take ten times their characters. */

/** Lines that become one text. */
const JOINED = 500

export class ContentLines {
  private readonly lines = new JoinedLines()
  /** The path that is open: within one, nothing else may stand. */
  private path = new JoinedLines()

  /** A line of a path; what paints or ends it is none. */
  addToPath(line: string): void {
    this.path.add(line)
  }

  /** A line that stands in front of the path that is open, or at the end if none is. */
  addBeforePath(line: string): void {
    this.lines.add(line)
  }

  /** A line behind the path, which it ends. Empty ones are left out, by the others too. */
  add(line: string): void {
    this.endPath()
    this.lines.add(line)
  }

  /** All of them, one under the other. */
  text(): string {
    this.endPath()
    return this.lines.text()
  }

  private endPath(): void {
    if (this.path.isEmpty) return
    this.lines.take(this.path)
    this.path = new JoinedLines()
  }
}

class JoinedLines {
  private readonly joined: string[] = []
  private recent: string[] = []

  get isEmpty(): boolean {
    return this.joined.length === 0 && this.recent.length === 0
  }

  add(line: string): void {
    if (line === '') return
    this.recent.push(line)
    if (this.recent.length >= JOINED) this.join()
  }

  take({ joined, recent }: JoinedLines): void {
    if (joined.length > 0) this.join()
    for (const text of joined) this.joined.push(text)
    for (const line of recent) this.add(line)
  }

  text(): string {
    return [...this.joined, ...this.recent].join('\n')
  }

  private join(): void {
    if (this.recent.length > 0) this.joined.push(this.recent.join('\n'))
    this.recent = []
  }
}
