/**
 * Why a file was not fetched. `address`, `redirect` and `dns` are about where it lies, `status`, `type` and
 * `size` about what came back, `time` and `network` about the way, `budget` about the whole job.
 */
export type RefusalReason =
  | 'address'
  | 'dns'
  | 'redirect'
  | 'status'
  | 'type'
  | 'size'
  | 'time'
  | 'network'
  | 'budget'

/**
 * A file that was not fetched. The message is fit for the caller: it names the host (never a path or a query)
 * and the remedy. Callers turn it into a warning or a `Problem`; `address` is visible in the request alone.
 */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
  /** Whether the same request may succeed a little later: the other side was away, slow or said so (5xx, 429). */
  readonly transient: boolean

  constructor(
    readonly reason: RefusalReason,
    message: string,
    options: { cause?: unknown; status?: number } = {},
  ) {
    super(message, options)
    const { status = 0 } = options
    this.transient = ['network', 'time', 'dns'].includes(reason) || status >= 500 || status === 429
  }
}
