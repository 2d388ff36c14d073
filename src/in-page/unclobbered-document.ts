/** The `document` that our functions see inside a page. */
import type { Node } from './dom'

/**
 * The document without what its author's names put over it: `<img name="images">` makes `document.images` that image
 * (HTML, 3.1.6), in every world.
 */
function unclobbered(real: Node, prototype: Node): Node {
  return new Proxy(real, {
    get(_, name) {
      const value = Reflect.get(prototype, name, real)
      return typeof value === 'function' ? value.bind(real) : value
    },
    set: (_, name, value) => Reflect.set(prototype, name, value, real),
  })
}

/** The text of an expression for it. */
export const UNCLOBBERED_DOCUMENT = `(${unclobbered})(globalThis.document,Document.prototype)`
