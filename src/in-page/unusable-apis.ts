/** What scripts find in a sandboxed document and could not use. */

/** Takes away what would only throw: pages ask whether these are there before they use them. */
export function removeUnusable(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  Reflect.deleteProperty(globalThis, 'caches')
}
