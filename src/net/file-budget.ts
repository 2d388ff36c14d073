/**
 * What the files of one job may use up in all, wherever they come from: fetched, kept from before, or made here. They
 * are in memory together.
 */
import { FetchRefused } from './refused'

export type Budget = {
  /** Takes one request (each redirect is one more). Throws FetchRefused `budget` if none is left. */
  request(): void
  /**
   * Takes so many bytes, decoded, as soon as there is memory for them. Throws FetchRefused `budget` when they are more
   * than are left.
   */
  bytes(count: number): Promise<void>
}

/** The budget of one job. */
export function createBudget(limits: { requests: number; bytes: number }): Budget {
  const left = { ...limits }
  return {
    request() {
      left.requests -= 1
      if (left.requests >= 0) return
      const text = `The document needs more than ${limits.requests} outgoing requests. Reference fewer files.`
      throw new FetchRefused('budget', text)
    },
    async bytes(count) {
      left.bytes -= count
      if (left.bytes >= 0) return
      const text = `The files of the document exceed ${limits.bytes} bytes in all. Use smaller or fewer ones.`
      throw new FetchRefused('budget', text)
    },
  }
}
