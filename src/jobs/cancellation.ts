/** Work that is given up before its end: its task was deleted, or its caller hung up. */
import { Problem } from '../errors'

/** Why work was given up: the reason of the signal that ends it. Nothing is charged. */
export class Canceled extends Problem {
  constructor(detail: string) {
    super('canceled', { detail })
  }
}
