/**
 * The previews of an account that are being made. They are in memory only: nobody pays for them, and nothing of them is
 * kept. Of a session the newest is made, and the one before is told to stop.
 */

/** A preview that was never ended, because its request was, is forgotten after so long. Milliseconds. */
const MAX_PREVIEW_MS = 60_000

/** How a preview came to its end: its maker ended it, or a newer one of its session took its place. */
export type PreviewEnd = 'ended' | 'superseded'

type Preview = { session: string | undefined; begunAt: number; isSuperseded: boolean } & Pick<
  PromiseWithResolvers<PreviewEnd>,
  'promise' | 'resolve'
>

export class PreviewSessions {
  readonly #previews = new Map<string, Preview>()

  /** How many are being made beside those of `session`. */
  countBeside(session: string | undefined, now: number): number {
    this.#forgetLost(now)
    const others = [...this.#previews.values()].filter(
      (preview) => !preview.isSuperseded && (session === undefined || preview.session !== session),
    )
    return others.length
  }

  /** Whether the preview has begun, and not ended. */
  has(id: string): boolean {
    return this.#previews.has(id)
  }

  /** Begins a preview. What its session was making until now is superseded. */
  begin(id: string, session: string | undefined, now: number): void {
    for (const former of this.#previews.values()) {
      if (session === undefined || former.session !== session) continue
      former.isSuperseded = true
      former.resolve('superseded')
    }
    this.#previews.set(id, {
      session,
      begunAt: now,
      isSuperseded: false,
      ...Promise.withResolvers<PreviewEnd>(),
    })
  }

  /** Resolves when the preview has come to its end. One that is not known has. */
  async whenEnded(id: string): Promise<PreviewEnd> {
    return (await this.#previews.get(id)?.promise) ?? 'ended'
  }

  /** Ends a preview that is made, or given up. */
  end(id: string): void {
    this.#previews.get(id)?.resolve('ended')
    this.#previews.delete(id)
  }

  #forgetLost(now: number): void {
    for (const [id, { begunAt }] of this.#previews) if (now - begunAt > MAX_PREVIEW_MS) this.end(id)
  }
}
