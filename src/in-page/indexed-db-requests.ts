/** Requests of the database in memory (`indexed-db.ts`), and how they and what is above them tell their events. */

export type Handler = ((event: Event) => unknown) | null

/** Taken before the page can put something in its place; it is bounded (`lockdown/limit-messages.ts`). */
const report = globalThis.reportError.bind(globalThis)

/** An event target whose `on…` properties are handlers too. */
export class Target extends EventTarget {
  /**
   * Dispatches at this object and those above it. What a handler throws is reported, as in a browser; returns whether
   * none did.
   */
  fire(event: Event, above: Target[] = []): boolean {
    let went = true
    for (const target of [this, ...above]) {
      target.dispatchEvent(target === this ? event : copyOf(event, this))
      try {
        const handler = (target as unknown as Record<string, Handler | undefined>)[`on${event.type}`]
        handler?.call(target, target === this ? event : copyOf(event, this))
      } catch (error) {
        went = false
        report(error)
      }
    }
    return went
  }
}

/** An event cannot be dispatched again before it has ended. */
function copyOf(event: Event, target: Target): Event {
  const copy = new Event(event.type, { cancelable: true })
  Object.defineProperty(copy, 'target', { value: target })
  copy.preventDefault = () => event.preventDefault()
  return copy
}

export class VersionChangeEvent extends Event {
  constructor(
    type: string,
    readonly oldVersion: number,
    readonly newVersion: number | null,
  ) {
    super(type)
  }
}

export class Request extends Target {
  onsuccess: Handler = null
  onerror: Handler = null
  readyState: 'pending' | 'done' = 'pending'
  result: unknown
  error: DOMException | null = null
  transaction: (Target & { readonly db: Target }) | null = null
  source: unknown = null

  /** Returns whether no handler threw. */
  succeed(result: unknown, event = new Event('success')): boolean {
    this.result = result
    this.readyState = 'done'
    return this.fire(event)
  }

  /** Returns whether a handler took care of it, and none threw. */
  fail(error: DOMException): boolean {
    this.error = error
    this.readyState = 'done'
    const { transaction } = this
    const event = new Event('error', { bubbles: true, cancelable: true })
    const went = this.fire(event, transaction ? [transaction, transaction.db] : [])
    return went && event.defaultPrevented
  }
}

export class OpenRequest extends Request {
  onupgradeneeded: Handler = null
  onblocked: Handler = null
}
