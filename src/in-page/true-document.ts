/**
 * The page's document without what its author's names put over it: `<img name="images">` makes `document.images` that
 * image (HTML, 3.1.6), in every world.
 */
const real = globalThis.document
const prototype = Document.prototype

export const document: Document = new Proxy(real, {
  get(_, name) {
    const value: unknown = Reflect.get(prototype, name, real)
    return typeof value === 'function' ? value.bind(real) : value
  },
  set: (_, name, value) => Reflect.set(prototype, name, value, real),
})
