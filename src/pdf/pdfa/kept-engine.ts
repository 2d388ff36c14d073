/** Engines of WebAssembly, which live as long as the isolate. */
import { Problem } from '../../errors'

export type KeptEngine<T> = { get(): Promise<T>; drop(): void }

/** An engine that is loaded once and kept until it is dropped; a load that failed is not kept. */
export function keptEngine<T>(load: () => Promise<T>): KeptEngine<T> {
  let engine: Promise<T> | undefined
  const drop = () => {
    engine = undefined
  }
  const get = () => {
    engine ??= load().catch((cause: unknown) => {
      drop()
      throw new Problem('internal', {
        detail: 'A component did not load. Nothing was charged: try again, or report the request id.',
        cause,
      })
    })
    return engine
  }
  return { get, drop }
}
